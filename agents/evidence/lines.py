"""Which acts a model could see when it acted. In a run that went straight on these are all before;
where a foreign agent searched a tree, a branch knows its own path and no other branch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from agents.evidence.story import Act

SHARED = 50
"""Acts of the path before a branch that are looked at again for each branch; real trees are a few
tens deep, and a hostile one may branch at every step."""


class Line(NamedTuple):
    """Acts that see those before them."""

    acts: list[Act]
    shared: int = 0
    """So many of the first belong to an earlier line too."""

    def new(self, last: Act) -> bool:
        """Whether what ends with this act was not found in an earlier line."""
        return self.shared < len(self.acts) and last.seq >= self.acts[self.shared].seq


def lines(acts: Sequence[Act], backs: Mapping[int, int]) -> list[Line]:
    """`acts` in their order. `backs`: reply -> the event that it goes on from."""
    found: list[Line] = []
    path: list[Act] = []
    shared, reply = 0, -1
    for act in acts:
        if act.reply != reply and act.reply in backs:
            found.append(Line(path, shared))
            end = bisect_right(path, backs[act.reply], key=lambda one: one.seq)
            path = path[max(0, end - SHARED) : end]
            shared = len(path)
        reply = act.reply
        path.append(act)
    return [*found, Line(path, shared)]
