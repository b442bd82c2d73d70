"""Which models can be chosen; asked of the machine at most every 20 seconds."""

from __future__ import annotations

import os

import streamlit as st

from agents.models.catalog import KEYS, models_status
from agents.models.prices import priced_models
from dashboard.words import t


@st.cache_data(ttl=20, show_spinner=False)
def model_needs() -> dict[str, str]:
    """Model -> what it still needs, empty for nothing. `scripted` first, then what is ready."""
    found = {"scripted": ""}
    by_prefix = {}
    for status in models_status(os.environ):
        prefix, _, name = status.name.partition(":")
        if prefix in KEYS:
            by_prefix[prefix] = "" if status.ready else status.needs
        elif name and status.ready:
            found[status.name] = ""
        elif name:
            by_prefix[prefix] = status.needs
    for name in priced_models():
        found[name] = by_prefix.get(name.partition(":")[0], "")
    if needs := by_prefix.get("local"):
        found["local:NAME"] = needs
    return dict(sorted(found.items(), key=lambda pair: bool(pair[1])))


def model_choices(current: str) -> list[str]:
    known = list(model_needs())
    return known if not current or current in known else [*known, current]


def model_label(name: str) -> str:
    """Short enough for a narrow list; the Settings page says what to set."""
    if not model_needs().get(name):
        return name
    lacks = t("ask.no-server" if name.startswith("local:") else "ask.no-key")
    return f"{name} · {lacks}"
