"""The first thing read of a comparison: how it went, in a sentence, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.lanes import Lane
from dashboard.summary import summary_parts
from dashboard.words import t


def headline(lanes: Sequence[Lane], number: int) -> None:
    """`lanes` is empty while one of the `number` lanes still runs: the room is kept."""
    said, measured = summary_parts(lanes)
    if not lanes:
        said = t("headline.lanes-running" if number > 1 else "headline.running", n=number)
    with st.container(key="headline", gap=None):
        with st.container(key="headline_said"):
            st.text(said)
        st.text(measured)
