"""Two comparisons that the seeds ask for, on what was measured: the cost ratios of seed 000
(S0-41), and a fixed plan against an adaptive loop with the same model and tools (S1-42)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from dashboard.trials.measure import Measured
from dashboard.trials.results import CellResult, Results
from data.trials.plan import CellKey

SEED_RATIOS = (
    ("function-calling", "react", 0.47),
    ("function-calling", "plan-execute", 0.30),
    ("plan-execute", "react", 1.57),
)
"""Seed 000: function calling takes some 47 % of ReAct's tokens and some 30 % of a plan's, from
which a plan takes 1.57 times ReAct's. Its own benchmark table is missing from the text."""

FIXED = ("plan-execute",)
ADAPTIVE = ("react", "function-calling", "plan-replan")


@dataclass(frozen=True, slots=True)
class Ratio:
    one: str
    other: str
    measured: float | None
    """Mean tokens (read and written) of a run; over the cells that both have, all of it known."""
    seed: float
    pairs: int
    """Cells that both have."""


def ratios(results: Results) -> list[Ratio]:
    return [_ratio(results, one, other, seed) for one, other, seed in SEED_RATIOS]


def _ratio(results: Results, one: str, other: str, seed: float) -> Ratio:
    found = []
    for cell in results.cells:
        if cell.key.paradigm == one:
            beside = results.cell(_with(cell.key, other))
            pair = (_tokens(cell), _tokens(beside) if beside else None)
            if pair[0] is not None and pair[1]:
                found.append(pair)
    top = sum(a or 0.0 for a, _ in found)
    bottom = sum(b or 0.0 for _, b in found)
    return Ratio(one, other, top / bottom if bottom else None, seed, len(found))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the comparison: the six metrics of seed 001, a run in the mean."""

    paradigm: str
    judged: int
    completed: float | None
    unsupported: float | None
    tool_errors: float | None
    repeated_calls: float | None
    seconds: float | None
    tokens: float | None


def fixed_vs_adaptive(results: Results) -> list[dict[str, Any]]:
    """One entry for each scenario, fault and model that has both: `fixed` and `adaptive` are
    lists of sides, alike in model and tools by construction."""
    found = []
    for cell in results.cells:
        if cell.key.paradigm not in FIXED:
            continue
        others = [results.cell(_with(cell.key, name)) for name in ADAPTIVE]
        beside = [_side(other) for other in others if other is not None and other.measured]
        if cell.measured and beside:
            found.append(
                {
                    "scenario": cell.key.scenario,
                    "fault": cell.key.fault,
                    "model": cell.key.model,
                    "fixed": [_side(cell)],
                    "adaptive": beside,
                }
            )
    return found


def _side(cell: CellResult) -> Side:
    ended = cell.measured
    return Side(
        cell.key.paradigm,
        cell.tally.trials,
        cell.rate,
        _mean(ended, lambda one: one.unsupported),
        _mean(ended, lambda one: one.tool_errors),
        _mean(ended, lambda one: one.repeated_calls),
        _mean(ended, lambda one: None if one.duration_ms is None else one.duration_ms / 1000),
        _mean(ended, lambda one: one.tokens),
    )


def _mean(ended: Sequence[Measured], of: Callable[[Measured], float | None]) -> float | None:
    """None where it is not known of one of them."""
    values = [of(one) for one in ended]
    known = [value for value in values if value is not None]
    return mean(known) if known and len(known) == len(values) else None


def _tokens(cell: CellResult) -> float | None:
    return _mean(cell.measured, lambda one: one.tokens)


def _with(key: CellKey, paradigm: str) -> CellKey:
    return CellKey(key.scenario, key.fault, key.model, paradigm)
