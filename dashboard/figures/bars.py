"""The traces of the timeline: one a role and not one a bar, so that 2,000 steps stay quick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from dashboard.figures.spans import Span, Track
from dashboard.figures.text import hover, inert, step_lines
from dashboard.formats import duration, origin_glyph, short
from dashboard.palette import ROLE_NAMES, ROLE_PATTERNS, Palette, Role, role_of
from data.rows import StepRow

FAILURES = ("error", "timeout", "unknown_tool", "invalid", "refused", "refusal", "cancelled")

TOP, BOTTOM = 0.34, 0.92
"""The bars' part of a lane's block of height 1; the lane's name stands above them."""

_CLEAR = "rgba(0,0,0,0)"


@dataclass(frozen=True, slots=True)
class Bar:
    step: StepRow
    role: Role
    start: float
    length: float
    middle: float
    thickness: float
    label: str
    hover: str
    failed: bool
    silence: float | None
    """Seconds until the first token."""

    @property
    def door(self) -> list[Any]:
        return [self.step.run_id, self.step.seq]


def bars(track: Track, place: int, lane: str, least: float) -> Iterable[Bar]:
    """A lane's steps; none is shorter than `least` seconds, so that it can be seen and clicked."""
    turn = 0
    for span in track.spans:
        turn += span.step.actor == "agent"
        yield _bar(span, place, lane, turn, least)


def _bar(span: Span, place: int, lane: str, turn: int, least: float) -> Bar:
    step = span.step
    slot = (BOTTOM - TOP) / span.rows
    # a tool call alone is slimmer than a model call: told apart without colour
    fill = 0.84 if span.rows > 1 else 0.6 if step.kind == "tool" else 1.0
    failed = step.status in FAILURES or bool(step.fault)
    label = step.name if step.kind == "tool" else step.actor
    if step.actor == "agent":
        label = f"turn {turn}"
    silence = None
    if step.first_token_at is not None:
        silence = min(step.first_token_at, step.ended_at) - step.started_at
    return Bar(
        step=step,
        role=role_of(step),
        start=span.start,
        length=max(span.end - span.start, least),
        middle=place + TOP + slot * (span.row + 0.5),
        thickness=slot * fill,
        label=inert(f"{'✗ ' if failed else ''}{origin_glyph(step.origin)} {short(label, 40)}"),
        hover=hover(*step_lines(step, lane), f"began {duration(span.start * 1000)} into the run"),
        failed=failed,
        silence=silence,
    )


def steps(chosen: Sequence[Bar], role: Role, colours: Palette, *, fine: bool) -> go.Bar:
    """`fine`: the bars are too thin for outlines, except those of errors, and for hatching."""
    edge = 0 if fine else 0.5
    return go.Bar(
        name=ROLE_NAMES[role],
        meta="steps",
        **_shape(chosen),
        hovertext=[bar.hover for bar in chosen],
        hoverinfo="text",
        marker={
            "color": colours.roles[role],
            "line": {
                "color": [colours.error if bar.failed else colours.page for bar in chosen],
                "width": [2.5 if bar.failed else edge for bar in chosen],
            },
            "pattern": {
                "shape": "" if fine else ROLE_PATTERNS[role],
                "fgcolor": colours.on_roles[role],
                "fgopacity": 0.22,
                "fillmode": "overlay",
                "size": 6,
            },
        },
    )


def first_tokens(chosen: Sequence[Bar], colours: Palette) -> list[go.Bar]:
    """Hatching over the part of a model call in which nothing was heard yet."""
    silent = [bar for bar in chosen if bar.silence is not None]
    if not silent:
        return []
    shape = _shape(silent) | {"x": [bar.silence for bar in silent]}
    over = _hatched(_CLEAR, colours.page, opacity=0.42)
    key = _hatched(colours.roles["model"], colours.page, opacity=0.42)
    return [
        go.Bar(meta="first token", showlegend=False, **shape, hoverinfo="skip", marker=over),
        # a trace without bars, for the legend: over nothing the hatching could not be seen
        go.Bar(name="until the first token", meta="key", x=[None], y=[None], marker=key),
    ]


def words(chosen: Sequence[Bar], colours: Palette) -> go.Bar:
    """Labels, above the hatching; plotly leaves out those that do not fit their bar."""
    return go.Bar(
        meta="words",
        showlegend=False,
        **_shape(chosen),
        text=[bar.label for bar in chosen],
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
        name="error",
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
    what = {True: "no event yet: a call may be under way", False: "nothing ran"}
    return go.Bar(
        name="waiting",
        meta="waiting",
        base=[gap.start for _, _, gap in shown],
        x=[gap.end - gap.start for _, _, gap in shown],
        y=[place + (TOP + BOTTOM) / 2 for place, _, _ in shown],
        width=0.2,
        customdata=[[run_id, gap.seq] for _, run_id, gap in shown],
        hovertext=[
            f"waiting {duration((gap.end - gap.start) * 1000)}: {what[gap.open]}"
            for _, _, gap in shown
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
