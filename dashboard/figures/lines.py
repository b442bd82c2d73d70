"""Lines over model calls, one a lane, told apart by colour, marker and dash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from dashboard.figures.groups import Group
from dashboard.figures.text import hover, inert
from dashboard.formats import short
from dashboard.lanes import Lane, lane_names
from dashboard.palette import LANE_DASHES, LANE_SYMBOLS, Palette
from dashboard.words import t


@dataclass(frozen=True, slots=True)
class Point:
    """`value` None is unknown: a gap in the line. `hollow` marks a value that is less sure."""

    group: Group
    value: float | None
    shown: str
    """The value as a number, for the legend."""
    said: str
    """The value in words, for the hover."""
    hollow: bool = False


MARKED = 120
"""Above so many calls in a lane only the line is drawn, with small dots for the doors."""


def add_lines(
    figure: go.Figure, lanes: Sequence[Lane], points: Sequence[Sequence[Point]], colours: Palette
) -> None:
    """A point stands over the last call of its group. Unknown values stand as `?` along the top
    edge, each still a door to its step."""
    names = lane_names([lane.run for lane in lanes])
    for place, (name, line) in enumerate(zip(names, points, strict=True)):
        figure.add_trace(_line(place, name, line, colours))
    for place, (name, line) in enumerate(zip(names, points, strict=True)):
        # side by side, where several lanes have an unknown at the same call
        aside = (place - (len(lanes) - 1) / 2) * 0.09
        unknown = [(p.group.last + aside, p) for p in line if p.value is None]
        if unknown:
            figure.add_trace(_question_marks(name, unknown, colours.lane(place)))
    figure.update_layout(
        yaxis2={"overlaying": "y", "range": [0, 1], "visible": False, "fixedrange": True}
    )
    longest = max((line[-1].group.last for line in points if line), default=1)
    figure.update_xaxes(
        range=[0.5, max(longest, 4) + 0.5],
        title_text=t("axis.call"),
        dtick=1 if longest <= 15 else None,
        tick0=1,
        nticks=12,
        showgrid=False,
    )


def _line(place: int, name: str, line: Sequence[Point], colours: Palette) -> go.Scatter:
    colour, symbol = colours.lane(place), LANE_SYMBOLS[place % len(LANE_SYMBOLS)]
    many = len(line) > MARKED
    return go.Scatter(
        name=f"{inert(short(name, 44))}  <b>{inert(_last(line))}</b>",
        meta="lane",
        mode="lines+markers",
        x=[point.group.last for point in line],
        y=[point.value for point in line],
        customdata=[point.group.door for point in line],
        hovertext=[hover(point.said, *point.group.lines(name)) for point in line],
        hoverinfo="text",
        connectgaps=False,
        line={"color": colour, "width": 2, "dash": LANE_DASHES[place % len(LANE_DASHES)]},
        marker={
            "color": [colours.page if point.hollow and not many else colour for point in line],
            "symbol": symbol,
            "size": 3 if many else 8,
            "line": {"color": colour, "width": 0 if many else 1.6},
        },
    )


def _last(line: Sequence[Point]) -> str:
    known = [point for point in line if point.value is not None] or line
    return known[-1].shown if known else t("lines.no-calls")


def _question_marks(name: str, unknown: Sequence[tuple[float, Point]], colour: str) -> go.Scatter:
    return go.Scatter(
        meta="unknown",
        mode="text",
        x=[x for x, _ in unknown],
        y=[0.95] * len(unknown),
        yaxis="y2",
        text=["?"] * len(unknown),
        textfont={"size": 14, "color": colour},
        customdata=[point.group.door for _, point in unknown],
        hovertext=[hover(point.said, *point.group.lines(name)) for _, point in unknown],
        hoverinfo="text",
        showlegend=False,
    )
