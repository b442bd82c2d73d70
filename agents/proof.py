"""Replay with proof: how far a run comes out of its record again, and where it would part."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.errors import RecordingMismatch
from agents.events import Event, to_json
from agents.messages import Link
from agents.recording import Leg, Record, bare, replaying


@dataclass(frozen=True, slots=True)
class Parting:
    at: int
    """The number of the first event that did not come out as recorded."""
    why: str
    differs: tuple[str, ...]
    """messages, tools, settings, calls, times; or `event` where what was made of a reply, or what
    came next, is not what was recorded."""
    diff: tuple[str, ...]
    """Lines as of a unified diff: the record's with `-`, today's with `+`."""


@dataclass(frozen=True, slots=True)
class Proof:
    events: int
    equal: int
    """How many events, from the first on, came out again exactly."""
    given: int
    """How many of these no policy of ours had made (imported, or written by a person): they were
    taken as they stand, which proves nothing about them."""
    parted: Parting | None

    @property
    def ok(self) -> bool:
        return self.equal == self.events and self.parted is None


async def prove(record: Record, legs: Sequence[Leg]) -> Proof:
    """Never raises RecordingMismatch: that is a result here. The models and tools of the rigs are
    not asked anything."""
    events = [event for event, _ in record]
    made: list[Event] = []
    equal = 0
    parted: Parting | None = None
    try:
        async for event, as_recorded in replaying(record, legs):
            if not as_recorded:
                parted = _other(events, len(made), event)
                break
            made.append(event)
            equal += 1
    except RecordingMismatch as mismatch:
        diff = tuple(_diff(_lines(mismatch.recorded), _lines(mismatch.now)))
        parted = Parting(len(made), str(mismatch), mismatch.differs, diff)
    if parted is None and equal < len(events):
        parted = Parting(equal, f"Nothing comes after event {equal - 1} any more.", ("event",), ())
    return Proof(len(events), equal, _given(events[:equal]), parted)


def _other(recorded: Sequence[Event], at: int, now: Event) -> Parting:
    if at >= len(recorded):
        why = f"The record ends after {len(recorded)} events, and the run would go on."
        return Parting(at, why, ("event",), tuple(_diff([], _event_lines(now))))
    old = recorded[at]
    why = (
        f"Event {at} ({old.kind}) comes out otherwise: the request is the same, and what is made "
        "of the reply or done next is not."
        if old.kind == now.kind
        else f"At event {at} the record has “{old.kind}”, and now comes “{now.kind}”."
    )
    return Parting(at, why, ("event",), tuple(_diff(_event_lines(old), _event_lines(now))))


def _given(events: Iterable[Event]) -> int:
    return sum(event.origin in ("imported", "edited") for event in events)


def _event_lines(event: Event) -> list[str]:
    return json.dumps(json.loads(to_json(bare(event))), ensure_ascii=False, indent=1).splitlines()


def _lines(wire: Iterable[Link]) -> list[str]:
    lines: list[str] = []
    for link in wire:
        lines.append(f"[{link.part}]")
        lines += _text(link.body).splitlines()
    return lines


def _text(body: str) -> str:
    try:
        value = json.loads(body)
    except ValueError:
        return body
    content = value.get("content") if isinstance(value, dict) else None
    if isinstance(content, str) and not value.get("tool_calls"):
        return content
    return json.dumps(value, ensure_ascii=False, indent=1)


def _diff(recorded: Sequence[str], now: Sequence[str]) -> list[str]:
    found = difflib.unified_diff(recorded, now, "recorded", "now", n=2, lineterm="")
    return list(found)
