"""Below the lanes: what happened, on shared axes. Every bar and point opens its step."""

from __future__ import annotations

import time
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from agents.models.prices import priced_models
from dashboard.figures.composition import composition
from dashboard.figures.cost import cost
from dashboard.figures.heights import (
    TOKENS,
    composition_height,
    cost_height,
    timeline_height,
)
from dashboard.figures.timeline import timeline
from dashboard.figures.tokens import VIEWS, tokens
from dashboard.house import house
from dashboard.lanes import Lane
from dashboard.panels.doors import open_step
from dashboard.panels.shell import dark
from dashboard.repricing import as_if_prices
from dashboard.words import t

REFRESH_S = 2.0
AS_IT_WAS = ""
CONFIG = {"displayModeBar": False, "responsive": True}
HEAD = 48
"""Pixels of a heading above a figure."""


def timeline_panel(run_ids: list[str], running: bool) -> None:
    """While something runs only the timeline moves: drawing all of it again and again would keep
    the browser from showing the lanes in time."""
    st.fragment(_timeline, run_every=REFRESH_S if running else None)(run_ids)


def figures(run_ids: list[str], running: bool) -> None:
    """Their room is kept while something runs."""
    if running:
        _reserved(len(run_ids))
    else:
        _ended(run_ids)  # a fragment like the other: so it takes its place, part by part


def keep_room(number: int) -> None:
    """For the figures of so many lanes, before they are drawn: nothing below them moves then."""
    room = {"timeline": HEAD + timeline_height(number), "figures": _figures_height(number)}
    rules = "".join(f".st-key-{key} {{ min-height: {pixels}px }}" for key, pixels in room.items())
    st.html(f"<style>{rules}</style>")


def _figures_height(number: int) -> int:
    pair = max(TOKENS, cost_height(number))
    return 2 * HEAD + pair + composition_height(number)


def preload() -> None:
    """Has the browser fetch and compile its drawing library while somebody reads the form: 2 s
    that would otherwise fall into the first run, when lanes are to be watched."""
    with st.container(key="preload"):
        st.plotly_chart(go.Figure(layout={"height": 10}), key="chart_preload", config=CONFIG)


def _timeline(run_ids: list[str]) -> None:
    st.subheader(t("charts.timeline"))
    draw(timeline(_lanes(run_ids), dark(), now=time.time()), "timeline")


@st.fragment
def _ended(run_ids: list[str]) -> None:
    lanes = _lanes(run_ids)
    with st.container(key="pair"):
        left, right = st.columns(2, gap="medium")
    with left:
        with _head("tokens"):
            st.subheader(t("charts.tokens"), width="content")
            view = st.segmented_control(
                t("charts.tokens"), list(VIEWS), default="per call", key="tokens_view",
                format_func=lambda name: t(f"charts.view.{name.replace(' ', '-')}"),
                label_visibility="collapsed", required=True, width="content",
            )  # fmt: skip
        draw(tokens(lanes, dark(), view=view or "per call"), "tokens")
    with right:
        with _head("cost"):
            st.subheader(t("charts.cost"), width="content")
            model = _as_if(lanes)
        prices = as_if_prices(lanes, model) if model else None
        draw(cost(lanes, dark(), as_if=prices, as_if_name=model or ""), "cost")
    st.subheader(t("charts.composition"))
    draw(composition(lanes, dark()), "composition")


@st.fragment
def _reserved(number: int) -> None:
    with st.container(key="pair"):
        for place, name in zip(st.columns(2, gap="medium"), ("tokens", "cost"), strict=True):
            with place:
                with _head(name):
                    st.subheader(
                        t("charts.tokens" if name == "tokens" else "charts.cost"), width="content"
                    )
                with st.container(height=max(TOKENS, cost_height(number)), border=False):
                    st.caption(t("charts.later"))
    st.subheader(t("charts.composition"))
    with st.container(height=composition_height(number), border=False):
        st.caption(t("charts.later"))


def _head(name: str) -> Any:
    return st.container(
        key=f"head_{name}", horizontal=True, horizontal_alignment="distribute",
        vertical_alignment="center", gap="small",
    )  # fmt: skip


def _as_if(lanes: list[Lane]) -> str | None:
    """Where nothing has a price, another model's prices stand in, said to be an estimate."""
    models = [AS_IT_WAS, *priced_models()]
    unpriced = all(lane.run.cost_usd is None for lane in lanes)
    unknown = all(lane.run.input_tokens is None for lane in lanes)
    chosen = st.selectbox(
        t("charts.prices"), models, index=1 if unpriced and not unknown and len(models) > 1 else 0,
        key="as_if",
        format_func=lambda name: t("charts.as-if", model=name) if name else t("charts.as-was"),
        label_visibility="collapsed", disabled=unknown, width=300,
    )  # fmt: skip
    return None if unknown else chosen or None


def _lanes(run_ids: list[str]) -> list[Lane]:
    service = house().service
    runs = service.these(run_ids)
    steps = service.steps_of(runs)
    return [Lane(run, steps[run.run_id]) for run in runs]


def draw(figure: go.Figure, key: str) -> None:
    if door := clicked(figure, key):
        open_step(*door)


def clicked(figure: go.Figure, key: str) -> tuple[str, int] | None:
    """Shows the figure; the step of the bar or point that was clicked just now, if any."""
    chosen: Any = st.plotly_chart(
        figure, key=f"chart_{key}", config=CONFIG, theme=None,
        on_select="rerun", selection_mode="points",
    )  # fmt: skip
    points = chosen.selection.points if chosen else []
    door = points[0].get("customdata") if points else None
    state = st.session_state
    fresh = door is not None and state.get(f"opened_{key}") != door
    state[f"opened_{key}"] = door
    return (str(door[0]), int(door[1])) if fresh else None
