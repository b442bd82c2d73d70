"""The scripted answer in three parts: current status, located evidence, remaining gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agents.evidence.clauses import TICKET
from data.bundled.lookups import Finding, record
from data.bundled.project_x.asking import asked
from data.bundled.project_x.tracker import projects

NO_EXPLANATION = "No explanation was found in the meeting notes searched"


def report(question: str, findings: Sequence[Finding]) -> str:
    one = asked(question)
    pages = [f for f in findings if f.fact.tool == "search_tickets"]
    if not one.known:
        listed = " or ".join(f"{name} ({id_})" for id_, name in projects().items())
        return f"Which project is meant: {listed}? The question does not name one of them exactly."
    tickets, loose = _listed(pages, one.tickets)
    status = [_status_line(t) for t in tickets] or _none_found(pages, one.statuses)
    status += [f"- {i} (as an edited observation says)" for i in loose]
    parts = ["Current status", *status]
    gaps = [f"- Not found: {f.fact.label} ({_tries(f)})." for f in pages if f.text is None]
    cut = [f for f in pages if f.text and record(f.text).get("cut")]
    gaps += [f"- Cut off: {f.fact.label}; there may be more than are listed." for f in cut]
    if one.why:
        evidence, unexplained = _evidence([*tickets, *({"id": i} for i in loose)], findings)
        parts += ["", "Located evidence", *(evidence or ["- none"])]
        gaps += unexplained
    return "\n".join([*parts, "", "Remaining gap", *(gaps or ["- none"])])


def report_on_notes(tickets: Sequence[Mapping[str, Any]], findings: Sequence[Finding]) -> str:
    """The last two parts, for tickets whose status is known already."""
    evidence, gaps = _evidence(tickets, findings)
    parts = ["Located evidence", *(evidence or ["- none"])]
    return "\n".join([*parts, "", "Remaining gap", *(gaps or ["- none"])])


def _listed(
    pages: Sequence[Finding], wanted: Sequence[str]
) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Tickets with all their fields, and ids that only stand in edited text."""
    tickets: dict[str, Mapping[str, Any]] = {}
    loose: dict[str, None] = {}
    for page in pages:
        content = record(page.text or "")
        for t in content.get("tickets") or []:
            if isinstance(t, dict) and t.get("id") and (not wanted or t["id"] in wanted):
                tickets[t["id"]] = t | {"retrieved_at": content.get("retrieved_at")}
        if page.text and not content:
            loose.update(dict.fromkeys(TICKET.findall(page.text)))
    return list(tickets.values()), [i for i in loose if i not in tickets]


def _status_line(ticket: Mapping[str, Any]) -> str:
    seen = f"seen {ticket['retrieved_at']}" if ticket.get("retrieved_at") else "time unknown"
    updated = f", last updated {ticket['updated_at']}" if ticket.get("updated_at") else ""
    title = f" “{ticket['title']}”" if ticket.get("title") else ""
    return f"- {ticket['id']}{title}: {ticket.get('status', 'status unknown')} ({seen}{updated})"


def _none_found(pages: Sequence[Finding], statuses: Sequence[str]) -> list[str]:
    if any(page.text is None for page in pages):
        return ["- unknown"]
    return [f"- no {' or '.join(statuses)} ticket was listed"]


def _evidence(
    tickets: Sequence[Mapping[str, Any]], findings: Sequence[Finding]
) -> tuple[list[str], list[str]]:
    """Lines of evidence, and lines on the tickets that have none."""
    notes = {f.fact.label: f for f in findings if f.fact.tool == "search_meetings"}
    evidence, gaps = [], []
    for ticket in tickets:
        finding = notes.get(f"what the notes say of {ticket['id']}")
        text = finding.text if finding else None
        if finding is None or text is None:
            gaps.append(f"- {ticket['id']}: {NO_EXPLANATION}; {_tries(finding)}.")
        elif text and not record(text):
            evidence.append(f"- {ticket['id']}: “{text.strip()}”")
        else:
            passages = [p for p in record(text).get("passages") or [] if isinstance(p, dict)]
            own = [p for p in passages if not elsewhere(p, ticket["id"])]
            evidence += [_passage_line(ticket, p) for p in own]
            if not own:
                left = "; what the search returned is about another ticket" if passages else ""
                gaps.append(f"- {ticket['id']}: {NO_EXPLANATION}{_coverage(record(text))}{left}.")
    return evidence, gaps


def elsewhere(passage: Mapping[str, Any], ticket: str) -> bool:
    """Does it name tickets, and not this one? What explains another explains nothing here."""
    named = TICKET.findall(str(passage.get("passage")))
    return bool(named) and ticket not in named


def _passage_line(ticket: Mapping[str, Any], passage: Mapping[str, Any]) -> str:
    """The five things that belong together: ticket, status, when seen, meeting, passage."""
    date, updated = str(passage.get("date", "")), str(ticket.get("updated_at", ""))[:10]
    stale = (
        f" This note is older than the ticket's update of {updated} and may no longer hold."
        if date and updated and date < updated
        else ""
    )
    seen = f", seen {ticket['retrieved_at']}" if ticket.get("retrieved_at") else ""
    return (
        f"- {ticket['id']} ({ticket.get('status', 'status unknown')}{seen}): meeting "
        f"{passage.get('meeting_id')} of {date}: “{passage.get('passage')}”{stale}"
    )


def _coverage(result: Mapping[str, Any]) -> str:
    searched = result.get("searched")
    if not isinstance(searched, dict):
        return ""
    return f" ({searched.get('meetings')} meetings, {searched.get('from')} to {searched.get('to')})"


def _tries(finding: Finding | None) -> str:
    if finding is None or not finding.tries:
        return "no search was made for it alone"
    return f"{finding.tries} {'search' if finding.tries == 1 else 'searches'} failed"
