"""The same question with a plan that knows what it cannot know: which notes to read, and how
many, is found out inside a step (seed 003: a step that reads may look as often as it needs to)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.models.script import Seen, Wish
from agents.plans import INNER, Verdict
from data.bundled.lookups import Fact, Finding, owner, verdict
from data.bundled.project_x.asking import asked
from data.bundled.project_x.mind import TicketMind, notes_of, script
from data.bundled.project_x.report import report, report_on_notes
from data.bundled.project_x.tracker import projects

GIVEN = "\nGiven: "
"""As an inner loop is told what earlier steps found (agents.inner)."""


@dataclass(frozen=True, slots=True)
class InnerMind(TicketMind):
    def plan(self, question: str) -> list[Wish]:
        one = asked(question)
        steps = TicketMind.plan(self, question)
        if not one.why or one.tickets or len(steps) != 2:
            return steps
        return [replace(steps[0], done_when="len(tickets) > 0"), _look_into(one.project)]

    def judge(self, question: str, seen: Seen) -> Verdict:
        if seen.name != INNER:
            return TicketMind.judge(self, question, seen)
        if seen.failed:
            return verdict(owner((), seen), seen)
        return Verdict(
            "", True, "It tells for each ticket what the notes say, or that they do not."
        )

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        wishes = TicketMind.replan(self, question, done, failed, reason, rest)
        if failed.name != "search_tickets" or not wishes:
            return wishes
        first = wishes[0]
        return [replace(first, done_when="len(tickets) > 0"), _look_into(asked(question).project)]

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        """A plan's second result is the inner loop's own answer, and is handed on as it is."""
        inner = [s.text for s in seen if s.name == INNER and not s.failed]
        rest = [s for s in seen if s.name != INNER]
        head = TicketMind.answer(self, question, rest)
        if not inner or all(s.failed for s in rest):  # there was nothing to look into
            return head
        status, _, _ = head.partition("\n\nLocated evidence")
        return f"{status}\n\n{inner[-1]}"


def inner_script() -> InnerMind:
    known = script()
    return InnerMind(needs=lambda q, seen: _needs(known, q, seen), say=_say, about=known.about)


def _look_into(project: str) -> Wish:
    name = projects().get(project, project)
    ask = f"What do the meeting notes say about why each of these {name} tickets is blocked?"
    task = f"Find out what the meeting notes say of each blocked ticket of {name}."
    return Wish(task, INNER, {"question": ask, "tickets": "@1.tickets"}, inputs=(1,))


def _needs(known: TicketMind, question: str, seen: Sequence[Seen]) -> list[Fact]:
    """With the tickets handed over, only their notes are looked for."""
    tickets = _given(question)
    if tickets is None:
        return known.needs(question, seen)
    one = asked(question.partition(GIVEN)[0])
    return [notes_of(str(t["id"]), number, one) for number, t in enumerate(tickets)]


def _say(question: str, findings: Sequence[Finding]) -> str:
    tickets = _given(question)
    return report(question, findings) if tickets is None else report_on_notes(tickets, findings)


def _given(question: str) -> list[dict[str, Any]] | None:
    try:
        given = json.loads(question.partition(GIVEN)[2])["tickets"]
    except (ValueError, LookupError, TypeError):
        return None
    listed = given if isinstance(given, list) else []
    return [t for t in listed if isinstance(t, dict) and t.get("id")]
