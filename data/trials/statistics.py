"""What n trials with c successes say of a task, and of many tasks together.

pass^k, the chance that k trials of a task all succeed, and its unbiased estimator C(c,k)/C(n,k)
are those of the tau-bench paper (Yao et al. 2024, arXiv 2406.12045); pass@k, the chance that at
least one of k does, 1 - C(n-c,k)/C(n,k), is that of the HumanEval paper (Chen et al. 2021, arXiv
2107.03374). Both are averaged over tasks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import comb, sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054
DRAWS = 2_000
SEED = 0


class Tally(NamedTuple):
    """Of one task: trials that were judged, and those of them that passed."""

    trials: int
    passed: int


class Interval(NamedTuple):
    """Of 95 %."""

    low: float
    high: float


Estimator = Callable[[int, int, int], float | None]


def pass_hat_k(trials: int, passed: int, k: int) -> float | None:
    """All of k succeed. None where there were fewer than k trials."""
    _check(trials, passed, k)
    return comb(passed, k) / comb(trials, k) if k <= trials else None


def pass_at_k(trials: int, passed: int, k: int) -> float | None:
    """At least one of k succeeds. None where there were fewer than k trials."""
    _check(trials, passed, k)
    return 1 - comb(trials - passed, k) / comb(trials, k) if k <= trials else None


def averaged(tasks: Sequence[Tally], k: int, estimator: Estimator) -> float | None:
    """Over the tasks with at least k trials, each of the same weight; None where there is none."""
    values = _values(tasks, k, estimator)
    return sum(values) / len(values) if values else None


def wilson(passed: int, trials: int, z: float = Z_95) -> Interval | None:
    """Of a single cell's success rate (Wilson 1927). None without a trial."""
    if trials <= 0:
        return None
    rate = passed / trials
    spread = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    middle, scale = rate + z * z / (2 * trials), 1 + z * z / trials
    # at the ends exactly, where rounding would leave the rate itself outside
    low = 0.0 if passed == 0 else (middle - spread) / scale
    high = 1.0 if passed == trials else (middle + spread) / scale
    return Interval(low, high)


def of_one_task(task: Tally, k: int, estimator: Estimator) -> Interval | None:
    """For pass^k or pass@k of one task, whose trials are independent: Wilson's interval of its
    rate p, carried through p^k or 1-(1-p)^k, which both rise with p."""
    found = wilson(task.passed, task.trials)
    if found is None or k > task.trials:
        return None
    if estimator is pass_hat_k:
        return Interval(found.low**k, found.high**k)
    return Interval(1 - (1 - found.low) ** k, 1 - (1 - found.high) ** k)


def bootstrap(
    tasks: Sequence[Tally], k: int, estimator: Estimator, seed: int = SEED, draws: int = DRAWS
) -> Interval | None:
    """For an average: tasks are drawn anew with replacement `draws` times, and the middle 95 % of
    the averages taken. None for fewer than two tasks, and where all are alike: drawing them anew
    says nothing of other tasks then, and an interval without width would be a false certainty."""
    values = _values(tasks, k, estimator)
    if len(set(values)) < 2:
        return None
    chance = random.Random(seed)
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(draws))
    return Interval(means[int(draws * 0.025)], means[min(draws - 1, int(draws * 0.975))])


def _values(tasks: Sequence[Tally], k: int, estimator: Estimator) -> list[float]:
    found = (estimator(task.trials, task.passed, k) for task in tasks)
    return [value for value in found if value is not None]


def _check(trials: int, passed: int, k: int) -> None:
    if not (0 <= passed <= trials and k >= 1):
        raise ValueError(f"{passed} of {trials} trials, k = {k}: there is no such count")
