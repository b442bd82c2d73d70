"""The filter above the list of runs; what it holds also stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import streamlit as st

from data.filters import RunFilter
from data.rows import RunStatus

SORTS: dict[str, tuple[Any, bool]] = {
    "newest first": ("time", True),
    "oldest first": ("time", False),
    "most tokens": ("tokens", True),
    "most expensive": ("cost", True),
    "longest": ("duration", True),
    "most model calls": ("model_calls", True),
    "most tool errors": ("tool_errors", True),
}


def run_filter(choices: Mapping[str, list[str]]) -> RunFilter:
    """`choices`: the values there are, by field of the filter."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        said = st.text_input(
            "Question or answer holds", key="filter_text", bind="query-params", width=270
        )
        chosen = {
            "paradigms": _choose("Paradigm", "paradigms", choices.get("paradigms", [])),
            "models": _choose("Model", "models", choices.get("models", [])),
            "scenarios": _choose("Scenario", "scenarios", choices.get("scenarios", [])),
            "statuses": _choose("Status", "statuses", list(get_args(RunStatus))),
        }
        order = st.selectbox(
            "Order", list(SORTS), key="filter_sort", bind="query-params", width=170
        )
    key, descending = SORTS[order]
    return RunFilter(text=said, sort=key, descending=descending, **chosen)


NARROWING: dict[str, object] = {
    "text": "", "paradigms": [], "models": [], "scenarios": [], "statuses": [],
}  # fmt: skip
"""What each field of the filter holds when it narrows nothing."""


def is_narrowed() -> bool:
    return any(st.session_state.get(f"filter_{name}") for name in NARROWING)


def clear_filter() -> None:
    for name, nothing in NARROWING.items():
        st.session_state[f"filter_{name}"] = nothing


def _choose(label: str, name: str, options: list[str]) -> tuple[str, ...]:
    return tuple(
        st.multiselect(
            label,
            [option for option in options if option],
            key=f"filter_{name}",
            placeholder="any",
            bind="query-params",
            width=180,
        )
    )
