"""Every setting of the lab through the real loop, and each held against the arithmetic.

Seed 002 names 1,764 settings and not their factors (6 look-ups × 7 numbers of wrong results ×
14 caps × 3 agents would give just that). Here impossible ones are left out: 27 pairs of look-ups
and wrong results × 10 caps × 7 agents.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from data.lab.arithmetic import Expected, expected
from data.lab.playing import Counts, Played, played
from data.lab.setting import MOST_LOOKUPS, Agent, Evaluator, Setting

CAPS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
"""From one step to what the longest plan needs with every result wrong."""
CEILINGS = (1, 2, 3, 4, 7, 10, 15, 20, 21, 25)
"""Of ReAct's graph steps; the last one leaves room for everything."""
VARIANTS: tuple[tuple[Agent, Evaluator], ...] = (
    ("react", "right"),
    ("react-raising", "right"),
    ("function-calling", "right"),
    ("plan-execute", "right"),
    ("plan-replan", "right"),
    ("plan-replan", "strict"),
    ("plan-replan", "lenient"),
)


@dataclass(frozen=True, slots=True)
class Mismatch:
    agent: Agent
    setting: Setting
    expected: Expected
    measured: Expected
    passed: bool


def settings() -> Iterator[tuple[Setting, Agent]]:
    for lookups in range(1, MOST_LOOKUPS + 1):
        for wrong in range(lookups + 1):
            for agent, evaluator in VARIANTS:
                for cap, ceiling in zip(CAPS, CEILINGS, strict=True):
                    if agent in ("react", "react-raising"):
                        yield Setting(lookups, wrong, ceiling=ceiling), agent
                    else:
                        yield Setting(lookups, wrong, cap, evaluator=evaluator), agent


def sweep(told: Callable[[int, int], None] = lambda done, of: None) -> dict[str, Any]:
    """`settings` and `mismatches` are numbers; what did not agree stands in `differing`."""
    begun, used = time.perf_counter(), time.process_time()
    every = list(settings())
    differing: list[Mismatch] = []

    async def go() -> None:
        for number, (setting, agent) in enumerate(every, 1):
            if (found := mismatch(setting, await played(setting, agent))) is not None:
                differing.append(found)
            told(number, len(every))

    asyncio.run(go())
    return {
        "settings": len(every),
        "mismatches": len(differing),
        "differing": [asdict(one) for one in differing],
        "factors": {
            "look-ups and wrong results": sum(n + 1 for n in range(1, MOST_LOOKUPS + 1)),
            "caps or ceilings": len(CAPS),
            "agents": [f"{a} ({e} evaluator)" if a == "plan-replan" else a for a, e in VARIANTS],
        },
        "seconds": round(time.perf_counter() - begun, 2),
        "cpu_seconds": round(time.process_time() - used, 2),
    }


def mismatch(setting: Setting, run: Played) -> Mismatch | None:
    """The scenario's own judge has to agree too: it passes what is right and whole, no more."""
    wanted, counts = expected(setting, run.agent), run.counts
    measured = as_expected(counts)
    whole = counts.right == setting.lookups
    if measured == wanted and counts.passed is whole:
        return None
    return Mismatch(run.agent, setting, wanted, measured, counts.passed)


def as_expected(counts: Counts) -> Expected:
    return Expected(counts.calls, counts.executed, counts.right, counts.wrong, counts.unanswered)
