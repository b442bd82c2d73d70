"""Which lanes there are: a paradigm and a model each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agents.choosing import AUTO
from agents.policies.registry import PARADIGMS
from agents.rig import RigSpec
from dashboard.launch import MOST_LANES
from dashboard.panels.models import model_choices, model_label
from dashboard.words import t


def set_lanes(lanes: Sequence[RigSpec]) -> None:
    state = st.session_state
    state.lane_count = len(lanes)
    for place, spec in enumerate(lanes):
        state[f"lane_{place}_paradigm"] = AUTO if spec.chosen else spec.paradigm
        state[f"lane_{place}_model"] = spec.model
        state[f"lane_{place}_planner"] = spec.planner_model or ""
        state[f"lane_{place}_reflect"] = spec.reflect


def title_of(paradigm: str) -> str:
    return t("ask.automatic") if paradigm == AUTO else PARADIGMS[paradigm].title


def with_planner(paradigm: str) -> bool:
    return paradigm != AUTO and "planner" in PARADIGMS[paradigm].actors


def lane_editor() -> None:
    """Rows of two or three, so that names can be read."""
    count = st.session_state.lane_count
    in_row = 2 if count == 4 else 3
    for first in range(0, count, in_row):
        places = range(first, min(first + in_row, count))
        columns = st.columns(min(in_row, count), gap="medium")
        for place, column in zip(places, columns, strict=False):
            with column, st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
                _lane(place)


def _lane(place: int) -> None:
    st.selectbox(
        f"{t('ask.lane')} {place + 1}",
        [*PARADIGMS, AUTO],
        key=f"lane_{place}_paradigm",
        format_func=title_of,
    )
    st.selectbox(
        t("ask.model"),
        model_choices(st.session_state[f"lane_{place}_model"]),
        key=f"lane_{place}_model",
        accept_new_options=True,
        format_func=model_label,
        placeholder=t("ask.type-one"),
        help=t("ask.typed"),
    )


def lane_count() -> None:
    count = st.session_state.lane_count
    st.button(t("ask.lane"), icon=":material/add:", key="add_lane", help=t("ask.add-lane"),
              on_click=_add_lane, disabled=count >= MOST_LANES)  # fmt: skip
    st.button(t("ask.lane"), icon=":material/remove:", key="less_lane", help=t("ask.remove-lane"),
              on_click=_remove_lane, disabled=count <= 1)  # fmt: skip


def _add_lane() -> None:
    state = st.session_state
    place = state.lane_count
    used = {state[f"lane_{i}_paradigm"] for i in range(place)}
    free = [name for name in PARADIGMS if name not in used]
    state[f"lane_{place}_paradigm"] = free[0] if free else "react"
    state[f"lane_{place}_model"] = state[f"lane_{place - 1}_model"]
    state[f"lane_{place}_planner"] = ""
    state[f"lane_{place}_reflect"] = False
    state.lane_count = place + 1


def _remove_lane() -> None:
    st.session_state.lane_count -= 1
