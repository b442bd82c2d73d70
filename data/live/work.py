"""The telling of traces, one order after the other, in whichever thread or process it stands."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from data.live.change import Stale, TraceFile
from data.live.teller import Teller

BEGIN, TAKE, UNTOLD, SETTLE, END = "begin", "take", "untold", "settle", "end"
"""Orders. What is taken has five words more: see Teller.take."""
Order = Sequence[Any]
Orders = queue.SimpleQueue[Order]

SOONEST_S, LATEST_S = 0.25, 2.0
"""Between two tellings: the first is slow enough to gather, the second quick enough to watch."""
QUIET_S = 5.0


class Place(Protocol):
    """Where it is done. Orders are followed in their order; after a failure only BEGIN is."""

    def give(self, *order: Any) -> None:
        """Never waits for what is being told. Nothing happens where the place is no more."""

    def close(self) -> None: ...

    @property
    def gone(self) -> bool:
        """It ended without being told to."""
        return False


def work(orders: Orders, file: TraceFile, clock: Callable[[], float] = time.time) -> None:
    """Until END. Every failure to write is known to whoever wrote; here it means to begin anew."""
    order: Order = orders.get()
    while order[0] != END:
        if order[0] == BEGIN:
            file.begin()
            try:
                order = _told(orders, Teller(file, clock))
                continue
            except Stale:
                pass
        order = orders.get()


def _told(orders: Orders, teller: Teller) -> Order:
    """The order that ended it: to begin anew, or to end."""
    took, last = 0.0, time.monotonic()
    while True:
        wait = last + SOONEST_S - time.monotonic() if teller.behind else QUIET_S
        order: Order = ()
        with suppress(queue.Empty):
            order = orders.get(timeout=wait) if wait > 0 else orders.get_nowait()
        match order:
            case (word, *_) if word in (BEGIN, END):
                return order
            case (word, *words) if word == TAKE:
                teller.take(*words)
            case (word, traces) if word == UNTOLD:
                teller.untold(traces)
            case (word,) if word == SETTLE:
                teller.settle()
        if not order or time.monotonic() >= last + pause(took):
            begun = time.monotonic()
            teller.tell()
            teller.let_go()
            last = time.monotonic()
            took = last - begun


def pause(took: float) -> float:
    """Whoever sends comes first: telling takes up to half of the time."""
    return min(max(SOONEST_S, took), LATEST_S)
