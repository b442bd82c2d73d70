"""Playing a run again from its record: no model is asked and no tool is run, and what does not
fit the record is an error, never a guess.

The record is the run's events with the requests behind its replies. What a person had edited into
the run comes from the record too, and so does what was imported: no policy of ours made it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from agents.errors import RecordingMismatch
from agents.events import Cost, Edited, Event, Replied, Returned, Started, Stopped, end_of, start_of
from agents.loop import step
from agents.messages import Wire
from agents.models.base import deaf
from agents.models.recorded import RecordedModel
from agents.recorded_calls import RecordedCalls
from agents.rig import Rig
from agents.state import State, apply

Record = Sequence[tuple[Event, Wire]]
BLANK = Cost(None, "")


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a run that one rig made: the parent's up to where it was forked, then the
    fork's own. `rig` None is a stretch that no rig of ours made."""

    start: int
    rig: Rig | None


@dataclass(frozen=True, slots=True)
class Replayed:
    events: tuple[Event, ...]
    equal: int
    """How many of them, from the first on, are as recorded (`same`)."""
    recorded: int

    @property
    def identical(self) -> bool:
        return self.equal == self.recorded == len(self.events)


async def replay(record: Record, rig: Rig | Sequence[Leg]) -> Replayed:
    """All of `replaying`. Raises RecordingMismatch."""
    events: list[Event] = []
    equal = 0
    async for event, as_recorded in replaying(record, rig):
        equal += as_recorded
        events.append(event)
    return Replayed(tuple(events), equal, len(record))


async def replaying(record: Record, rig: Rig | Sequence[Leg]) -> AsyncIterator[tuple[Event, bool]]:
    """Goes through the run with `rig` as its form: its models and tools only say what a request
    would look like. Raises RecordingMismatch at the first request or call that the record does
    not hold. With each event whether it and all before it are as recorded; such a one keeps its
    recorded times."""
    recorded = [event for event, _ in record]
    if not recorded or not isinstance(recorded[0], Started):
        raise RecordingMismatch("The record does not begin with a start.", ("messages",))
    legs = _played(record, rig)
    yield recorded[0], True
    state = apply(State(), recorded[0])
    place, equal, waited = 1, 1, 0.0
    while _goes_on(state, recorded, place):
        leg = next(leg for leg in reversed(legs) if leg.start <= place)
        ends = min((other.start for other in legs if other.start > place), default=-1)
        if place == leg.start and place < len(recorded):
            waited += max(0.0, start_of(recorded[place]) - end_of(recorded[place - 1]))
        before = place
        using = leg.rig and replace(leg.rig, waited=waited, clock=_Clock(recorded, place))
        async for event in _next(state, using, recorded, place, ends):
            if equal == place < len(recorded) and same(event, recorded[place]):
                event = replace(recorded[place], origin=event.origin)
                equal += 1
            place += 1
            state = apply(state, event)
            yield event, equal == place
        if place == before:  # an imported run that was never finished
            return


def _played(record: Record, rig: Rig | Sequence[Leg]) -> list[Leg]:
    """The legs with their rigs answering from their own stretch of the record."""
    legs = [Leg(0, rig)] if isinstance(rig, Rig) else sorted(rig, key=lambda leg: leg.start)
    ends = [*(leg.start for leg in legs[1:]), len(record)]
    return [
        Leg(leg.start, leg.rig and from_record(leg.rig, record, leg.start, end))
        for leg, end in zip(legs, ends, strict=True)
    ]


def from_record(rig: Rig, record: Record, first: int = 0, upto: int | None = None) -> Rig:
    """The rig with its models and tools answering from the record, or a stretch of it."""
    part = record[first:upto]
    replies = [(event, sent) for event, sent in part if isinstance(event, Replied)]
    models = {id(model): model for model in rig.models.values()}
    played = {key: RecordedModel(model, replies) for key, model in models.items()}
    return replace(
        rig,
        models={actor: played[id(model)] for actor, model in rig.models.items()},
        recorded=RecordedCalls([event for event, _ in record], first, upto),
    )


async def _next(
    state: State, rig: Rig | None, recorded: Sequence[Event], place: int, ends: int
) -> AsyncIterator[Event]:
    """What a person had put there, or else what the loop does; up to where a person did again,
    or another rig goes on."""
    if rig is None or _given(recorded, place):
        if place < len(recorded):
            yield recorded[place]
        return
    cancel = asyncio.Event()
    event = recorded[place] if place < len(recorded) else None
    if isinstance(event, Stopped) and event.status == "cancelled":
        cancel.set()
    async with contextlib.aclosing(step(state, rig, deaf, cancel)) as produced:
        async for event, _ in produced:
            yield event if isinstance(event, Returned) else replace(event, origin="replayed")
            place += 1
            if place == ends or _given(recorded, place) or _cut_short(recorded, place):
                return


def _goes_on(state: State, recorded: Sequence[Event], place: int) -> bool:
    if _given(recorded, place):
        return True
    return state.open and not _cut_short(recorded, place)


def _cut_short(recorded: Sequence[Event], place: int) -> bool:
    """A run that was interrupted ends where its record does."""
    return place == len(recorded) and not isinstance(recorded[-1], Stopped)


def same(one: Event, other: Event) -> bool:
    """Equal but for when it happened, where it came from, and what it was reckoned to cost."""
    return bare(one) == bare(other)


def bare(event: Event) -> Event:
    """The event without what a replay need not give again."""
    if isinstance(event, Replied):
        times = {"started_at": 0.0, "ended_at": 0.0, "first_token_at": None}
        return replace(event, **times, cost=BLANK, origin="live")  # type: ignore[arg-type]
    if isinstance(event, Returned):
        return replace(event, started_at=0.0, ended_at=0.0, origin="live")
    return replace(event, at=0.0, origin="live")


def _given(recorded: Sequence[Event], place: int) -> bool:
    """Is this event no policy's doing: put there by a person, or imported?"""
    if place >= len(recorded):
        return False
    event = recorded[place]
    return isinstance(event, Edited) or event.origin in ("edited", "imported")


class _Clock:
    """The time at which the next event began: deadlines are held against it. Results of one round
    do not move it on."""

    def __init__(self, recorded: Sequence[Event], place: int) -> None:
        self._now = start_of(recorded[min(place, len(recorded) - 1)])

    def __call__(self) -> float:
        return self._now
