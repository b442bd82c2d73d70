"""What aligning runs costs, beside Python's own difflib over the same keys."""

from __future__ import annotations

import difflib
import random
import time
import tracemalloc
from collections.abc import Callable

from agents.events import Event, Reading, Started, Stopped
from agents.messages import Call
from data.diff.aligning import align
from data.diff.lcs import pairs
from data.diff.step_keys import step_key
from data.store import Store
from tests.benchmarks.bench_agents import Row, repeated
from tests.making import AT, new_run, replied, returned

STEPS = 1_000


def a_long_run(steps: int, seed: int, kinds: int = 50) -> list[Event]:
    """Model and tool calls in turn over `kinds` different calls: as hard as runs get, with many
    equal steps in another order."""
    dice = random.Random(seed)
    events: list[Event] = [Started(AT, "Which?", {"paradigm": "react"})]
    for turn in range(steps // 2):
        key = dice.randrange(kinds)
        call = Call(f"c{turn}", "look_up", {"key": key})
        thought = f"Thought {key}: I need the passage on {key} to go on."
        wire = f"{turn:032x}" if seed == 0 else f"{turn + seed * 10**6:032x}"
        events.append(
            replied((), at=AT + turn, request=wire, text=thought,
                    reading=Reading(thought=thought, calls=(call,)))
        )  # fmt: skip
        events.append(returned(at=AT + turn, call=call, output=f"Passage on {key}. " * 20))
    return [*events, Stopped(AT + steps, "success", "answered", "so")]


def timed(work: Callable[[], object]) -> Callable[[], float]:
    def once() -> float:
        start = time.perf_counter()
        work()
        return (time.perf_counter() - start) * 1000

    return once


def rows() -> list[Row]:
    found = []
    for steps, target in ((STEPS, "≤ 500"), (10 * STEPS, "")):
        one, other = a_long_run(steps, 1), a_long_run(steps, 2)
        what = f"align 2 × {steps:,} steps"
        found.append(repeated(what, timed(lambda a=one, b=other: align([a, b])), target, 5))
        ours, theirs = ([step_key(event).tier(1) for event in run] for run in (one, other))
        found.append(
            repeated("  only their subsequence", timed(lambda a=ours, b=theirs: pairs(a, b)), "", 5)
        )
        if steps == STEPS:
            found.append(repeated("  difflib on the same keys", _naive(ours, theirs), "", 3))
        found.append(_memory(f"  memory of aligning 2 × {steps:,}, in MB", [one, other]))
    six = [a_long_run(STEPS, seed) for seed in range(6)]
    found.append(repeated(f"align 6 × {STEPS:,} steps", timed(lambda: align(six)), "", 3))
    return [*found, *_from_the_store()]


def _naive(ours: list[tuple[object, ...]], theirs: list[tuple[object, ...]]) -> Callable[[], float]:
    one, other = ([repr(key) for key in keys] for keys in (ours, theirs))
    return timed(lambda: difflib.SequenceMatcher(None, one, other, False).get_matching_blocks())


def _memory(what: str, runs: list[list[Event]]) -> Row:
    tracemalloc.start()
    align(runs)
    most = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return what, most, most, most, ""


def _from_the_store() -> list[Row]:
    """Two runs, and a fork near the end of a run, read and aligned."""
    with Store.open(":memory:") as store:
        for name, seed in (("one", 1), ("other", 2)):
            run = a_long_run(STEPS, seed)
            store.append_many(
                [(name, n, event, ()) for n, event in enumerate(run)], [new_run(name)]
            )
        own = a_long_run(STEPS, 3)[900:]
        fork = new_run("fork", parent_run_id="one", forked_at=900)
        store.append_many([("fork", 900 + n, event, ()) for n, event in enumerate(own)], [fork])
        found = []
        for what, names in (
            ("two runs", ("one", "other")),
            ("a run and its fork", ("one", "fork")),
        ):
            work = timed(lambda ids=names: align(list(store.histories(ids).values())))
            found.append(repeated(f"read and align {what} of {STEPS:,} steps", work, "≤ 500", 5))
        return found


def main() -> None:
    for what, low, middle, high, target in rows():
        print(f"{what:68} {low:9.2f} {middle:9.2f} {high:9.2f}  {target}", flush=True)


if __name__ == "__main__":
    main()
