"""Runs set side by side, step by step, by what was asked and answered and not by number.

Pure, over events: every event of every run stands in exactly one row, in its order. The longest
common subsequence of equal steps comes first; in the gaps between them, steps that share what was
asked, answered or decided; in what is left, decisions of one kind, then steps of one kind. More
than two runs are aligned one after another with all rows so far (progressively), so a step that
only the second and third share has one row too; their number of equal rows is then good, not
proven the greatest.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agents.events import Event
from data.diff.lcs import Pairs, pairs
from data.diff.step_keys import StepKey, step_key

State = Literal["equal", "asked", "answered", "changed", "only"]
"""How the cells of a row are to each other: equal; the same answer to something else asked; the
same asked and another answer; both other; not in every run."""

TIERS = 4


@dataclass(frozen=True, slots=True)
class Row:
    state: State
    cells: tuple[int | None, ...]
    """The number of the event in each run; None where a run has no such step."""
    alike: tuple[int | None, ...]
    """Cells of the same number are equal steps; the first cell that is there has 0."""
    same_act: bool
    """In every run, and the same was decided, called and returned: what differs is only how it
    was asked for, or said."""

    @property
    def differs(self) -> bool:
        return self.state != "equal"


Line = list[int | None]


def align(runs: Sequence[Sequence[Event]]) -> list[Row]:
    """An event that two runs share as one object, as forks do (`Reading.histories`), is known to
    be the same step and is not compared."""
    known: dict[int, StepKey] = {}
    keys = [[_key(event, known) for event in run] for run in runs]
    if not keys:
        return []
    lines: list[Line] = [[place] for place in range(len(keys[0]))]
    for number, run in enumerate(keys[1:], 1):
        rows = [[keys[r][p] for r, p in enumerate(line) if p is not None] for line in lines]
        edits = {place for place, key in enumerate(run) if key.like.startswith("edited ")}
        lines = _merged(lines, number, len(run), _matched(rows, run), edits)
    return [_row(line, keys) for line in lines]


def first_difference(rows: Sequence[Row], *, of_acts: bool = False) -> int | None:
    """Where the runs part: the first row that is not equal; or, `of_acts`, the first in which
    something else was decided, called or returned."""
    return next(
        (n for n, row in enumerate(rows) if row.differs and not (of_acts and row.same_act)), None
    )


def _key(event: Event, known: dict[int, StepKey]) -> StepKey:
    found = known.get(id(event))
    if found is None:
        found = known[id(event)] = step_key(event)
    return found


def _matched(rows: Sequence[Sequence[StepKey]], run: Sequence[StepKey]) -> Pairs:
    """Which row takes which step of the run."""
    head, most = 0, min(len(rows), len(run))
    while head < most and any(key is run[head] for key in rows[head]):
        head += 1
    found: Pairs = [(place, place) for place in range(head)]
    for tier in range(TIERS):
        more: Pairs = []
        for (row, item), (row_end, item_end) in pairwise([(-1, -1), *found, (len(rows), len(run))]):
            if row + 1 < row_end and item + 1 < item_end:
                gap = _in_order(rows[row + 1 : row_end], run[item + 1 : item_end], tier)
                more += [(row + 1 + r, item + 1 + i) for r, i in gap]
        found = sorted(found + more)
    return found


def _in_order(rows: Sequence[Sequence[StepKey]], run: Sequence[StepKey], tier: int) -> Pairs:
    """Of several longest subsequences the same one is taken whichever of two runs comes first."""
    ours: list[tuple[Hashable, ...]] = [
        tuple(dict.fromkeys(key for step in row for key in step.tier(tier))) for row in rows
    ]
    theirs = [step.tier(tier) for step in run]
    parted = next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None)
    if parted and repr(parted[1]) < repr(parted[0]):
        return [(row, item) for item, row in pairs(theirs, ours)]
    return pairs(ours, theirs)


def _merged(
    lines: list[Line], number: int, length: int, found: Pairs, edits: set[int]
) -> list[Line]:
    """The rows with one run more; between two matches the rows stand before what is new, but
    after the edits that made it new."""
    merged: list[Line] = []
    row = item = 0
    for row_end, item_end in [*found, (len(lines), length)]:
        while item < item_end and item in edits:
            merged.append([*[None] * number, item])
            item += 1
        merged += [[*line, None] for line in lines[row:row_end]]
        merged += [[*[None] * number, place] for place in range(item, item_end)]
        if row_end < len(lines) and item_end < length:
            merged.append([*lines[row_end], item_end])
        row, item = row_end + 1, item_end + 1
    return merged


def _row(line: Line, keys: Sequence[Sequence[StepKey]]) -> Row:
    steps = [None if place is None else keys[run][place] for run, place in enumerate(line)]
    there = [step for step in steps if step is not None]
    kinds: list[StepKey] = []
    alike: list[int | None] = []
    for step in steps:
        if step is None:
            alike.append(None)
            continue
        number = next((n for n, kind in enumerate(kinds) if _equal(kind, step)), len(kinds))
        if number == len(kinds):
            kinds.append(step)
        alike.append(number)
    whole = len(there) == len(steps)
    return Row(
        _state(kinds) if whole else "only",
        tuple(line),
        tuple(alike),
        whole and all(_same_act(kinds[0], kind) for kind in kinds),
    )


def _equal(one: StepKey, other: StepKey) -> bool:
    return one is other or (_asked_alike(one, other) and one.answered == other.answered)


def _asked_alike(one: StepKey, other: StepKey) -> bool:
    """What a model was asked is compared where both have it: a trace may lack its requests."""
    unknown = one.like.startswith("model") and "" in (one.asked, other.asked)
    return one.like == other.like and (unknown or one.asked == other.asked)


def _same_act(one: StepKey, other: StepKey) -> bool:
    if one.act is not None and other.act is not None:
        return one.act == other.act
    return _equal(one, other)


def _state(kinds: Sequence[StepKey]) -> State:
    first, *others = kinds
    if not others:
        return "equal"
    if all(_asked_alike(first, kind) for kind in others):
        return "answered"
    return "asked" if all(first.answered == kind.answered for kind in others) else "changed"
