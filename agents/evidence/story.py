"""A run's events as the detectors read them: what was asked, done, seen and answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from agents.branches import went_back
from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.evidence.beside import Beside
from agents.evidence.lines import Line, lines
from agents.evidence.records import Record, found_nothing, parsed, prose, records
from agents.messages import Call, canonical
from agents.repeats import REFRESHED, UNTOLD
from agents.state import EXECUTED, State

ASKED = ("question", "follow_up")
NOTHING = Beside()
BROKEN = frozenset({"error", "timeout", "unknown_tool", "invalid"})


@dataclass(frozen=True)
class Act:
    """A call with its one result, as the model could read it (a person's edit in its place)."""

    seq: int
    reply: int
    """The event of the reply that led to it."""
    call: Call
    outcome: str
    output: str
    retryable: bool = False
    effect: str = "unknown"
    notes: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        if UNTOLD in self.notes:
            return canonical([self.call.name, None, self.seq])
        return canonical([self.call.name, dict(self.call.arguments)])

    @property
    def broken(self) -> bool:
        return self.outcome in BROKEN

    @property
    def executed(self) -> bool:
        return self.outcome in EXECUTED

    @property
    def settled(self) -> bool:
        """Did it say that this very call brings nothing? A failure that may pass did not, and a
        refusal is our guard's word."""
        if self.outcome == "ok":
            return found_nothing(self.output)
        return self.broken and not self.retryable

    @property
    def asked(self) -> str:
        """The arguments' values as text."""
        return prose(dict(self.call.arguments))


@dataclass(frozen=True)
class Story:
    events: tuple[Event, ...]
    refreshable: frozenset[str] = frozenset()
    beside: Beside = NOTHING

    @cached_property
    def questions(self) -> str:
        """The question with all that a person made of it, and asked after it."""
        asked = [e.question for e in self.events if isinstance(e, Started)]
        edits = (e for e in self.events if isinstance(e, Edited))
        return "\n".join(asked + [e.value for e in edits if e.target in ASKED])

    @cached_property
    def scenario(self) -> str:
        """A scenario's question cannot be answered without its tools."""
        return next((e.scenario for e in self.events if isinstance(e, Started)), "")

    @cached_property
    def replies(self) -> list[tuple[int, Replied]]:
        return [(i, e) for i, e in enumerate(self.events) if isinstance(e, Replied)]

    @cached_property
    def acts(self) -> list[Act]:
        """In the order in which they were asked for; those of one reply finish in any order."""
        found: list[tuple[int, int, Act]] = []
        reply, order = 0, list[str]()
        for seq, event in enumerate(self.events):
            if isinstance(event, Replied):
                reply, order = seq, [call.id for call in event.reading.calls]
            elif isinstance(event, Returned):
                place = order.index(event.call.id) if event.call.id in order else len(order)
                found.append((reply, place, _act(seq, reply, event)))
        found.sort(key=lambda item: item[:2])
        return _with_edits([act for _, _, act in found], self.events)

    @cached_property
    def moves(self) -> list[Act]:
        """The acts that are not polling: what is declared refreshable may be asked again. The
        loop notes a refresh on the result, so that most runs tell it themselves."""
        noted = {act.call.name for act in self.acts if REFRESHED in act.notes}
        return [act for act in self.acts if act.call.name not in self.refreshable | noted]

    def lines(self, acts: list[Act]) -> list[Line]:
        """These acts, those together that could see one another."""
        backs = {seq: at for seq, r in self.replies if (at := went_back(r.notes)) is not None}
        return lines(acts, backs)

    @cached_property
    def toolless(self) -> bool:
        """Whether there was nothing to look anything up with: a chat."""
        begun = next((event for event in self.events if isinstance(event, Started)), None)
        offered = begun is not None and bool(begun.rig.get("tools"))
        return not (self.acts or self.scenario or offered)

    @cached_property
    def heard(self) -> list[Act]:
        """Acts whose results hold evidence."""
        return [act for act in self.acts if act.outcome == "ok"]

    @cached_property
    def records(self) -> list[Record]:
        return [record for act in self.heard for record in records(act.seq, act.output)]

    @cached_property
    def evidence(self) -> str:
        """Everything that was read, failures too, since an answer may repeat those."""
        return "\n".join([*(prose(parsed(act.output)) for act in self.acts), *self.beside])

    @cached_property
    def stopped(self) -> Stopped | None:
        return next((e for e in reversed(self.events) if isinstance(e, Stopped)), None)

    @cached_property
    def answered(self) -> tuple[int, str] | None:
        """The answer as a model gave it and the event that holds it. What we put together
        ourselves after a limit is no answer of the agent's, nor is what a foreign one said on its
        way, where it called on or was cut off."""
        for seq, reply in reversed(self.replies):
            if reply.origin == "imported" and (reply.reading.calls or self._unanswered):
                return None
            if reply.reading.answer:
                return seq, reply.reading.answer
        return None

    @property
    def _unanswered(self) -> bool:
        return self.stopped is not None and self.stopped.answer is None

    @cached_property
    def cap(self) -> int | None:
        """`max_iterations` as launched."""
        for event in self.events:
            if isinstance(event, Started):
                limits: Any = event.rig.get("limits")
                cap = limits.get("max_iterations") if isinstance(limits, dict) else None
                return cap if isinstance(cap, int) else None
        return None


def story(
    events: Sequence[Event], refreshable: Collection[str] = (), beside: Beside = NOTHING
) -> Story:
    return Story(tuple(events), frozenset(refreshable), beside)


def _act(seq: int, reply: int, event: Returned) -> Act:
    return Act(
        seq, reply, event.call, event.outcome, event.output, event.retryable, event.effect,
        event.notes,
    )  # fmt: skip


def _with_edits(acts: list[Act], events: Sequence[Event]) -> list[Act]:
    for seq, edit in enumerate(events):
        if isinstance(edit, Edited) and edit.target == "observation":
            acts = [
                replace(act, output=edit.value, outcome="ok")
                if act.call.id == edit.call_id and act.seq < seq
                else act
                for act in acts
            ]
    return acts


def story_of(state: State) -> Story:
    """The same of what an agent knows; a person's edits are in their places already. The numbers
    of its events are not those of the run."""
    events: list[Event] = [Started(state.started_at, state.question, {}, state.scenario)]
    for turn in state.turns():
        events += [turn.reply, *turn.results]
    return story(events)
