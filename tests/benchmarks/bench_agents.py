"""What the agents' side costs: folding a long run, parallel tools, the loop itself."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from agents.events import Returned
from agents.state import fold
from agents.tools import tool
from tests.playbook import playbook_rig
from tests.rigs import play, play_scenario

Row = tuple[str, float, float, float, str]


def repeated(what: str, work: Callable[[], float], target: str, times: int = 7) -> Row:
    """Milliseconds: least, median, most."""
    took = sorted(work() for _ in range(times))
    return what, took[0], statistics.median(took), took[-1], target


def fold_10_000() -> Row:
    events = play_scenario("larkspur-6", "react").events
    long = [events[0], *events[1:3] * 5_000]

    def work() -> float:
        start = time.perf_counter()
        fold(long)
        return (time.perf_counter() - start) * 1000

    return repeated("fold 10,000 events", work, "≤ 100")


def copying_10_000() -> Row:
    """The naive way beside it: a tuple copied at every event."""
    events = play_scenario("larkspur-6", "react").events
    long = [events[0], *events[1:3] * 5_000]

    def work() -> float:
        start = time.perf_counter()
        past: tuple[object, ...] = ()
        for event in long:
            past = (*past, event)
        return (time.perf_counter() - start) * 1000

    return repeated("  only copying a tuple at each of them", work, "", times=3)


def parallel() -> list[Row]:
    def slow(n: int) -> int:
        """Waits half a second, blocking."""
        time.sleep(0.5)
        return n

    def took(together: bool) -> float:
        calls = [("slow", {"n": n}) for n in range(3)]
        lines = [calls, "done"] if together else [*([call] for call in calls), "done"]
        rig, _ = playbook_rig(lines, [tool(slow)])
        results = [e for e in play(rig, "q").events if isinstance(e, Returned)]
        return (results[-1].ended_at - min(r.started_at for r in results)) * 1000

    return [
        repeated("three tools of 500 ms in one reply", lambda: took(True), "≤ 700", times=3),
        repeated("  the same, one reply each", lambda: took(False), "", times=3),
    ]


def rows() -> list[Row]:
    return [fold_10_000(), copying_10_000(), *parallel()]
