"""The filter above the list of runs; what it holds also stands in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import streamlit as st

from dashboard.formats import paradigm_name, run_status
from dashboard.words import t
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
        said = st.text_input(t("filter.text"), key="filter_text", bind="query-params", width=270)
        chosen = {
            "paradigms": _choose_named(
                t("filter.paradigm"), "paradigms", choices.get("paradigms", []), paradigm_name
            ),
            "models": _choose(t("filter.model"), "models", choices.get("models", [])),
            "scenarios": _choose(t("filter.scenario"), "scenarios", choices.get("scenarios", [])),
            "statuses": _choose_named(
                t("filter.status"), "statuses", list(get_args(RunStatus)), run_status
            ),
        }
        order = _order()
    key, descending = SORTS[order]
    return RunFilter(text=said, sort=key, descending=descending, **chosen)


def _order() -> str:
    """The address keeps it under a name that is the same in every language, which Streamlit's own
    binding of what is shown would not."""
    state, first = st.session_state, next(iter(SORTS))
    named = st.query_params.get("filter_sort", first)
    if state.get("filter_sort") not in SORTS or state.get("filter_sort_named") != named:
        state.filter_sort = named if named in SORTS else first
    order = st.selectbox(
        t("filter.order"),
        list(SORTS),
        key="filter_sort",
        format_func=lambda name: t(f"order.{name.replace(' ', '-')}"),
        on_change=_keep_order,
        width=170,
    )
    state.filter_sort_named = st.query_params.get("filter_sort", first)
    return order


def _keep_order() -> None:
    state, first = st.session_state, next(iter(SORTS))
    if state.filter_sort == first:
        st.query_params.pop("filter_sort", None)
    else:
        st.query_params["filter_sort"] = state.filter_sort
    state.filter_sort_named = state.filter_sort


NARROWING: dict[str, object] = {
    "text": "", "paradigms": [], "models": [], "scenarios": [], "statuses": [],
}  # fmt: skip
"""What each field of the filter holds when it narrows nothing."""


NAMED = ("paradigms", "statuses")
"""Shown in the words of the list; the address has their own names."""


def is_narrowed() -> bool:
    return any(st.session_state.get(f"filter_{name}") for name in NARROWING)


def clear_filter() -> None:
    for name, nothing in NARROWING.items():
        st.session_state[f"filter_{name}"] = nothing
        if name in NAMED:
            st.query_params.pop(f"filter_{name}", None)


def _choose(label: str, name: str, options: list[str]) -> tuple[str, ...]:
    return tuple(
        st.multiselect(
            label,
            [option for option in options if option],
            key=f"filter_{name}",
            placeholder=t("filter.any"),
            bind="query-params",
            width=180,
        )
    )


def _choose_named(
    label: str, name: str, options: list[str], said: Callable[[str], str]
) -> tuple[str, ...]:
    state, key = st.session_state, f"filter_{name}"
    named = st.query_params.get_all(key)
    if state.get(f"{key}_named") != named:
        state[key] = [one for one in named if one in options]
    chosen = st.multiselect(
        label,
        [option for option in options if option],
        key=key,
        format_func=said,
        placeholder=t("filter.any"),
        on_change=_keep_named,
        args=(key,),
        width=180,
    )
    state[f"{key}_named"] = st.query_params.get_all(key)
    return tuple(chosen)


def _keep_named(key: str) -> None:
    state = st.session_state
    if state[key]:
        st.query_params[key] = state[key]
    else:
        st.query_params.pop(key, None)
    state[f"{key}_named"] = st.query_params.get_all(key)
