"""What the scripted model knows of Project X: tickets first, then each ticket's meeting notes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.evidence.clauses import TICKET
from agents.models.script import Seen, Wish
from agents.plans import Verdict
from data.bundled.lookups import (
    Fact,
    Lookups,
    attempts,
    next_try,
    owner,
    record,
    reworded,
    verdict,
)
from data.bundled.project_x.asking import Asked, asked
from data.bundled.project_x.report import elsewhere, report
from data.bundled.project_x.tracker import projects


@dataclass(frozen=True, slots=True)
class TicketMind(Lookups):
    def plan(self, question: str) -> list[Wish]:
        """Before the tickets are known their notes can only be searched for the project."""
        one = asked(question)
        steps = [Wish(f.task, f.tool, f.wordings[0]) for f in self.needs(question, ())]
        if one.why and not one.tickets:
            steps.append(_project_notes(one, 0))
        return steps

    def judge(self, question: str, seen: Seen) -> Verdict:
        one = asked(question)
        if seen.failed or seen.name != "search_meetings" or one.tickets:
            return verdict(owner(self.needs(question, (seen,)), seen), seen)
        if ticket := _searched_for(seen):
            if _borrowed(seen.text, ticket):
                return Verdict("", False, f"These passages are not about {ticket}.")
            return Verdict("", True, "It tells what the notes hold on that ticket.")
        reason = "These notes are about the project; they do not say why each ticket is blocked."
        return Verdict("", False, reason)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        """By now the tickets may be known, and what is known decides. A list that goes on is
        read to its end before its tickets are looked up."""
        if failed.name == "search_tickets":
            again = Lookups.replan(self, question, done, failed, reason, rest)
            notes = [_project_notes(asked(question), 0)] if _names_notes(rest) else []
            return [*again, *notes]
        known = [s for s in done if not s.failed]
        facts = self.needs(question, known)
        rejected = None if failed.failed else owner(facts, failed)
        wishes = []
        for fact in facts:
            wish = next_try(fact, attempts(facts, fact, known))
            if fact is rejected:  # only forwards: what was rejected is not asked again
                other = reworded(fact, failed)
                wish = Wish(fact.thoughts[-1], fact.tool, other) if other else None
            if wish:
                wishes.append(Wish(fact.task, wish.name, wish.arguments))
        if any(w.name == "search_tickets" for w in wishes):
            tried = str(failed.arguments.get("query", ""))
            notes = [_project_notes(asked(question), i) for i in (0, 1)]
            return [*wishes, *[n for n in notes if n.arguments["query"] != tried][:1]]
        return wishes


def _searched_for(seen: Seen) -> str:
    """The ticket that a search of the notes was for; empty if for none."""
    named = TICKET.search(str(seen.arguments.get("query", "")))
    return str(seen.arguments.get("ticket_id") or (named[0] if named else ""))


def _borrowed(text: str, ticket: str) -> bool:
    """Are there passages, and all of them on other tickets?"""
    passages = [p for p in record(text).get("passages") or [] if isinstance(p, dict)]
    return bool(passages) and all(elsewhere(p, ticket) for p in passages)


def _about(question: str) -> bool:
    one = asked(question)
    return bool(one.project or one.tickets or re.search(r"\bticket", question, re.IGNORECASE))


def script() -> TicketMind:
    return TicketMind(needs=_needs, say=report, about=_about)


def _names_notes(rest: Sequence[str]) -> bool:
    return any("meeting notes" in task for task in rest)


def _project_notes(one: Asked, wording: int) -> Wish:
    name = projects().get(one.project, one.project)
    query = (f"why {name} tickets are {one.statuses[0]}", f"{name} obstacles")[wording]
    thought = (f"Search the meeting notes for {name}.", f"Search the meeting notes on {name} anew.")
    return Wish(thought[wording], "search_meetings", {"query": query})


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    one = asked(question)
    if not one.project:
        return []
    facts: list[Fact] = []
    found: dict[str, None] = {}
    complete = True
    for status in one.statuses:
        pages = _pages(one, status, seen)
        facts += pages
        for page in pages:
            ids = _tickets_of(page, facts, seen)
            complete = complete and ids is not None
            found.update(dict.fromkeys(ids or []))
        if one.tickets and set(one.tickets) <= set(found):
            break
    if one.why and (complete or one.tickets):
        wanted = one.tickets or tuple(found)
        facts += [notes_of(ticket, number, one) for number, ticket in enumerate(wanted)]
    return facts


def _pages(one: Asked, status: str, seen: Sequence[Seen]) -> list[Fact]:
    """The first page, and one more for every cursor that a page seen names."""
    pages = [_page(one, status, None)]
    for s in seen:
        cursor = record(s.text).get("next_cursor")
        same = s.name == "search_tickets" and s.arguments.get("status") == status
        if same and not s.failed and cursor:
            pages.append(_page(one, status, str(cursor)))
    return list({page.label: page for page in pages}.values())  # a page may be read twice


def _page(one: Asked, status: str, cursor: str | None) -> Fact:
    name = projects().get(one.project, one.project)
    more: Mapping[str, Any] = {"cursor": cursor} if cursor else {}
    label = f"the {status} tickets of {name}" + (f" from number {cursor} on" if cursor else "")
    reason = "their notes can only be found by their ids" if one.why else "the tracker lists them"
    first = (f"I need the {status} tickets first; {reason}.",
             f"That did not work, so I name the project in full to get {label}.")  # fmt: skip
    after = (f"The list goes on, so I read {label}.", f"Once more, {label}.")
    named = dict.fromkeys((one.project, name))
    return Fact(
        label=label,
        tool="search_tickets",
        wordings=tuple({"project_id": n, "status": status, **more} for n in named),
        task=f"List {label}.",
        thoughts=after if cursor else first,
        states=lambda text: _ids(text) is not None,
    )


def _tickets_of(page: Fact, facts: Sequence[Fact], seen: Sequence[Seen]) -> list[str] | None:
    """The ids on a page; None while it was not read."""
    for s in reversed(seen):
        if not s.failed and owner(facts, s) is page and (ids := _ids(s.text)) is not None:
            return ids
    return None


def _ids(text: str) -> list[str] | None:
    """Ids of the tickets listed; edited text counts by the ids that stand in it."""
    listed = record(text).get("tickets")
    if isinstance(listed, list):
        return [str(t["id"]) for t in listed if isinstance(t, dict) and t.get("id")]
    if record(text) or not text.strip():
        return None
    return list(dict.fromkeys(TICKET.findall(text)))


def notes_of(ticket: str, number: int, one: Asked) -> Fact:
    opener = (f"Now the ids are known; what do the meeting notes say of {ticket}?",
              f"{ticket} may have another reason, so its notes are searched as well.")  # fmt: skip
    query = f"why {ticket} is {one.statuses[0]}" if len(one.statuses) == 1 else f"{ticket} reason"
    return Fact(
        label=f"what the notes say of {ticket}",
        tool="search_meetings",
        wordings=(
            {"query": query, "ticket_id": ticket},
            {"query": f"{ticket} obstacle", "ticket_id": ticket},
        ),
        task=f"Search the meeting notes for {ticket}.",
        thoughts=(
            opener[min(number, 1)],
            f"That brought nothing on {ticket}; I put it otherwise.",
        ),
        states=lambda text: bool(text.strip()) and not _borrowed(text, ticket),
        about=lambda text: bool(re.search(rf"\b{ticket}\b", text)),
    )
