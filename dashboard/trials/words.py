"""Rates and intervals in words, the same in the terminal, the matrix and the figures."""

from __future__ import annotations

from collections.abc import Sequence

from data.trials.plan import NO_FAULT, CellKey


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{rate * 100:.0f} %"


def interval_words(found: Sequence[float] | None) -> str:
    """`[0.23, 0.88]`; empty where there is none."""
    return "" if found is None else f"[{found[0]:.2f}, {found[1]:.2f}]"


def task_name(key: CellKey) -> str:
    return key.scenario if key.fault == NO_FAULT else f"{key.scenario} · {key.fault}"
