"""What the lanes cost: a bar a lane with a piece a model call, and how it grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.figures.common import base, ceiling, empty, is_live
from dashboard.figures.groups import Group, each_is, grouped, size_for
from dashboard.figures.heights import cost_height
from dashboard.figures.lines import Point, add_lines
from dashboard.figures.text import hover, inert
from dashboard.formats import at_least, count, money, no_price, short
from dashboard.lanes import Lane, lane_names
from dashboard.palette import Palette, palette
from dashboard.words import t
from dashboard.words.many import many

AsIf = Mapping[tuple[str, int], float | None]
"""(run_id, seq) of a model call -> what it would cost on another model; None is no price."""

PIECES = 50
"""Into so many pieces a long run's bar is divided: a browser hatches each of them by itself."""
FINE = 100
"""So many pieces in a bar are too thin for lines between them."""


def cost(
    lanes: Sequence[Lane], dark: bool, *, as_if: AsIf | None = None, as_if_name: str = ""
) -> go.Figure:
    """A lane without a price says so in words: there is no bar, and never $0.

    With `as_if`, a hatched bar below each shows the same tokens at the prices of `as_if_name`.
    """
    if not any(lane.model_calls for lane in lanes):
        return empty(t("cost.none"), dark)
    colours = palette(dark)
    real = {(s.run_id, s.seq): s.cost_usd for lane in lanes for s in lane.model_calls}
    priced = [usd for usd in [*real.values(), *(as_if or {}).values()] if usd is not None]
    if not priced:
        return empty(_no_prices(lanes), dark, height=120)
    figure = base(lanes, dark, name="cost", height=cost_height(len(lanes)), legend=bool(as_if))
    names = lane_names([lane.run for lane in lanes])
    size = size_for(max(len(lane.model_calls) for lane in lanes), PIECES)
    label = t("cost.as-if-on", model=as_if_name) if as_if_name else t("cost.as-if-other")
    for place, (lane, name) in enumerate(zip(lanes, names, strict=True)):
        groups = grouped(lane.model_calls, size)
        middle = place + (0.53 if as_if else 0.56)
        figure.add_trace(_bar(groups, name, real, middle, colours.lane(place), colours))
        if as_if:
            middle = place + 0.79
            figure.add_trace(
                _bar(groups, name, as_if, middle, colours.lane(place), colours, label=label)
            )
    if as_if:
        figure.add_traces(_key(label, colours))
    ends = [_total(lane, prices)[0] for lane in lanes for prices in (real, as_if or {})]
    top = ceiling(max(end or 0 for end in ends), is_live(lanes))
    for place, (lane, name) in enumerate(zip(lanes, names, strict=True)):
        _say(figure, place, lane, name, real, as_if, colours, each_is(size, "piece"))
    figure.update_layout(barmode="overlay", margin={"b": 34})
    figure.update_xaxes(range=[0, top], tickprefix="$", nticks=6, exponentformat="none")
    figure.update_yaxes(range=[len(lanes), 0], visible=False, fixedrange=True)
    return figure


def cost_growth(lanes: Sequence[Lane], dark: bool) -> go.Figure:
    """Dollars so far by model call; a call without a price is a gap, and what follows a minimum."""
    calls = [lane.model_calls for lane in lanes]
    if not any(calls):
        return empty(t("cost.none"), dark)
    size = size_for(max(map(len, calls)))
    points = [_growth(grouped(steps, size)) for steps in calls]
    known = [point.value for line in points for point in line if point.value is not None]
    if not known:
        return empty(_no_prices(lanes), dark, height=120)
    figure = base(lanes, dark, name="cost growth", height=300)
    add_lines(figure, lanes, points, palette(dark))
    top = ceiling(max(known), is_live(lanes))
    figure.update_layout(
        yaxis={
            "range": [0, top * 1.06],
            "tickprefix": "$",
            "nticks": 6,
            "exponentformat": "none",
        }
    )
    return figure


def _growth(groups: Sequence[Group]) -> list[Point]:
    points: list[Point] = []
    total, gaps = 0.0, False
    for group in groups:
        known = [step.cost_usd for step in group.steps if step.cost_usd is not None]
        gaps |= len(known) < len(group.steps)
        if not known:
            points.append(Point(group, None, no_price(), t("cost.call-unpriced")))
            continue
        total += sum(known)
        shown = at_least(money(total), gaps)
        points.append(Point(group, total, shown, t("cost.so-far", cost=shown), hollow=gaps))
    return points


def _total(lane: Lane, prices: AsIf) -> tuple[float | None, int]:
    """The sum over the priced calls, None when none is, and how many are not."""
    found = [prices.get((step.run_id, step.seq)) for step in lane.model_calls]
    priced = [usd for usd in found if usd is not None]
    return (sum(priced) if priced else None), len(found) - len(priced)


def _bar(
    groups: Sequence[Group],
    name: str,
    prices: AsIf,
    middle: float,
    colour: str,
    colours: Palette,
    label: str = "",
) -> go.Bar:
    """One piece a priced model call, or a group of them, laid end to end; hatched when it is only
    `label`."""
    starts: list[float] = []
    priced: list[tuple[Group, float]] = []
    spent = 0.0
    for group in groups:
        found = [prices.get((step.run_id, step.seq)) for step in group.steps]
        known = [usd for usd in found if usd is not None]
        if known:
            starts.append(spent)
            priced.append((group, sum(known)))
            spent += sum(known)
    return go.Bar(
        meta="as if" if label else "calls",
        showlegend=False,
        orientation="h",
        base=starts,
        x=[usd for _, usd in priced],
        y=[middle] * len(priced),
        width=0.21,
        customdata=[group.door for group, _ in priced],
        hovertext=[
            hover(t("cost.of", what=label or _these(group), cost=money(usd)), *group.lines(name))
            for group, usd in priced
        ],
        hoverinfo="text",
        marker=_marker(colour, colours, hatched=bool(label), fine=len(priced) > FINE),
    )


def _these(group: Group) -> str:
    return many("cost.these", len(group.steps), n=len(group.steps))


def _key(label: str, colours: Palette) -> list[go.Bar]:
    """Traces without bars, for the legend: the bars themselves have their lanes' colours."""
    pairs = ((t("cost.as-run"), False), (label, True))
    return [
        go.Bar(
            name=inert(short(name, 60)),
            meta="key",
            x=[None],
            y=[None],
            marker=_marker(colours.muted, colours, hatched=hatched),
        )
        for name, hatched in pairs
    ]


def _marker(colour: str, colours: Palette, *, hatched: bool, fine: bool = False) -> dict[str, Any]:
    return {
        "color": colour,
        "line": {"color": colours.page, "width": 0 if fine else 1},
        "pattern": {
            "shape": "/" if hatched else "",
            "fgcolor": colours.page,
            "fgopacity": 0.55,
            "fillmode": "overlay",
            "size": 5,
        },
    }


def _say(
    figure: go.Figure,
    place: int,
    lane: Lane,
    name: str,
    real: AsIf,
    as_if: AsIf | None,
    colours: Palette,
    joined: str,
) -> None:
    calls = len(lane.model_calls)
    said = f"  ·  {many('calls.model', calls, n=count(calls))}"
    if joined:
        said += f"  ·  {joined}"
    if as_if:
        said += f"  ·  {t('cost.as-if', cost=_words(lane, as_if))}"
    figure.add_annotation(
        text=f"<b>{inert(short(name, 44))}</b>  {inert(_words(lane, real, lane.run.cost_why))}"
        f'<span style="color:{colours.muted};font-size:11px">{inert(said)}</span>',
        hovertext=hover(name, lane.run.cost_why or t("cost.no-source")),
        x=0,
        xref="paper",
        xanchor="left",
        y=place + 0.38,
        yanchor="bottom",
        showarrow=False,
    )


def _words(lane: Lane, prices: AsIf, why: str = "") -> str:
    total, missing = _total(lane, prices)
    if total is None:
        return t("cost.no-price-why", why=short(why, 48)) if why else no_price()
    said = at_least(money(total), bool(missing))
    if not missing:
        return said
    return t("cost.missing", cost=said, missing=missing, n=len(lane.model_calls))


def _no_prices(lanes: Sequence[Lane]) -> str:
    reasons = sorted({lane.run.cost_why for lane in lanes if lane.run.cost_why})
    if not reasons:
        return t("cost.no-prices")
    return t("cost.no-prices-why", why=short("; ".join(reasons), 90))
