"""The lanes of a comparison, live or from the record: the same code for both."""

from __future__ import annotations

import streamlit as st

from dashboard.components import colours, lanes
from dashboard.house import house
from dashboard.live import lanes_now
from dashboard.panels.shell import dark


@st.fragment
def lanes_panel(run_ids: list[str]) -> None:
    """Refreshes itself while something runs; then the whole page is drawn once more."""
    data = {**lanes_now(run_ids), "colours": colours(dark())}
    result = lanes(key="lanes", data=data, on_cancel_change=_nothing, on_ended_change=_nothing)
    if result.cancel:
        house().service.cancel(result.cancel)
    if result.ended:
        st.rerun()


def _nothing() -> None:
    """A trigger is read from the result; Streamlit only wants to know that it exists."""
