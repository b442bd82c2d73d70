"""Learn: what can be tried and read to understand the paradigms. `?learn=lab` names the section."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

import streamlit as st


class Section(NamedTuple):
    title: str
    panel: str
    """A module of dashboard.panels whose `panel()` draws it; imported when it is shown."""


SECTIONS = {
    "lab": Section("Lab: the call budget", "lab_panel"),
    "tables": Section("Lab: the seed's tables", "lab_tables"),
    "parallel": Section("Lab: time", "lab_time"),
    "cost": Section("Lab: cost", "lab_cost"),
}


def page() -> None:
    state = st.session_state
    named = st.query_params.get("learn", "")
    if named in SECTIONS and state.get("learn_named") != named:
        state.learn_section = named  # from the address, once: afterwards the reader chooses
    state.learn_named = named
    if state.get("learn_section") not in SECTIONS:
        state.learn_section = next(iter(SECTIONS))
    chosen = st.segmented_control(
        "Section", list(SECTIONS), key="learn_section", required=True,
        format_func=lambda name: SECTIONS[name].title, label_visibility="collapsed",
        persist_state="session",
    )  # fmt: skip
    chosen = chosen or next(iter(SECTIONS))
    if chosen != named:
        state.learn_named = chosen
        st.query_params["learn"] = chosen
    draw: Callable[[], None] = import_module(f"dashboard.panels.{SECTIONS[chosen].panel}").panel
    draw()


page()
