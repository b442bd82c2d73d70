"""How the tokens of a run grow: four numbers that people confuse, one view for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import plotly.graph_objects as go

from dashboard.figures.common import base, ceiling, empty, is_live, note
from dashboard.figures.groups import Group, each_is, grouped, size_for
from dashboard.figures.heights import TOKENS
from dashboard.figures.lines import Point, add_lines
from dashboard.formats import at_least, count, share, unknown
from dashboard.lanes import Lane
from dashboard.palette import palette
from dashboard.words import t
from data.rows import StepRow

View = Literal["per call", "peak", "cumulative", "cached"]

VIEWS: tuple[View, ...] = ("per call", "peak", "cumulative", "cached")
"""What each call read, history and all; the longest request so far, which must fit into the context
window; everything read so far, which is paid for before any cache; and how much of each request
came from a cache."""


def _key(view: View) -> str:
    return view.replace(" ", "-")


def tokens(lanes: Sequence[Lane], dark: bool, *, view: View = "per call") -> go.Figure:
    calls = [lane.model_calls for lane in lanes]
    if not any(calls):
        return empty(t("tokens.none"), dark)
    size = size_for(max(map(len, calls)))
    points = [_POINTS[view](grouped(steps, size)) for steps in calls]
    known = [point.value for line in points for point in line if point.value is not None]
    if not known:
        return empty(t(f"tokens.{'cache-' * (view == 'cached')}not-reported"), dark)
    figure = base(lanes, dark, name=f"tokens {view}", height=TOKENS)
    add_lines(figure, lanes, points, palette(dark))
    if view == "cached":
        figure.update_layout(
            yaxis={
                "range": [-2, 104],
                "ticksuffix": " %",
                "dtick": 25,
                "title_text": t("axis.from-cache"),
            }
        )
    else:
        top = ceiling(max(known, default=0), is_live(lanes))
        # SI's k and M are ours too; below 10,000 the number is written out
        tickformat = ",d" if top < 10_000 else "~s"
        figure.update_layout(
            yaxis={
                "range": [0, top * 1.06],
                "tickformat": tickformat,
                "nticks": 6,
                "title_text": t("axis.tokens"),
            }
        )
    every = [step for steps in calls for step in steps]
    joined = each_is(size, "point")
    told = [_source_note(every, view), joined and t(f"tokens.joined.{_key(view)}", joined=joined)]
    note(figure, "   ".join(filter(None, told)), dark)
    return figure


def _per_call(groups: Sequence[Group]) -> list[Point]:
    points = []
    for group in groups:
        mean = round(sum(group.read) / len(group.read)) if group.read else None
        said = "tokens.read" if len(group.steps) == 1 else "tokens.read-mean"
        points.append(_point(group, mean, said, len(group.read) < len(group.steps)))
    return points


def _peak(groups: Sequence[Group]) -> list[Point]:
    points: list[Point] = []
    peak, gaps = 0, False
    for group in groups:
        gaps |= len(group.read) < len(group.steps)
        peak = max(peak, *group.read, 0)
        known = peak if group.read else None
        points.append(_point(group, known, "tokens.longest", gaps))
    return points


def _cumulative(groups: Sequence[Group]) -> list[Point]:
    points: list[Point] = []
    total, gaps = 0, False
    for group in groups:
        gaps |= len(group.read) < len(group.steps)
        total += sum(group.read)
        known = total if group.read else None
        points.append(_point(group, known, "tokens.so-far", gaps))
    return points


def _cached(groups: Sequence[Group]) -> list[Point]:
    points: list[Point] = []
    for group in groups:
        pairs = [
            (step.cached_tokens, step.input_tokens)
            for step in group.steps
            if step.cached_tokens is not None and step.input_tokens
        ]
        if not pairs:
            points.append(Point(group, None, unknown(), t("tokens.cache-unknown")))
            continue
        part, whole = (sum(numbers) for numbers in zip(*pairs, strict=True))
        of = share(part, whole)
        told = {"part": count(part), "whole": count(whole), "share": of}
        missing = len(group.steps) - len(pairs)
        said = t("tokens.cached-some" if missing else "tokens.cached", n=missing, **told)
        points.append(Point(group, 100 * part / whole, of, said, _less_sure(group)))
    return points


def _point(group: Group, value: int | None, said: str, partial: bool = False) -> Point:
    """`partial`: an unknown call is in it or came before, so that the value is a minimum."""
    if value is None:
        return Point(group, None, unknown(), t("tokens.unknown"))
    shown = at_least(count(value), partial)
    return Point(group, value, shown, t(said, tokens=shown), _less_sure(group))


def _less_sure(group: Group) -> bool:
    return any(_counted(step) for step in group.steps)


_POINTS = {"per call": _per_call, "peak": _peak, "cumulative": _cumulative, "cached": _cached}


def _counted(step: StepRow) -> bool:
    return step.usage_source != "reported"


def _source_note(steps: Sequence[StepRow], view: View) -> str:
    sources = {"counted" if _counted(step) else "reported" for step in steps}
    parts = [t(f"tokens.{source}") for source in ("reported", "counted") if source in sources]
    cached = view == "cached"
    if any(not s.input_tokens if cached else s.input_tokens is None for s in steps) or (
        cached and any(s.cached_tokens is None for s in steps)
    ):
        parts.append(t("tokens.some-unknown"))
    return "   ".join(parts)
