"""Learn's section about the tour: what it shows, and a way into it at any time."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.panels.tour_banner import start_tour
from dashboard.tour import tour_of
from dashboard.words import t


def panel() -> None:
    state = tour_of(house().service).state
    st.subheader(t("learn.tour"))
    st.text(t("tour.about"))
    st.markdown("\n".join(f"{step}. {t(f'tour.what-{step}')}" for step in range(1, 5)))
    if state in ("done", "left"):
        st.caption(t(f"tour.state-{state}"))
    else:
        st.empty()
    label = {"done": "tour.again", "left": "tour.go-on", "on": "tour.go-on"}.get(
        state, "tour.start"
    )
    if st.button(t(label), key="tour_begin", type="primary", icon=":material/tour:"):
        start_tour()
