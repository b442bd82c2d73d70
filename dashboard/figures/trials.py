"""Figures of repeated trials: how pass^k falls and pass@k rises, and what a pass costs.

A point's `customdata` is [place], which dashboard.trials.view.place_of leads to its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any, Literal

import plotly.graph_objects as go

from dashboard.figures.common import base, empty, note
from dashboard.figures.text import hover, inert
from dashboard.formats import count, money, short
from dashboard.palette import LANE_SYMBOLS, Palette, palette
from dashboard.trials.measure import Measured
from dashboard.trials.results import Estimate, Group, Results
from dashboard.trials.view import group_name
from dashboard.trials.words import interval_words
from dashboard.words import t

By = Literal["tokens", "cost"]
HEIGHT = 360
MOST = 12
"""Groups in a figure; more cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Look:
    name: str
    place: str
    colour: str
    symbol: str
    dash: str


def curves(found: Results, dark: bool) -> go.Figure:
    """A line a group: pass^k solid, pass@k dotted; whiskers are 95 % intervals."""
    groups = found.groups()
    if not any(group.pass_hat() for group in groups):
        return empty(t("curves.none"), dark)
    figure = _figure("curves", found, dark)
    colours = palette(dark)
    most = max(group.most for group in groups)
    for look, group in _looks(groups, colours):
        figure.add_trace(_line(look, group.pass_hat(), "pass^k", most))
        if most > 1:
            figure.add_trace(_line(look, group.pass_at(), "pass@k", most))
    figure.update_xaxes(title_text="k", dtick=1 if most <= 12 else None, range=[0.6, most + 0.4])
    figure.update_yaxes(range=[-0.03, 1.05], tickformat=".0%")
    note(figure, t("curves.note") + _left_out(groups), dark)
    return figure


def pass_against(found: Results, dark: bool, by: By) -> go.Figure:
    """A point a group: how often its runs pass, against what one takes in the mean."""
    groups = found.groups()
    of, said = _AXES[by]
    figure = _figure(f"against {by}", found, dark)
    colours = palette(dark)
    shown = 0
    for look, group in _looks(groups, colours):
        values = [value for one in group.measured if (value := of(one)) is not None]
        rates = group.pass_hat()
        if rates and values:
            shown += 1
            figure.add_trace(_point(look, rates[0], mean(values), said(mean(values)), len(values)))
    if not shown:
        return empty(t("against.no-price" if by == "cost" else "against.no-tokens"), dark)
    figure.update_xaxes(
        title_text=t(f"axis.run-{by}"), rangemode="tozero", nticks=6, exponentformat="none"
    )
    if by == "cost":
        figure.update_xaxes(tickprefix="$")
    figure.update_yaxes(range=[-0.03, 1.05], tickformat=".0%")
    note(figure, t("against.better") + _left_out(groups), dark)
    return figure


_AXES: dict[By, tuple[Callable[[Measured], float | None], Callable[[float], str]]] = {
    "tokens": (lambda one: one.tokens, lambda value: t("against.tokens", n=count(value))),
    "cost": (lambda one: one.cost_usd, money),
}


def _figure(name: str, found: Results, dark: bool) -> go.Figure:
    figure = base((), dark, name=f"{name}:{found.set_id}", height=HEIGHT)
    figure.update_layout(legend={"y": 1.02})
    return figure


def _looks(groups: Sequence[Group], colours: Palette) -> list[tuple[Look, Group]]:
    """A colour and a shape a paradigm; the fault makes it hollow, a second model dashed."""
    paradigms = list(dict.fromkeys(group.paradigm for group in groups))
    faults = list(dict.fromkeys(group.fault for group in groups))
    models = list(dict.fromkeys(group.model for group in groups))
    found = []
    for number, group in enumerate(groups[:MOST]):
        place = paradigms.index(group.paradigm)
        hollow = "-open" if faults.index(group.fault) % 2 else ""
        look = Look(
            inert(short(group_name(group, len(models) > 1), 48)),
            f"group-{number}",
            colours.lane(place),
            LANE_SYMBOLS[place % len(LANE_SYMBOLS)] + hollow,
            "dash" if models.index(group.model) % 2 else "solid",
        )
        found.append((look, group))
    return found


def _line(look: Look, values: Sequence[Estimate], kind: str, most: int) -> go.Scatter:
    solid = kind == "pass^k"
    return go.Scatter(
        name=look.name,
        legendgroup=look.name,
        showlegend=solid,
        mode="lines+markers",
        x=[one.k for one in values],
        y=[one.value for one in values],
        error_y=_whiskers(values, look.colour) if solid else None,
        customdata=[[look.place]] * len(values),
        hovertext=[
            hover(t("curves.at", kind=kind, k=one.k, value=_said(one)), look.name) for one in values
        ],
        hoverinfo="text",
        line={"color": look.colour, "width": 2, "dash": look.dash if solid else "dot"},
        marker={"color": look.colour, "symbol": look.symbol, "size": 9 if solid else 5},
    )


def _point(look: Look, rate: Estimate, at: float, said: str, runs: int) -> go.Scatter:
    return go.Scatter(
        name=look.name,
        mode="markers",
        x=[at],
        y=[rate.value],
        error_y=_whiskers([rate], look.colour),
        customdata=[[look.place]],
        hovertext=[
            hover(
                t("against.point", rate=_said(rate), said=said),
                t("against.runs", name=look.name, n=count(runs)),
            )
        ],
        hoverinfo="text",
        marker={
            "color": look.colour,
            "symbol": look.symbol,
            "size": 13,
            "line": {"width": 2, "color": look.colour},
        },
    )


def _whiskers(values: Sequence[Estimate], colour: str) -> dict[str, Any] | None:
    """An unknown interval has none; never one of length 0."""
    intervals = [(one.value, one.interval) for one in values]
    if not any(interval for _, interval in intervals):
        return None
    return {
        "type": "data",
        "symmetric": False,
        "array": [i.high - v if i else None for v, i in intervals],
        "arrayminus": [v - i.low if i else None for v, i in intervals],
        "color": colour,
        "thickness": 1.2,
        "width": 4,
    }


def _said(one: Estimate) -> str:
    return f"{one.value:.3f} {interval_words(one.interval)}".strip()


def _left_out(groups: Sequence[Group]) -> str:
    rest = len(groups) - MOST
    return t("curves.left-out", n=rest) if rest > 0 else ""
