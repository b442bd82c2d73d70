"""Learn: what can be tried and read to understand the paradigms. `?learn=guide` names a section."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import streamlit as st

from dashboard.words import t

SECTIONS = {
    "guide": "guide_panel",
    "reference": "reference_panel",
    "lab": "lab_panel",
    "tables": "lab_tables",
    "parallel": "lab_time",
    "cost": "lab_cost",
    "tour": "tour_panel",
}
"""Name, whose title is the text `learn.NAME` -> a module of dashboard.panels whose `panel()` draws
it; imported when it is shown."""


def page() -> None:
    state = st.session_state
    named = st.query_params.get("learn", "")
    if named in SECTIONS and state.get("learn_named") != named:
        state.learn_section = named  # from the address, once: afterwards the reader chooses
    state.learn_named = named
    if state.get("learn_section") not in SECTIONS:
        state.learn_section = next(iter(SECTIONS))
    chosen = st.segmented_control(
        t("learn.section"), list(SECTIONS), key="learn_section", required=True,
        format_func=lambda name: t(f"learn.{name}"), label_visibility="collapsed",
        persist_state="session",
    )  # fmt: skip
    chosen = chosen or next(iter(SECTIONS))
    if chosen != named:
        state.learn_named = chosen
        st.query_params["learn"] = chosen
    draw: Callable[[], None] = import_module(f"dashboard.panels.{SECTIONS[chosen]}").panel
    draw()


page()
