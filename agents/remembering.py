"""What was made of each item of a history is remembered, so that the next turn costs what is new.

A request holds the whole history, and is made anew at every turn: without this, a run's cost in
time is the square of its length. Histories share their objects (agents.log), so that comparing
two of them is mostly a comparison of addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from agents.messages import Wire, chain

K = TypeVar("K")
V = TypeVar("V")

RECENT = 8
"""Histories that are remembered: lanes run side by side, and a plan's roles each have one."""


class Growing(Generic[K, V]):
    """A pure function of one immutable item, applied to each item of a sequence."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._recent: list[tuple[list[K], list[V]]] = []

    def __call__(self, items: Sequence[K]) -> list[V]:
        wanted = list(items)
        known: list[V] = []
        for before, made in reversed(self._recent):
            same = shared(before, wanted)
            if same > len(known):
                known = made[:same]
            if same and same >= len(before) - 2:
                break  # it differs in its end only, as the next request of a history does
        found = known + [self._make(item) for item in wanted[len(known) :]]
        self._recent.append((wanted, found))
        del self._recent[:-RECENT]
        return found


def shared(one: Sequence[K], other: Sequence[K]) -> int:
    """How many leading items are equal. Fast where the two differ in their last two or not at
    all, or at once."""
    most = min(len(one), len(other))
    for length in (most, most - 1, most - 2):
        if length > 0 and one[:length] == other[:length]:
            return length
    place = 0
    while place < most and (one[place] is other[place] or one[place] == other[place]):
        place += 1
    return place


_recent: list[tuple[Wire, list[str]]] = []


def digests(wire: Wire) -> Sequence[str]:
    """`chain(wire)`, at the cost of what is new since one of the last requests."""
    best: list[str] = []
    for other, found in reversed(_recent):
        same = shared(other, wire)
        if same > len(best):
            best = found[:same]
        if same and same >= len(other) - 2:
            break
    made = best + chain(wire[len(best) :], best[-1] if best else "")
    _recent.append((wire, made))
    del _recent[:-RECENT]
    return made


def digest(wire: Wire) -> str:
    """Names the whole request; empty for none."""
    return digests(wire)[-1] if wire else ""
