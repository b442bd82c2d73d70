"""Another rig for a fork: paradigm, model, limits, tools, writes. Empty where all stays."""

from __future__ import annotations

from typing import Any

import streamlit as st

from agents.policies.registry import PARADIGMS
from agents.rig import RigSpec
from dashboard.panels.models import model_choices, model_label
from dashboard.words import t
from data.rows import RunRow
from data.toolbox import toolbox_help

WRITES = ("ask", "stub", "allow")


def rig_changes(run: RunRow, spec: RigSpec) -> dict[str, Any]:
    """The fields of RigSpec that the form sets; equal ones too, so that what is seen is run.
    `spec` is the rig that stays if nothing is changed."""
    with st.container(horizontal=True, gap="small"):
        names = list(PARADIGMS)
        place = names.index(spec.paradigm) if spec.paradigm in names else 0
        paradigm = st.selectbox(
            t("fork.paradigm"),
            names,
            place,
            key=f"fork_paradigm_{run.run_id}",
            format_func=lambda name: PARADIGMS[name].title,
        )
        models = model_choices(spec.model)
        model = st.selectbox(
            t("ask.model"),
            models,
            models.index(spec.model),
            key=f"fork_model_{run.run_id}",
            accept_new_options=True,
            format_func=model_label,
            help=t("ask.typed"),
        )
    with st.expander(t("fork.limits")):
        more = _more(run, spec)
    return {"paradigm": paradigm, "model": model or spec.model, **more}


def _more(run: RunRow, spec: RigSpec) -> dict[str, Any]:
    with st.container(horizontal=True, gap="small"):
        iterations = st.number_input(
            t("fork.iterations"),
            1,
            None,
            spec.limits.max_iterations,
            key=f"fork_iterations_{run.run_id}_{spec.limits.max_iterations}",
        )
        calls = st.number_input(
            t("fork.calls"),
            0,
            None,
            spec.limits.max_tool_calls,
            key=f"fork_calls_{run.run_id}",
            placeholder=t("fork.no-limit"),
        )
        tokens = st.number_input(
            t("fork.tokens"),
            1,
            None,
            spec.limits.max_tokens,
            key=f"fork_tokens_{run.run_id}",
            placeholder=t("fork.no-limit"),
        )
    kept = [] if run.source else list(spec.tools)
    known = list(dict.fromkeys([*kept, *(typed for typed, _ in toolbox_help())]))
    tools = st.multiselect(
        t("fork.tools"),
        known,
        kept,
        key=f"fork_tools_{run.run_id}",
        accept_new_options=True,
        placeholder=t("options.none"),
    )
    writes = st.segmented_control(
        t("fork.writes"),
        list(WRITES),
        default="ask",
        key=f"fork_writes_{run.run_id}",
        format_func=lambda name: t(f"fork.writes.{name}"),
    )
    limits = {"max_iterations": iterations, "max_tool_calls": calls, "max_tokens": tokens}
    return {"limits": limits, "tools": tools, "writes": writes or "ask"}
