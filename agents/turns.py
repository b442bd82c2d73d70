"""What an agent has done, turn by turn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from agents.events import Replied, Returned
from agents.log import Log
from agents.messages import Call


class Turn(NamedTuple):
    """A reply and what came of the calls it led to; results stand as they finished."""

    reply: Replied
    calls: tuple[Call, ...]
    results: Log[Returned]
    followed: str = ""
    """What the user wrote next, if anything."""
    at: int = 0
    """The number of the event that is the reply."""

    def answered(self) -> Iterator[tuple[Call, Returned]]:
        """Each call with its result, in call order: the order in which a model is told."""
        by_id = {result.call.id: result for result in self.results}
        return ((call, by_id[call.id]) for call in self.calls if call.id in by_id)

    def unanswered(self) -> tuple[Call, ...]:
        if len(self.results) >= len(self.calls):
            return ()
        known = {result.call.id for result in self.results}
        return tuple(call for call in self.calls if call.id not in known)


def branch(turns: Log[Turn], back: int) -> tuple[Log[Turn], str]:
    """Those up to event `back`, from which a foreign agent went on: in a search of a tree, or after
    a rewind. What the user wrote last was written after going back; it is returned where it
    belongs to no turn that is left."""
    kept = turns.until(bisect_right(turns, back, key=attrgetter("at")))
    wrote = turns[-1].followed if len(kept) < len(turns) else ""
    if not wrote or not kept:
        return kept, wrote
    followed = "\n\n".join(filter(None, (kept[-1].followed, wrote)))
    return kept.until(len(kept) - 1).append(kept[-1]._replace(followed=followed)), ""
