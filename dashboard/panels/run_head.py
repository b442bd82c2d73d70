"""The head of a run's page: what it is, how it ended, what it cost, and its timeline."""

from __future__ import annotations

import streamlit as st

from dashboard.figures.timeline import timeline
from dashboard.formats import at_least, count, duration, local_time, money, run_status, utc_time
from dashboard.house import house
from dashboard.lanes import Lane, lane_titles
from dashboard.panels.shell import dark


def run_head(lane: Lane) -> None:
    run = lane.run
    ((name, model),) = lane_titles([run])
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.text(f"{name} on {model}", width="content")
        st.text(run_status(run.status, run.passed), width="content")
        st.text(local_time(run.started_at), width="content", help=utc_time(run.started_at))
        st.text(f"run {run.run_id}", width="content")
        if run.comparison_id:
            st.page_link(
                "app_pages/compare.py", label="The whole comparison", width="content",
                query_params={"comparison": run.comparison_id}, icon=":material/view_column:",
            )  # fmt: skip
        if run.status == "running" and st.button("Cancel", type="tertiary"):
            house().service.cancel(run.run_id)
            st.rerun()
    with st.container(border=True):
        st.text(run.question)
    if run.label:
        st.caption(run.label)
    if run.status != "success" and run.reason:
        st.text(run.reason)
    _numbers(lane)
    st.plotly_chart(
        timeline([lane], dark()), key="run_timeline", theme=None, config={"displayModeBar": False}
    )


def _numbers(lane: Lane) -> None:
    run = lane.run
    partly = run.unknown_usage > 0
    cells = [
        ("Model calls", str(run.model_calls), None),
        ("Tool calls", str(run.tool_calls), f"{run.tool_errors} failed"),
        ("Tokens read, in all", at_least(count(run.input_tokens), partly), run.usage_source),
        ("Largest request", count(run.peak_input_tokens), "the peak context, in tokens"),
        ("Of it cached", count(run.cached_tokens), None),
        ("Tokens written", at_least(count(run.output_tokens), partly), run.usage_source),
        ("Cost", at_least(money(run.cost_usd), run.unpriced > 0), run.cost_why),
        ("Time", "running" if run.status == "running" else duration(run.duration_ms), None),
    ]
    for column, (label, value, hint) in zip(st.columns(len(cells)), cells, strict=True):
        column.metric(label, value, help=hint or None)
