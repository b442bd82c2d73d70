"""Rates and intervals in words, the same in the terminal, the matrix and the figures."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.words import t
from dashboard.words.many import many
from data.trials.plan import NO_FAULT, CellKey, TrialPlan


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{rate * 100:.0f} %"


def interval_words(found: Sequence[float] | None) -> str:
    """`[0.23, 0.88]`; empty where there is none."""
    return "" if found is None else f"[{found[0]:.2f}, {found[1]:.2f}]"


def column(name: str) -> str:
    """The heading of a table's column."""
    return t(f"results.column.{name}") if name else ""


def size_words(plan: TrialPlan) -> str:
    """`TrialPlan.told_size` in the language that is spoken."""
    counted = (
        many("trials.n-scenarios", len(plan.scenarios)),
        many("trials.n-paradigms", len(plan.paradigms)),
        many("trials.n-models", len(plan.models)),
        many("trials.n-faults", len(plan.faults)),
        many("trials.n-trials", plan.trials),
    )
    return " × ".join(counted)


def task_name(key: CellKey) -> str:
    return key.scenario if key.fault == NO_FAULT else f"{key.scenario} · {key.fault}"
