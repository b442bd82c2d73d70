"""Which language the interface speaks: one choice, kept with the database."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.words import LANGUAGES, SPOKEN, speak, spoken, t


def language_switch(key: str) -> None:
    st.session_state[key] = spoken()
    st.segmented_control(
        t("settings.language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        key=key,
        label_visibility="collapsed",
        required=True,
        on_change=_choose,
        args=(key,),
    )


def _choose(key: str) -> None:
    """Before the page is drawn, so that one drawing speaks one language."""
    chosen = st.session_state[key]
    if chosen:
        house().service.store.set_setting(SPOKEN, chosen)
        speak(chosen)
