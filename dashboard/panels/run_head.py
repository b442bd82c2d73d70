"""The head of a run's page: what it is, how it ended, and what it cost."""

from __future__ import annotations

import streamlit as st

from dashboard.faults import fault_names
from dashboard.formats import (
    at_least,
    count,
    duration,
    local_time,
    money,
    run_status,
    share,
    utc_time,
)
from dashboard.house import house
from dashboard.lanes import lane_titles
from dashboard.panels.doors import go
from dashboard.panels.shell import unformatted
from dashboard.viewmodels import tone
from data.rows import RunRow


def run_head(run: RunRow) -> None:
    ((name, model),) = lane_titles([run])
    with st.container(key="run_head", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(key="run_title", width="content"):
                st.text(name, width="content")
            st.text(f"on {model}", width="content")
            with st.container(key=f"tone_{tone(run)}", width="content"):
                st.text(run_status(run.status, run.passed), width="content")
            icon = ":material/view_column:"
            if run.comparison_id and st.button("The whole comparison", icon=icon, key="whole"):
                go("", {"comparison": run.comparison_id})
            if run.status == "running" and st.button("Cancel"):
                house().service.cancel(run.run_id)
                st.rerun()
        with st.container(key="run_question"):
            st.text(run.question)
        if run.status != "success" and run.reason:
            st.text(f"It ended: {run.reason}")
        with st.container(key="run_facts", horizontal=True, gap="small"):
            st.text(_facts(run), width="content", help=utc_time(run.started_at))
        _numbers(run)


def _facts(run: RunRow) -> str:
    faults = ", ".join(fault_names(run.rig))
    said = [f"run {run.run_id}", run.scenario, f"faults: {faults}" if faults else "", run.label]
    return "  ·  ".join([local_time(run.started_at), *filter(None, said)])


def _numbers(run: RunRow) -> None:
    partly = run.unknown_usage > 0
    cached = count(run.cached_tokens)
    if run.cached_tokens is not None:
        cached += f" ({share(run.cached_tokens, run.input_tokens)})" if run.input_tokens else ""
    cells = [
        ("Model calls", count(run.model_calls), "How often a model was asked."),
        ("Tool calls", count(run.tool_calls), f"{run.tool_errors} of them failed."),
        (
            "Tokens read",
            at_least(count(run.input_tokens), partly),
            f"By all model calls together; {run.usage_source}.",
        ),
        (
            "Largest request",
            count(run.peak_input_tokens),
            "In tokens: what must fit into the model's context window.",
        ),
        ("From cache", cached, "Tokens of those read that the provider had in its cache."),
        (
            "Tokens written",
            at_least(count(run.output_tokens), partly),
            f"By all model calls together; {run.usage_source}.",
        ),
        ("Cost", at_least(money(run.cost_usd), run.unpriced > 0), run.cost_why),
        ("Time", "running" if run.status == "running" else duration(run.duration_ms), None),
    ]
    with st.container(key="run_numbers", horizontal=True, gap="medium"):
        for label, value, hint in cells:
            st.metric(label, value, help=unformatted(hint) if hint else None, width="content")
