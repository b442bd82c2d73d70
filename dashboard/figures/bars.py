"""The traces of the timeline: one a role and not one a bar, so that 2,000 steps stay quick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.figures.spans import Track
from dashboard.figures.step_bars import BOTTOM, TOP, Bar
from dashboard.formats import duration
from dashboard.palette import ROLE_PATTERNS, Palette, Role, role_name
from dashboard.words import t

_PART = 1 / 170
"""Of the axis, for a letter; on a narrow screen plotly leaves out what still does not fit."""

_CLEAR = "rgba(0,0,0,0)"


def steps(chosen: Sequence[Bar], role: Role, colours: Palette, *, fine: bool) -> go.Bar:
    """`fine`: the bars are too thin for outlines, except those of errors, and for hatching."""
    edge = 0 if fine else 0.5
    return go.Bar(
        name=role_name(role),
        meta="steps",
        legendgroup=role,
        showlegend=False,
        **_shape(chosen),
        hovertext=[bar.hover for bar in chosen],
        hoverinfo="text",
        marker={
            "color": colours.roles[role],
            "line": {
                "color": [colours.error if bar.failed else colours.page for bar in chosen],
                "width": [2.5 if bar.failed else edge for bar in chosen],
            },
            "pattern": _pattern(role, colours) | ({"shape": ""} if fine else {}),
        },
    )


def key(role: Role, colours: Palette) -> go.Bar:
    """For the legend: a bar of its own, as the first step of a role may have failed or not be
    there yet."""
    return go.Bar(
        name=role_name(role),
        meta="key",
        legendgroup=role,
        x=[None],
        y=[None],
        marker={"color": colours.roles[role], "pattern": _pattern(role, colours)},
    )


def _pattern(role: Role, colours: Palette) -> dict[str, Any]:
    return {
        "shape": ROLE_PATTERNS[role],
        "fgcolor": colours.on_roles[role],
        "fgopacity": 0.22,
        "fillmode": "overlay",
        "size": 6,
    }


def first_tokens(
    chosen: Sequence[Bar], colours: Palette, *, expected: bool = False
) -> list[go.Bar]:
    """Hatching over the part of a model call in which nothing was heard yet. Where some is
    `expected`, the legend has it before there is any."""
    silent = [bar for bar in chosen if bar.silence is not None]
    if not silent and not expected:
        return []
    shape = _shape(silent) | {"x": [bar.silence for bar in silent]}
    over = _hatched(_CLEAR, colours.page, opacity=0.42)
    key = _hatched(colours.roles["model"], colours.page, opacity=0.42)
    return [
        go.Bar(meta="first token", showlegend=False, **shape, hoverinfo="skip", marker=over),
        # a trace without bars, for the legend: over nothing the hatching could not be seen
        go.Bar(name=t("timeline.first-token"), meta="key", x=[None], y=[None], marker=key),
    ]


def words(chosen: Sequence[Bar], colours: Palette, end: float) -> go.Bar:
    """Labels, above the hatching, where they fit a bar of an axis that goes to `end`."""
    return go.Bar(
        meta="words",
        showlegend=False,
        **_shape(chosen),
        text=[bar.label if bar.length / end > _PART * bar.letters else "" for bar in chosen],
        textposition="inside",
        insidetextanchor="end",
        insidetextfont={"size": 11, "color": [colours.on_roles[bar.role] for bar in chosen]},
        hoverinfo="skip",
        marker={"color": _CLEAR, "line": {"width": 0}},
    )


def crosses(chosen: Sequence[Bar], colours: Palette) -> list[go.Scatter]:
    """A cross at the end of each step that failed, which also shows where the bar is too thin."""
    failed = [bar for bar in chosen if bar.failed]
    if not failed:
        return []
    cross = go.Scatter(
        name=t("timeline.error"),
        meta="errors",
        mode="markers",
        x=[bar.start + bar.length for bar in failed],
        y=[bar.middle for bar in failed],
        customdata=[bar.door for bar in failed],
        hovertext=[bar.hover for bar in failed],
        hoverinfo="text",
        cliponaxis=False,
        marker={
            "symbol": "x",
            "size": 8,
            "color": colours.error,
            "line": {"color": colours.page, "width": 1},
        },
    )
    return [cross]


def waiting(tracks: Sequence[Track], runs: Sequence[str], least: float, colours: Palette) -> go.Bar:
    """Time in which nothing ran; pauses under `least` seconds would only look like dirt."""
    shown = [
        (place, runs[place], gap)
        for place, track in enumerate(tracks)
        for gap in track.gaps
        if gap.end - gap.start >= least
    ]
    what = {True: "timeline.waited-open", False: "timeline.waited"}
    return go.Bar(
        name=t("timeline.waiting"),
        meta="waiting",
        base=[gap.start for _, _, gap in shown],
        x=[gap.end - gap.start for _, _, gap in shown],
        y=[place + (TOP + BOTTOM) / 2 for place, _, _ in shown],
        width=0.2,
        customdata=[[run_id, gap.seq] for _, run_id, gap in shown],
        hovertext=[
            t(what[gap.open], time=duration((gap.end - gap.start) * 1000)) for _, _, gap in shown
        ],
        hoverinfo="text",
        marker=_hatched(_CLEAR, colours.waiting, edge=colours.line),
    )


def _shape(chosen: Sequence[Bar]) -> dict[str, Any]:
    return {
        "base": [bar.start for bar in chosen],
        "x": [bar.length for bar in chosen],
        "y": [bar.middle for bar in chosen],
        "width": [bar.thickness for bar in chosen],
        "customdata": [bar.door for bar in chosen],
    }


def _hatched(fill: str, lines: str, *, opacity: float = 1, edge: str = "") -> dict[str, Any]:
    return {
        "color": fill,
        "line": {"color": edge, "width": 1} if edge else {"width": 0},
        "pattern": {
            "shape": "/",
            "fgcolor": lines,
            "fgopacity": opacity,
            "bgcolor": fill,
            "size": 5,
            "solidity": 0.38,
        },
    }
