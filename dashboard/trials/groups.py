"""A group of runs in the mean: three outcomes apart, seed 001's six metrics, the replan rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean

from dashboard.formats import count, duration, money, unknown
from dashboard.trials.measure import Measured
from dashboard.trials.results import Group, Results
from dashboard.trials.view import group_name
from dashboard.trials.words import interval_words, percent
from dashboard.words import t

COLUMNS = (
    "", "runs", "call-accepted", "information-retrieved", "task-completed", "interval",
    "unsupported", "tool-errors", "repeated-calls", "tokens", "cost", "time", "replan-rate",
)  # fmt: skip


def group_rows(found: Results) -> list[list[object]]:
    """A row a group, in their order; what is not known of every run is said to be unknown."""
    models = len({cell.key.model for cell in found.cells}) > 1
    return [_row(group, models) for group in found.groups()]


def _row(group: Group, models: bool) -> list[object]:
    ended = group.measured
    rate = next(iter(group.pass_hat()), None)
    return [
        group_name(group, models),
        len(ended),
        _share(ended, lambda one: one.calls_accepted),
        _share(ended, lambda one: one.information_retrieved),
        percent(rate.value if rate else None),
        interval_words(rate.interval) if rate and rate.interval else _why_none(group),
        _mean(ended, lambda one: one.unsupported, _small),
        _mean(ended, lambda one: one.tool_errors, _small),
        _mean(ended, lambda one: one.repeated_calls, _small),
        _mean(ended, lambda one: one.tokens, count),
        _mean(ended, lambda one: one.cost_usd, money),
        _mean(ended, lambda one: one.duration_ms, duration),
        replan_rate(ended),
    ]


def replan_rate(ended: Sequence[Measured]) -> str:
    """Rejected per executed step, of all the runs that made a plan together (S2-32)."""
    plans = [one.plan for one in ended if one.plan is not None]
    executed = sum(plan.executed for plan in plans)
    if not executed:
        return t("results.no-plan") if not plans else unknown()
    return percent(sum(plan.rejected for plan in plans) / executed)


def _why_none(group: Group) -> str:
    if group.deterministic and group.most > 1:
        return t("results.deterministic")
    return t("results.alike") if len(group.tallies) > 1 else ""


def _share(ended: Sequence[Measured], of: Callable[[Measured], bool | None]) -> str:
    """Of the runs of which it can be told."""
    known = [value for one in ended if (value := of(one)) is not None]
    return percent(mean(known)) if known else unknown()


def _mean(
    ended: Sequence[Measured],
    of: Callable[[Measured], float | None],
    said: Callable[[float | None], str],
) -> str:
    values = [of(one) for one in ended]
    known = [value for value in values if value is not None]
    return said(mean(known)) if known and len(known) == len(values) else said(None)


def _small(value: float | None) -> str:
    return unknown() if value is None else f"{value:.2g}"
