"""Which models can be chosen; asked of the machine at most every 20 seconds."""

from __future__ import annotations

import os

import streamlit as st

from agents.models.catalog import models_status


@st.cache_data(ttl=20, show_spinner=False)
def model_names() -> list[str]:
    """`scripted` first; then what is ready. Any other name may be typed."""
    ready = [s.name for s in models_status(os.environ) if s.ready and ":" in s.name]
    return ["scripted", *ready]
