"""Playing a run again from its record: no model is asked and no tool is run, and what does not
fit the record is an error, never a guess.

The record is the run's events with the requests behind its replies. What a person had edited into
the run comes from the record too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from agents.errors import RecordingMismatch
from agents.events import Cost, Edited, Event, Replied, Returned, Started, Stopped, start_of
from agents.loop import step
from agents.messages import Call, Wire, canonical
from agents.models.base import deaf
from agents.models.recorded import RecordedModel
from agents.rig import Rig
from agents.state import State, apply

Record = Sequence[tuple[Event, Wire]]
BLANK = Cost(None, "")


@dataclass(frozen=True, slots=True)
class Replayed:
    events: tuple[Event, ...]
    equal: int
    """How many of them, from the first on, are as recorded (`same`)."""
    recorded: int

    @property
    def identical(self) -> bool:
        return self.equal == self.recorded == len(self.events)


async def replay(record: Record, rig: Rig) -> Replayed:
    """Goes through the run with `rig` as its form: its models and tools only say what a request
    would look like. Raises RecordingMismatch at the first request or call that the record does
    not hold. What comes out as recorded keeps its recorded times."""
    recorded = [event for event, _ in record]
    if not recorded or not isinstance(recorded[0], Started):
        raise RecordingMismatch("The record does not begin with a start.", ("messages",))
    events: list[Event] = [recorded[0]]
    using = replace(from_record(rig, record), clock=lambda: _now(recorded, len(events)))
    state = apply(State(), recorded[0])
    equal = 1
    while _goes_on(state, recorded, len(events)):
        async for event in _next(state, using, recorded, len(events)):
            place = len(events)
            if equal == place < len(recorded) and same(event, recorded[place]):
                event = replace(recorded[place], origin=event.origin)
                equal += 1
            events.append(event)
            state = apply(state, event)
    return Replayed(tuple(events), equal, len(recorded))


async def _next(
    state: State, rig: Rig, recorded: Sequence[Event], place: int
) -> AsyncIterator[Event]:
    """What a person had put there, or else what the loop does; up to where a person did again."""
    if _by_hand(recorded, place):
        yield recorded[place]
        return
    cancel = asyncio.Event()
    event = recorded[place] if place < len(recorded) else None
    if isinstance(event, Stopped) and event.status == "cancelled":
        cancel.set()
    async with contextlib.aclosing(step(state, rig, deaf, cancel)) as produced:
        async for number, (event, _) in _numbered(produced, place + 1):
            yield event if isinstance(event, Returned) else replace(event, origin="replayed")
            if _by_hand(recorded, number) or _cut_short(recorded, number):
                return


def _goes_on(state: State, recorded: Sequence[Event], place: int) -> bool:
    if _by_hand(recorded, place):
        return True
    return state.open and not _cut_short(recorded, place)


def _cut_short(recorded: Sequence[Event], place: int) -> bool:
    """A run that was interrupted ends where its record does."""
    return place == len(recorded) and not isinstance(recorded[-1], Stopped)


def from_record(rig: Rig, record: Record) -> Rig:
    """The rig with its models and tools answering from the record."""
    replies = [(event, sent) for event, sent in record if isinstance(event, Replied)]
    models = {id(model): model for model in rig.models.values()}
    played = {key: RecordedModel(model, replies) for key, model in models.items()}
    return replace(
        rig,
        models={actor: played[id(model)] for actor, model in rig.models.items()},
        recorded=RecordedCalls([event for event, _ in record]),
    )


class RecordedCalls:
    """Answers calls by name and arguments, and by how often the same call was made before. Only
    the last round of a run that broke off may lack results."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._results: dict[str, list[tuple[int, Returned]]] = defaultdict(list)
        self._asked: dict[str, int] = defaultdict(int)
        written: dict[str, Call] = {}
        for place, event in enumerate(events):
            if isinstance(event, Replied):
                written = {call.id: call for call in event.reading.calls}
            elif isinstance(event, Returned):
                # the result names the tool that was meant, the reply what the model wrote
                call = written.get(event.call.id, event.call)
                self._results[_key(call)].append((place, event))
        self._left = sum(map(len, self._results.values()))
        self._complete = bool(events) and isinstance(events[-1], Stopped)

    def __call__(self, calls: tuple[Call, ...]) -> list[Returned]:
        found: list[tuple[int, Returned]] = []
        missing: list[Call] = []
        for call in calls:
            one = self._found(call)
            if one is None:
                missing.append(call)
            else:
                found.append(one)
        self._left -= len(found)
        broke_off = not self._complete and self._left == 0 and bool(found)
        if missing and not broke_off:
            raise self._mismatch(missing[0])
        return [result for _, result in sorted(found, key=lambda one: one[0])]

    def _mismatch(self, call: Call) -> RecordingMismatch:
        arguments = canonical(dict(call.arguments))
        held = _key(call) in self._results
        what = "was made more often than" if held else "is not in"
        return RecordingMismatch(
            f"The call {call.name} {arguments} {what} the record: fork the run to run the tool.",
            ("times",) if held else ("calls",),
        )

    def _found(self, call: Call) -> tuple[int, Returned] | None:
        key = _key(call)
        held = self._results.get(key, [])
        times = self._asked[key]
        if times >= len(held):
            return None
        self._asked[key] += 1
        place, result = held[times]
        return place, replace(result, call=replace(result.call, id=call.id), origin="replayed")


def same(one: Event, other: Event) -> bool:
    """Equal but for when it happened, where it came from, and what it was reckoned to cost."""
    return _bare(one) == _bare(other)


def _bare(event: Event) -> Event:
    if isinstance(event, Replied):
        times = {"started_at": 0.0, "ended_at": 0.0, "first_token_at": None}
        return replace(event, **times, cost=BLANK, origin="live")  # type: ignore[arg-type]
    if isinstance(event, Returned):
        return replace(event, started_at=0.0, ended_at=0.0, origin="live")
    return replace(event, at=0.0, origin="live")


def _by_hand(recorded: Sequence[Event], place: int) -> bool:
    """Did a person put this event there?"""
    if place >= len(recorded):
        return False
    event = recorded[place]
    return isinstance(event, Edited) or (isinstance(event, Replied) and event.origin == "edited")


def _key(call: Call) -> str:
    return f"{call.name}\x00{canonical(dict(call.arguments))}\x00{call.fault}"


def _now(recorded: Sequence[Event], place: int) -> float:
    """The time at which the next event began: deadlines are held against it."""
    return start_of(recorded[min(place, len(recorded) - 1)])


async def _numbered(
    produced: AsyncIterator[tuple[Event, Wire]], start: int
) -> AsyncIterator[tuple[int, tuple[Event, Wire]]]:
    number = start
    async for one in produced:
        yield number, one
        number += 1
