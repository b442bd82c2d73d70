"""Below the lanes: what happened, on shared axes. Every bar and point opens its step."""

from __future__ import annotations

import time
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from agents.models.prices import priced_models
from dashboard.figures.composition import composition
from dashboard.figures.cost import cost
from dashboard.figures.timeline import timeline
from dashboard.figures.tokens import VIEWS, tokens
from dashboard.house import house
from dashboard.lanes import Lane
from dashboard.live import by_run
from dashboard.panels.lanes_panel import open_step
from dashboard.panels.shell import dark
from dashboard.repricing import as_if_prices

REFRESH_S = 2.0
AS_IT_WAS = ""
CONFIG = {"displayModeBar": False, "responsive": True}


def charts(run_ids: list[str], running: bool) -> None:
    st.fragment(_charts, run_every=REFRESH_S if running else None)(run_ids, running)


def _charts(run_ids: list[str], running: bool) -> None:
    """While something runs only the timeline moves: drawing all of it again and again would keep
    the browser from showing the lanes in time."""
    service = house().service
    steps = by_run(run_ids, service.steps(run_ids))
    lanes = [Lane(service.run(run_id), steps[run_id]) for run_id in run_ids]
    st.subheader("Timeline")
    _draw(timeline(lanes, dark(), now=time.time()), "timeline")
    if not running:
        _ended_charts(lanes)


def _ended_charts(lanes: list[Lane]) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        head, choice = st.columns([1, 2], vertical_alignment="center")
        head.subheader("Tokens")
        view = choice.segmented_control(
            "Tokens", list(VIEWS), default="per call", key="tokens_view",
            format_func=str.capitalize, label_visibility="collapsed", required=True,
        )  # fmt: skip
        _draw(tokens(lanes, dark(), view=view or "per call"), "tokens")
    with right:
        head, choice = st.columns([1, 2], vertical_alignment="center")
        head.subheader("Cost")
        model = _as_if(choice, lanes)
        prices = as_if_prices(lanes, model) if model else None
        _draw(cost(lanes, dark(), as_if=prices, as_if_name=model or ""), "cost")
    st.subheader("What each request was made of")
    _draw(composition(lanes, dark()), "composition")


def _as_if(place: Any, lanes: list[Lane]) -> str | None:
    """Where nothing has a price, another model's prices stand in, said to be an estimate."""
    models = [AS_IT_WAS, *priced_models()]
    unpriced = all(lane.run.cost_usd is None for lane in lanes)
    chosen = place.selectbox(
        "Prices", models, index=1 if unpriced and len(models) > 1 else 0, key="as_if",
        format_func=lambda name: (name and f"estimate as if on {name}") or "as it was",
        label_visibility="collapsed",
    )  # fmt: skip
    return chosen or None


def _draw(figure: go.Figure, key: str) -> None:
    chosen: Any = st.plotly_chart(
        figure, key=f"chart_{key}", config=CONFIG, theme=None,
        on_select="rerun", selection_mode="points",
    )  # fmt: skip
    points = chosen.selection.points if chosen else []
    door = points[0].get("customdata") if points else None
    if door and st.session_state.get(f"opened_{key}") != door:
        st.session_state[f"opened_{key}"] = door
        open_step(str(door[0]), int(door[1]))
