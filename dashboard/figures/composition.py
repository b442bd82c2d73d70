"""What each request was made of: a bar a model call, by part; a small chart a lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.figures.common import base, ceiling, empty, is_live
from dashboard.figures.groups import Group, each_is, grouped, size_for
from dashboard.figures.heights import PARTS_TITLE, composition_columns, composition_height
from dashboard.figures.text import hover, inert
from dashboard.formats import count, share, short
from dashboard.lanes import Lane, lane_titles
from dashboard.palette import PART_PATTERNS, PARTS, Palette, palette, part_name
from dashboard.words import t

NARROW = 100
"""So many bars fit a chart of a third of the page, for runs that are too long for a bar a call."""
FINE = 200
"""So many bars side by side are too thin for outlines, gaps and hatching."""

_GAP_X = 0.03


def composition(lanes: Sequence[Lane], dark: bool, *, columns: int = 0) -> go.Figure:
    """`parts` are tokens as Triptych counts them; a tick shows what a provider reported.

    All charts share both axes, so that a bar means the same in each. `columns` 0 takes as many
    as look well.
    """
    calls = [lane.model_calls for lane in lanes]
    if not any(step.parts for steps in calls for step in steps):
        return empty(t("parts.none"), dark)
    colours = palette(dark)
    columns = min(columns or composition_columns(len(lanes)), len(lanes))
    rows = -(-len(lanes) // columns)
    height = composition_height(len(lanes), columns)
    figure = base(lanes, dark, name="composition", height=height)
    used = [part for part in PARTS if any(s.parts.get(part) for c in calls for s in c)]
    used += sorted({part for c in calls for s in c for part in s.parts} - set(PARTS))
    tallest = max(
        max(sum(step.parts.values()), step.input_tokens or 0) for steps in calls for step in steps
    )
    top = ceiling(tallest, is_live(lanes)) * 1.04
    longest = max(6, *(len(steps) for steps in calls))
    size = size_for(longest, NARROW)
    fine = longest // size * columns > FINE
    figure.update_layout(barmode="stack", bargap=0 if fine else 0.18)
    titles = lane_titles([lane.run for lane in lanes])
    seen: set[str] = set()
    several = len({lane.run.model for lane in lanes}) > 1
    small = f"color:{colours.muted};font-size:11px"
    for place, ((title, model), steps) in enumerate(zip(titles, calls, strict=True)):
        left, lower, wide, tall = _place(place, columns, rows, height)
        axis = str(place + 1) if place else ""
        figure.update_layout(
            {
                f"xaxis{axis}": {
                    "domain": [left, left + wide],
                    "anchor": f"y{axis}",
                    "range": [0.4, longest + 0.6],
                    "dtick": 1 if longest <= 12 else None,
                    "nticks": 8,
                    "showgrid": False,
                    "title_text": _axis(size) if place + columns >= len(lanes) else "",
                },
                f"yaxis{axis}": {
                    "domain": [lower, lower + tall],
                    "anchor": f"x{axis}",
                    "range": [0, top],
                    "tickformat": ",d" if top < 10_000 else "~s",
                    "nticks": 5,
                    "showticklabels": place % columns == 0,
                    "title_text": t("axis.tokens") if place % columns == 0 else "",
                    "fixedrange": True,
                },
            }
        )
        groups = grouped(steps, size)
        traces = _stack(title, groups, used, colours, seen, fine, size)
        traces += _unknown(title, groups, top * 0.06, colours)
        figure.add_traces([trace.update(xaxis=f"x{axis}", yaxis=f"y{axis}") for trace in traces])
        figure.add_annotation(
            text=f"<b>{inert(short(title, 20))}</b>"
            + (f'  <span style="{small}">{inert(short(model, 20))}</span>' if several else ""),
            hovertext=hover(title, model),
            x=left,
            y=lower + tall,
            xref="paper",
            yref="paper",
            xanchor="left",
            yanchor="bottom",
            showarrow=False,
        )
    return figure


def _place(place: int, columns: int, rows: int, height: int) -> tuple[float, float, float, float]:
    """Left, lower edge, width and height of a lane's chart, as parts of the plot."""
    row, column = divmod(place, columns)
    wide = (1 - _GAP_X * (columns - 1)) / columns
    title = (PARTS_TITLE if row else 26) / (height - 84)
    lower = 1 - (row + 1) / rows
    return column * (wide + _GAP_X), lower, wide, 1 / rows - title


def _stack(
    name: str,
    groups: Sequence[Group],
    used: Sequence[str],
    colours: Palette,
    seen: set[str],
    fine: bool,
    size: int,
) -> list[Any]:
    """`seen` holds what the legend has already. A group's bar is the mean of its requests."""
    common = {
        "x": [group.number + (size - 1) / 2 for group in groups],
        "customdata": [group.door for group in groups],
        "hoverinfo": "text",
    }
    told = [hover(*group.lines(name)) for group in groups]
    traces: list[Any] = []
    for part in used:
        traces.append(
            go.Bar(
                name=inert(part_name(part)),
                meta="parts",
                legendgroup=inert(part),
                showlegend=part not in seen,
                y=[_mean(group, part) for group in groups],
                hovertext=[
                    _hover(group, part, said) for group, said in zip(groups, told, strict=True)
                ],
                marker=_marker(part, colours, fine),
                **common,
            )
        )
        seen.add(part)
    reported = [_reported(group) for group in groups]
    if any(value is not None for value in reported):
        traces.append(
            go.Scatter(
                name=t("parts.reported"),
                meta="reported",
                legendgroup="reported",
                showlegend="reported" not in seen,
                mode="markers",
                y=reported,
                hovertext=told,
                marker={
                    "symbol": "line-ew",
                    "size": 16,
                    "line": {"color": colours.text, "width": 2},
                },
                **common,
            )
        )
        seen.add("reported")
    return traces


def _axis(size: int) -> str:
    joined = each_is(size, "bar")
    return t("axis.calls-joined", joined=joined) if joined else t("axis.call")


def _mean(group: Group, part: str) -> float | None:
    found = group.sums.get(part)
    return found if found is None or len(group.steps) == 1 else found / len(group.parted)


def _reported(group: Group) -> float | None:
    found = [
        step.input_tokens
        for step in group.steps
        if step.usage_source == "reported" and step.input_tokens is not None
    ]
    if not found:
        return None
    return found[0] if len(group.steps) == 1 else sum(found) / len(found)


def _unknown(name: str, groups: Sequence[Group], height: float, colours: Palette) -> list[Any]:
    """A question mark in the place of each bar that cannot be drawn."""
    found = [group for group in groups if not group.parted]
    if not found:
        return []
    mark = go.Scatter(
        meta="unknown",
        showlegend=False,
        mode="text",
        x=[group.middle for group in found],
        y=[height] * len(found),
        text=["?"] * len(found),
        textfont={"color": colours.muted, "size": 14},
        customdata=[group.door for group in found],
        hovertext=[hover(t("parts.unknown"), *group.lines(name)) for group in found],
        hoverinfo="text",
    )
    return [mark]


def _marker(part: str, colours: Palette, fine: bool) -> dict[str, Any]:
    return {
        "color": colours.parts.get(part, colours.muted),
        "line": {"color": colours.page, "width": 0 if fine else 1},
        "pattern": {
            "shape": "" if fine else PART_PATTERNS.get(part, ""),
            "fgcolor": colours.page,
            "fgopacity": 0.45,
            "fillmode": "overlay",
            "size": 5,
        },
    }


def _hover(group: Group, part: str, told: str) -> str:
    sums = group.sums
    total = sum(sums.values())
    tokens = sums.get(part)
    counted = {"share": share(tokens, total), "total": count(total)}
    lines = [t("parts.of", part=part_name(part), tokens=count(tokens), **counted)]
    lines += [
        t("parts.other", part=part_name(other), tokens=count(sums[other]))
        for other in sums
        if sums[other] and other != part
    ]
    if len(group.steps) > 1:
        some, every = len(group.parted), len(group.steps)
        lines.append(t("parts.some", some=some, all=every) if some < every else t("parts.all"))
    return f"{hover(*lines)}<br>{told}"
