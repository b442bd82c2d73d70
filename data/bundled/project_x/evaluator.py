"""Judges a ticket answer (seed 001): the right project, the status as it is, each explanation
with its retrieved passage, gaps accepted, borrowed explanations refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.events import Event
from data.bundled.judging import cited, judgement, no_answer, question_of, retrieved
from data.bundled.project_x.asking import STATUSES, asked, expected
from data.bundled.project_x.claims import about_ticket, named
from data.bundled.project_x.tracker import load, projects
from data.scenario import Check, Evaluate, Judgement

_GAP = re.compile(
    r"\b(no|not|none|nothing|without|unknown|unclear|lacks?|missing|cannot|gap|unable)\b|n[’']t\b",
    re.IGNORECASE,
)
_STALE = re.compile(
    r"older|outdated|out of date|no longer|stale|before the|predates|earlier than|since then"
    r"|may have changed|may not (still )?(hold|apply)",
    re.IGNORECASE,
)


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        one = asked(question_of(events, default_question))
        if not one.known:
            return judgement(_asked_back(answer) if one.project else [])
        texts = retrieved(events)
        right = expected(one)
        checks = [
            _project(answer, one.project),
            _complete(answer, right),
            _statuses(answer, right),
            _read(right, texts),
        ]
        if one.why:
            for ticket in right:
                checks.append(_explained(answer, ticket, texts))
            checks.append(cited(answer, r"\bM-\d+\b", texts))
        return judgement(checks)

    return evaluate


def _asked_back(answer: str) -> list[Check]:
    """A name that fits two projects is answered by neither's tickets (S1-04)."""
    missing = [name for name in projects().values() if name.casefold() not in answer.casefold()]
    which = f"not named: {', '.join(missing)}" if missing else "both are named"
    told = named(answer)
    claimed = f"told of: {', '.join(told)}" if told else "no ticket is told of"
    return [
        Check("asked back: which project is meant", "?" in answer and not missing, which),
        Check("project: no ticket of a project that was not chosen", not told, claimed),
    ]


def _project(answer: str, project: str) -> Check:
    foreign = [i for i in named(answer) if i.partition("-")[0] != project]
    found = f"of another project: {', '.join(foreign)}" if foreign else project
    return Check("project: every ticket belongs to it", not foreign, found)


def _complete(answer: str, right: Sequence[dict[str, str]]) -> Check:
    missing = [t["id"] for t in right if t["id"] not in named(answer)]
    found = f"not named: {', '.join(missing)}" if missing else ", ".join(t["id"] for t in right)
    return Check("stated: every ticket asked for", not missing, found)


def _statuses(answer: str, right: Sequence[dict[str, str]]) -> Check:
    """A ticket may be given no status but its own; one that was not asked for needs its own."""
    truth = {t["id"]: t["status"] for t in load("tracker")["tickets"]}
    asked_for = {t["id"] for t in right}
    wrong = []
    for ticket in named(answer):
        told = [(c, _told(c)) for c in about_ticket(answer, ticket)]
        anywhere = {status for _, statuses in told for status in statuses}
        own = truth.get(ticket)
        if own is None:
            wrong.append(f"{ticket} does not exist")
        elif (
            any(statuses and own not in statuses for c, statuses in told if _names(c, ticket))
            or (anywhere and own not in anywhere)
            or (not anywhere and ticket not in asked_for)
        ):
            wrong.append(f"{ticket} is {own}")
    return Check("stated: status as it is", not wrong, "; ".join(wrong) or "all match")


def _told(clause: str) -> set[str]:
    """The statuses that a clause gives; not those denied, past, quoted, or of an open question."""
    if re.search(r"\b(was|were|had been|formerly|previously)\b", clause, re.IGNORECASE):
        return set()
    text = re.sub(
        r"\b(not|no longer|never) \w+|\b(remains|stays|left) open\b|\bopen (question|point|gap)",
        " ",
        _unquoted(clause),
        flags=re.IGNORECASE,
    )
    return {s for s in STATUSES if re.search(rf"\b{s}\b", text, re.IGNORECASE)}


def _read(right: Sequence[dict[str, str]], texts: Sequence[str]) -> Check:
    unread = [t["id"] for t in right if not any(_names(text, t["id"]) for text in texts)]
    found = f"never read: {', '.join(unread)}" if unread else "all tickets"
    return Check("retrieved: the tickets", not unread, found)


def _explained(answer: str, ticket: dict[str, str], texts: Sequence[str]) -> Check:
    """The right reason with its passage; or, where the notes hold none, a gap that is owned."""
    id_ = ticket["id"]
    reasons = load("reasons")
    clauses = about_ticket(answer, id_)
    own = reasons.get(id_)
    name = f"explained: {id_}"
    for other, reason in reasons.items():
        if other != id_ and any(_claims(clause, reason["terms"]) for clause in clauses):
            return Check(name, False, f"borrowed from {other} ({reason['meeting']})")
    if own is None:
        owned = any(_GAP.search(_unquoted(clause)) for clause in clauses)
        return Check(name, owned, "gap accepted" if owned else "no note says why; no gap is named")
    return _own_reason(name, " ".join(clauses), ticket, own, texts)


def _own_reason(
    name: str, said: str, ticket: dict[str, str], own: dict[str, str], texts: Sequence[str]
) -> Check:
    meeting = next(m for m in load("meetings") if m["id"] == own["meeting"])
    source = f"{meeting['id']} of {meeting['date']}"
    if not re.search(own["terms"], said, re.IGNORECASE):
        return Check(name, False, f"missing: {own['truth']} ({source})")
    passage, id_ = meeting["passages"][0], ticket["id"]
    if not any(
        _names(text, id_) and re.search(own["terms"], text, re.IGNORECASE) for text in texts
    ):
        return Check(name, False, f"{source} was never read")
    if not (_names(said, meeting["id"]) or meeting["date"] in said or _quotes(said, passage)):
        return Check(name, False, f"{source} is not cited")
    if meeting["date"] < ticket["updated_at"][:10] and not _STALE.search(said):
        return Check(name, False, f"{source} is older than the ticket's update; nothing says so")
    return Check(name, True, f"{own['truth']} ({source})")


def _claims(clause: str, terms: str) -> bool:
    return bool(re.search(terms, clause, re.IGNORECASE)) and not _GAP.search(clause)


def _quotes(said: str, passage: str, run: int = 5) -> bool:
    """Five words of the passage in a row."""
    here = " ".join(re.findall(r"\w+", said.lower()))
    there = re.findall(r"\w+", passage.lower())
    return any(" ".join(there[i : i + run]) in here for i in range(len(there) - run + 1))


def _names(text: str, id_: str) -> bool:
    return bool(re.search(rf"\b{re.escape(id_)}\b", text))


def _unquoted(clause: str) -> str:
    return re.sub(r"“[^”]*”|\"[^\"]*\"", " ", clause)
