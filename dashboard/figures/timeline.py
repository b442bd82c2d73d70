"""When everything ran: a block a lane, one axis in seconds from each run's start."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from agents.policies.registry import PARADIGMS
from dashboard.figures import bars, step_bars
from dashboard.figures.common import base, ceiling, empty, is_live
from dashboard.figures.groups import size_for
from dashboard.figures.heights import timeline_height
from dashboard.figures.spans import Track, times_of, track
from dashboard.figures.text import hover, inert
from dashboard.formats import duration, short
from dashboard.lanes import Lane, lane_titles
from dashboard.palette import ROLE_OF_ACTOR, ROLES, Palette, Role, palette
from dashboard.words import t

FINE = 300
"""So many steps have bars too thin for words and outlines, which would also be slow."""


def timeline(lanes: Sequence[Lane], dark: bool, *, now: float | None = None) -> go.Figure:
    """`now` (seconds since the epoch) is how far the running lanes have come.

    Calls that ran together share the height of their lane, so that a lane never grows and
    nothing below it moves. A model call is hatched until its first token.
    """
    if not any(lane.steps for lane in lanes) and not is_live(lanes):
        return empty(t("timeline.none"), dark)
    colours = palette(dark)
    tracks = [track(lane, now) for lane in lanes]
    titles = lane_titles([lane.run for lane in lanes])
    end = ceiling(max(one.end for one in tracks), is_live(lanes))
    sizes = [size_for(len(one.spans)) for one in tracks]
    drawn = sum(len(one.spans) / size for one, size in zip(tracks, sizes, strict=True))
    least = end / max(250, 1.5 * drawn)
    all_bars = [
        bar
        for place, (one, (name, _), size) in enumerate(zip(tracks, titles, sizes, strict=True))
        for bar in (
            step_bars.bars(one, place, name, least)
            if size == 1
            else step_bars.shares(one, place, name, size, least)
        )
    ]
    fine = len(all_bars) > FINE
    figure = base(lanes, dark, name="timeline", height=timeline_height(len(lanes)))
    expected = _expected(lanes)
    for role in ROLES:
        chosen = [bar for bar in all_bars if bar.role == role]
        if chosen or role in expected:
            figure.add_trace(bars.key(role, colours))
        if chosen:
            figure.add_trace(bars.steps(chosen, role, colours, fine=fine))
    figure.add_trace(bars.waiting(tracks, [lane.run.run_id for lane in lanes], end / 300, colours))
    figure.add_traces(bars.first_tokens(all_bars, colours, expected=is_live(lanes)))
    if not fine:
        figure.add_trace(bars.words(all_bars, colours, end))
    figure.add_traces(bars.crosses(all_bars, colours))
    figure.update_traces(selector={"type": "bar"}, textangle=0, orientation="h")
    _label(figure, lanes, titles, tracks, sizes, colours)
    figure.update_layout(
        barmode="overlay", uniformtext={"mode": "hide", "minsize": 10}, margin={"b": 34}
    )
    figure.update_xaxes(range=[0, end], ticksuffix=" s", tickformat=",~g", nticks=9)
    if end < 1:
        figure.update_xaxes(tickformat="~s", ticksuffix="s")
    figure.update_yaxes(range=[len(lanes), 0], visible=False, fixedrange=True)
    return figure


def _expected(lanes: Sequence[Lane]) -> set[Role]:
    """The roles of the lanes' paradigms: the legend has them before they have done anything."""
    known = [PARADIGMS[run.paradigm] for run in (lane.run for lane in lanes)
             if run.paradigm in PARADIGMS]  # fmt: skip
    actors = {actor for paradigm in known for actor in paradigm.actors}
    return {"model", "tool", *(ROLE_OF_ACTOR[actor] for actor in actors)}


def _label(
    figure: go.Figure,
    lanes: Sequence[Lane],
    titles: Sequence[tuple[str, str]],
    tracks: Sequence[Track],
    sizes: Sequence[int],
    colours: Palette,
) -> None:
    """Names above the bars, where a long one has the whole width; lines between the lanes."""
    for place, (lane, title, one) in enumerate(zip(lanes, titles, tracks, strict=True)):
        figure.add_annotation(
            text=f"<b>{inert(short(title[0], 32))}</b>  "
            f'<span style="color:{colours.muted};font-size:11px">'
            f"{inert('  ·  '.join(_facts(lane, title[1], one, sizes[place])))}</span>",
            hovertext=hover(*title),
            x=0,
            xref="paper",
            xanchor="left",
            y=place + step_bars.TOP - 0.02,
            yanchor="bottom",
            showarrow=False,
            align="left",
        )
        if place:
            rule = {"color": colours.grid, "width": 1}
            figure.add_shape(type="line", xref="paper", x0=0, x1=1, y0=place, y1=place, line=rule)
        if one.forked_at is not None:
            figure.add_shape(
                type="line",
                x0=one.forked_at,
                x1=one.forked_at,
                y0=place + step_bars.TOP - 0.04,
                y1=place + step_bars.BOTTOM + 0.04,
                line={"color": colours.roles["edit"], "width": 2, "dash": "dot"},
            )


def _facts(lane: Lane, model: str, one: Track, size: int) -> list[str]:
    spent = times_of(one)
    untold = lane.run.origin == "imported" and not spent.total  # as in data.rows: no time is told
    facts = [short(model, 36), duration(None if untold else spent.total * 1000)]
    if spent.in_sequence > spent.total * 1.02:
        facts.append(t("timeline.sequence", time=duration(spent.in_sequence * 1000)))
    if spent.waiting > spent.total * 0.03:
        facts.append(t("timeline.waited-all", time=duration(spent.waiting * 1000)))
    if one.forked_at is not None:
        facts.append(t("timeline.forked", step=lane.run.forked_at))
    if size > 1:
        facts.append(t("timeline.blocks", n=f"{size:,}"))
    return facts
