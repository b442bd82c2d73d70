"""Which language the interface speaks: one choice, kept with the database."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.words import LANGUAGES, SPOKEN, speak, spoken, t


def language_switch(key: str) -> None:
    chosen = st.segmented_control(
        t("settings.language"),
        list(LANGUAGES),
        default=spoken(),
        format_func=LANGUAGES.__getitem__,
        key=f"{key}_{spoken()}",
        label_visibility="collapsed",
        required=True,
    )
    if chosen and chosen != spoken():
        house().service.store.set_setting(SPOKEN, chosen)
        speak(chosen)
        st.rerun()
