"""pass^k, pass@k and their intervals, against counting by hand (S1-33)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.trials.statistics import (
    Tally,
    averaged,
    bootstrap,
    of_one_task,
    pass_at_k,
    pass_hat_k,
    wilson,
)

TALLIES = st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


@given(TALLIES, st.integers(1, 8))
@settings(max_examples=50)
def test_the_estimators_are_the_share_of_all_choices_of_k_trials_S1_33(
    tally: tuple[int, int], k: int
) -> None:
    """pass^k: the share of choices of k of the n trials that all passed; pass@k: that hold one."""
    trials, passed = tally
    outcomes = [place < passed for place in range(trials)]
    chosen = list(combinations(outcomes, k))
    if not chosen:
        assert pass_hat_k(trials, passed, k) is None and pass_at_k(trials, passed, k) is None
        return
    every = Fraction(sum(map(all, chosen)), len(chosen))
    some = Fraction(sum(map(any, chosen)), len(chosen))
    assert isclose(pass_hat_k(trials, passed, k) or 0, every, abs_tol=1e-12)
    assert isclose(pass_at_k(trials, passed, k) or 0, some, abs_tol=1e-12)


@given(st.integers(1, 7), st.integers(0, 20), st.integers(1, 7))
@settings(max_examples=50)
def test_the_estimators_are_unbiased(trials: int, twentieths: int, k: int) -> None:
    """Their mean over all outcomes of n trials of rate p is p^k, and 1-(1-p)^k."""
    if k > trials:
        return
    rate = Fraction(twentieths, 20)
    every = some = Fraction(0)
    for passed in range(trials + 1):
        likely = comb(trials, passed) * rate**passed * (1 - rate) ** (trials - passed)
        every += likely * Fraction(comb(passed, k), comb(trials, k))
        some += likely * (1 - Fraction(comb(trials - passed, k), comb(trials, k)))
        assert isclose(
            pass_hat_k(trials, passed, k) or 0, comb(passed, k) / comb(trials, k), abs_tol=1e-12
        )
    assert every == rate**k
    assert some == 1 - (1 - rate) ** k


@given(st.lists(TALLIES.map(lambda pair: Tally(*pair)), min_size=1, max_size=9))
@settings(max_examples=50)
def test_more_trials_make_pass_hat_k_fall_and_pass_at_k_rise(tasks: list[Tally]) -> None:
    least = min(task.trials for task in tasks)
    falls = [averaged(tasks, k, pass_hat_k) for k in range(1, least + 1)]
    rises = [averaged(tasks, k, pass_at_k) for k in range(1, least + 1)]
    assert falls[0] == pytest.approx(rises[0])
    assert all(a >= b - 1e-12 for a, b in pairwise(falls))
    assert all(a <= b + 1e-12 for a, b in pairwise(rises))


@given(TALLIES, st.integers(1, 8))
@settings(max_examples=50)
def test_an_interval_holds_its_estimate_of_the_rate(tally: tuple[int, int], k: int) -> None:
    task = Tally(*tally)
    found = wilson(task.passed, task.trials)
    assert found is not None
    assert 0 <= found.low <= task.passed / task.trials <= found.high <= 1
    carried = of_one_task(task, k, pass_hat_k)
    assert (carried is None) is (k > task.trials)
    if carried is not None:
        assert carried == (found.low**k, found.high**k)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    """8 of 10: 0.490 to 0.943 (Agresti and Coull 1998); none of 10: 0 to 0.278."""
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert wilson(0, 10) == pytest.approx((0.0, 0.278), abs=0.001)
    assert wilson(0, 0) is None


def test_a_bootstrap_is_drawn_from_its_seed_and_says_nothing_of_one_task() -> None:
    tasks = [Tally(4, passed) for passed in (0, 1, 2, 3, 4, 4, 0, 2)]
    first = bootstrap(tasks, 1, pass_hat_k, seed=3)
    assert first == bootstrap(tasks, 1, pass_hat_k, seed=3)
    assert first is not None and first.low < 0.5 < first.high
    assert bootstrap(tasks[:1], 1, pass_hat_k) is None
    assert bootstrap([Tally(5, 5)] * 9, 1, pass_hat_k) is None, "no certainty from equal tasks"


def test_tasks_with_too_few_trials_are_left_out_of_an_average() -> None:
    tasks = [Tally(1, 1), Tally(4, 2)]
    assert averaged(tasks, 1, pass_hat_k) == pytest.approx(0.75)
    assert averaged(tasks, 2, pass_hat_k) == pytest.approx(1 / 6)
    assert averaged(tasks, 5, pass_hat_k) is None


@pytest.mark.parametrize(("trials", "passed", "k"), [(3, 4, 1), (3, -1, 1), (3, 2, 0)])
def test_counts_that_cannot_be_are_refused(trials: int, passed: int, k: int) -> None:
    with pytest.raises(ValueError, match="there is no such count"):
        pass_hat_k(trials, passed, k)
