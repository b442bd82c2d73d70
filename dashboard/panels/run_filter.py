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
    text, paradigms, models, scenarios, statuses, sort = st.columns([2.2, 1.5, 1.5, 1.3, 1.3, 1.2])
    said = text.text_input("Question or answer holds", key="filter_text", bind="query-params")
    chosen = {
        "paradigms": _choose(paradigms, "Paradigm", "paradigms", choices.get("paradigms", [])),
        "models": _choose(models, "Model", "models", choices.get("models", [])),
        "scenarios": _choose(scenarios, "Scenario", "scenarios", choices.get("scenarios", [])),
        "statuses": _choose(statuses, "Status", "statuses", list(get_args(RunStatus))),
    }
    order = sort.selectbox("Order", list(SORTS), key="filter_sort", bind="query-params")
    key, descending = SORTS[order]
    return RunFilter(text=said, sort=key, descending=descending, **chosen)


def _choose(place: Any, label: str, name: str, options: list[str]) -> tuple[str, ...]:
    return tuple(
        place.multiselect(
            label,
            [option for option in options if option],
            key=f"filter_{name}",
            placeholder="any",
            bind="query-params",
        )
    )
