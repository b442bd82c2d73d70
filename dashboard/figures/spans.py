"""Where a run's time went: every step on one axis from the run's start, and what lay between."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dashboard.lanes import Lane
from data.rows import StepRow

LONG_PAUSE_S = 60.0


class Span(NamedTuple):
    """A tuple, since long runs have many. `start` and `end` in seconds from the run's start. Steps
    that overlap share a `row`-block: this one has place `row` of `rows`."""

    step: StepRow
    start: float
    end: float
    row: int
    rows: int


@dataclass(frozen=True, slots=True)
class Gap:
    """The run was open and nothing ran; `seq` is that of the step that ended the wait. A gap
    `open` to the right may hold a call that has not ended, which no event tells of yet."""

    start: float
    end: float
    seq: int
    open: bool = False


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds. `in_sequence` is what the same steps would take one after the other (S1-12)."""

    total: float
    model: float
    tools: float
    waiting: float
    in_sequence: float


@dataclass(frozen=True, slots=True)
class Track:
    spans: tuple[Span, ...]
    gaps: tuple[Gap, ...]
    forked_at: float | None
    """Where a fork's own steps begin; what its parent did is drawn right before."""
    end: float


def track(lane: Lane, now: float | None = None) -> Track:
    """`now` (seconds since the epoch) is how far a running lane has come."""
    run, steps = lane.run, sorted(lane.steps, key=lambda step: (step.started_at, step.seq))
    cut = run.forked_at or 0
    old = _close_up([step for step in steps if step.seq < cut])
    own = [step for step in steps if step.seq >= cut]
    before = max((end for _, _, end in old), default=0.0)
    # The parent's steps may be days old: the fork's own follow on at once.
    begin = run.started_at
    if own:
        inherited = max((step.ended_at for step in steps if step.seq < cut), default=-math.inf)
        begin = own[0].started_at if begin < inherited else min(begin, own[0].started_at)
    placed = old + [
        (step, before + step.started_at - begin, before + step.ended_at - begin) for step in own
    ]
    spans = _stack([(step, start, max(start, end)) for step, start, end in placed])
    until = run.ended_at if run.ended_at is not None else now if run.status == "running" else None
    last = max((span.end for span in spans), default=0.0)
    end = last if until is None else max(last, before + until - begin)
    gaps = _gaps(spans, end, run.status == "running")
    return Track(spans, gaps, before if old and own else None, end)


def times(lane: Lane, now: float | None = None) -> Times:
    return times_of(track(lane, now))


def times_of(found: Track) -> Times:
    model = sum(span.end - span.start for span in found.spans if span.step.kind == "model")
    tools = sum(span.end - span.start for span in found.spans if span.step.kind == "tool")
    waiting = sum(gap.end - gap.start for gap in found.gaps)
    return Times(found.end, model, tools, waiting, model + tools + waiting)


def _close_up(steps: Sequence[StepRow]) -> list[tuple[StepRow, float, float]]:
    """Inherited steps from 0 on. A parent may be a fork itself, taken up after days: a pause
    longer than everything that ran is left out."""
    busy = sum(step.ended_at - step.started_at for step in steps)
    placed: list[tuple[StepRow, float, float]] = []
    shift, latest = (-steps[0].started_at, steps[0].started_at) if steps else (0.0, 0.0)
    for step in steps:
        if step.started_at - latest > max(busy, LONG_PAUSE_S):
            shift -= step.started_at - latest
        latest = max(latest, step.ended_at)
        placed.append((step, step.started_at + shift, step.ended_at + shift))
    return placed


def _stack(placed: Sequence[tuple[StepRow, float, float]]) -> tuple[Span, ...]:
    """Steps that overlap, directly or through others, form a block; each takes its first free row.

    Steps that start together overlap even if they took no time.
    """
    spans: list[Span] = []
    block: list[tuple[StepRow, float, float, int]] = []
    rows: list[tuple[float, float]] = []
    busy = latest = -math.inf

    def close() -> None:
        spans.extend(Span(step, start, end, row, len(rows)) for step, start, end, row in block)
        block.clear()
        rows.clear()

    for step, start, end in sorted(placed, key=lambda one: (one[1], one[0].seq)):
        if start >= busy and start > latest:
            close()
        free = (row for row, (s, e) in enumerate(rows) if e <= start and s < start)
        row = next(free, len(rows))
        rows[row : row + 1] = [(start, end)]
        block.append((step, start, end, row))
        busy, latest = max(busy, end), start
    close()
    return tuple(spans)


def _gaps(spans: Sequence[Span], end: float, running: bool) -> tuple[Gap, ...]:
    gaps: list[Gap] = []
    busy = 0.0
    for span in spans:
        if span.start > busy:
            gaps.append(Gap(busy, span.start, span.step.seq))
        busy = max(busy, span.end)
    if end > busy:
        last = spans[-1].step.seq if spans else 0
        gaps.append(Gap(busy, end, last, open=running))
    return tuple(gaps)
