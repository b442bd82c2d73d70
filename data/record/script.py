"""What the scripted model says about a run that belongs to no scenario: what its record holds.

It makes the calls that were made, in their order, and answers as was answered; where what it sees
is not what was seen (after an edit), it says what it sees. Everything it says is simulated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.events import Event, Replied, Returned, Stopped
from agents.messages import canonical
from agents.models.script import Seen, Wish
from agents.plans import Verdict

MOST_STEPS = 25
"""Of a plan: a long trace is not made up again as one plan of a thousand steps."""


@dataclass(frozen=True)
class RecordScript:
    """Is a `Script`. `turns` are the calls as they were made together."""

    turns: tuple[tuple[Wish, ...], ...]
    results: Mapping[str, tuple[str, ...]]
    said: str | None

    def knows(self, question: str) -> bool:
        return True

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        made = {_key(s.name, s.arguments) for s in seen}
        for turn in self.turns:
            if left := [w for w in turn if _key(w.name, w.arguments) not in made]:
                return left
        return []

    def plan(self, question: str) -> list[Wish]:
        return [wish for turn in self.turns for wish in turn][:MOST_STEPS]

    def judge(self, question: str, seen: Seen) -> Verdict:
        why = f"The call failed: {seen.text}" if seen.failed else "The call returned a result."
        return Verdict("", not seen.failed, why)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        waiting = set(rest)
        return [wish for turn in self.turns for wish in turn if wish.thought in waiting]

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        as_recorded = all(s.text in self.results.get(_key(s.name, s.arguments), ()) for s in seen)
        if self.said and as_recorded:
            return self.said
        if not seen:
            return "Nothing was looked up, so there is nothing to say."
        lines = [f"- {s.name}: {_line(s.text)}" for s in seen]
        return "\n".join(["This is what was found:", *lines])


def record_script(events: Sequence[Event]) -> RecordScript:
    results: dict[str, list[str]] = {}
    turns: list[tuple[Wish, ...]] = []
    said: str | None = None
    worked = {
        _key(e.call.name, e.call.arguments)
        for e in events
        if isinstance(e, Returned) and e.outcome == "ok"
    }
    for event in events:
        if isinstance(event, Returned):
            key = _key(event.call.name, event.call.arguments)
            results.setdefault(key, []).append(event.output)
        elif isinstance(event, Replied):
            said = event.reading.answer or said
            calls = {_key(c.name, c.arguments): c for c in event.reading.calls}
            wishes = tuple(
                Wish(event.reading.thought or f"Call {c.name}.", c.name, dict(c.arguments))
                for key, c in calls.items()
                if key in worked
            )
            turns += [wishes] if wishes else []
        elif isinstance(event, Stopped):
            said = event.answer or said
    return RecordScript(tuple(turns), {k: tuple(v) for k, v in results.items()}, said)


def _key(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}\x00{canonical(dict(arguments))}"


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:300]}… ({len(text):,} characters)"
