"""How the tokens of a run grow: four numbers that people confuse, one view for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import plotly.graph_objects as go

from dashboard.figures.common import base, ceiling, empty, is_live, note
from dashboard.figures.heights import TOKENS
from dashboard.figures.lines import Point, add_lines
from dashboard.formats import UNKNOWN, at_least, count, share
from dashboard.lanes import Lane
from dashboard.palette import palette
from data.rows import StepRow

View = Literal["per call", "peak", "cumulative", "cached"]

VIEWS: Mapping[View, str] = {
    "per call": "What each model call read: its whole request, history and all.",
    "peak": "The longest request so far: what must fit into the model's context window.",
    "cumulative": "Everything read so far, added up: what is paid for, before any cache.",
    "cached": "How much of each request the provider read from its cache, at a lower price.",
}
"""For the page's selector, with a sentence that says what each one is."""


def tokens(lanes: Sequence[Lane], dark: bool, *, view: View = "per call") -> go.Figure:
    calls = [lane.model_calls for lane in lanes]
    if not any(calls):
        return empty("No model was called yet, so no tokens were read.", dark)
    points = [_POINTS[view](steps) for steps in calls]
    known = [point.value for line in points for point in line if point.value is not None]
    if not known:
        return empty(_NOTHING[view == "cached"], dark)
    figure = base(lanes, dark, name=f"tokens {view}", height=TOKENS)
    add_lines(figure, lanes, points, palette(dark))
    if view == "cached":
        figure.update_layout(
            yaxis={"range": [-2, 104], "ticksuffix": " %", "dtick": 25, "title_text": "from cache"}
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
                "title_text": "tokens",
            }
        )
    note(figure, _source_note([step for steps in calls for step in steps], known), dark)
    return figure


def _per_call(steps: Sequence[StepRow]) -> list[Point]:
    return [_point(step, step.input_tokens, "read {} tokens") for step in steps]


def _peak(steps: Sequence[StepRow]) -> list[Point]:
    points: list[Point] = []
    peak, gaps = 0, False
    for step in steps:
        gaps |= step.input_tokens is None
        peak = max(peak, step.input_tokens or 0)
        known = None if step.input_tokens is None else peak
        points.append(_point(step, known, "longest request so far: {} tokens", gaps))
    return points


def _cumulative(steps: Sequence[StepRow]) -> list[Point]:
    points: list[Point] = []
    total, gaps = 0, False
    for step in steps:
        gaps |= step.input_tokens is None
        total += step.input_tokens or 0
        known = None if step.input_tokens is None else total
        points.append(_point(step, known, "read so far: {} tokens", gaps))
    return points


def _cached(steps: Sequence[StepRow]) -> list[Point]:
    points: list[Point] = []
    for step in steps:
        part, whole = step.cached_tokens, step.input_tokens
        if part is None or not whole:
            points.append(Point(step, None, UNKNOWN, "the share read from a cache is unknown"))
            continue
        of = share(part, whole)
        said = f"{count(part)} of {count(whole)} tokens from the cache ({of})"
        points.append(Point(step, 100 * part / whole, of, said, _counted(step)))
    return points


def _point(step: StepRow, value: int | None, said: str, partial: bool = False) -> Point:
    """`partial`: an unknown call came before, so that the value is a minimum."""
    if value is None:
        return Point(step, None, UNKNOWN, "what this call read is unknown")
    shown = at_least(count(value), partial)
    return Point(step, value, shown, said.format(shown), _counted(step))


_NOTHING = {
    False: "The provider reported no tokens.",
    True: "Nobody reported what came from a cache.",
}
_POINTS = {"per call": _per_call, "peak": _peak, "cumulative": _cumulative, "cached": _cached}


def _counted(step: StepRow) -> bool:
    return step.usage_source != "reported"


def _source_note(steps: Sequence[StepRow], known: Sequence[float]) -> str:
    sources = {"counted" if _counted(step) else "reported" for step in steps}
    said = {"reported": "● reported by the provider", "counted": "○ counted by Triptych"}
    parts = [words for source, words in said.items() if source in sources]
    if len(known) < len(steps):
        parts.append("? unknown")
    return "   ".join(parts)
