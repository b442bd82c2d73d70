"""The empty Compare page: what pressing Run will show, and what was run before."""

from __future__ import annotations

import streamlit as st

from dashboard.formats import local_time, run_status
from dashboard.house import house
from dashboard.lanes import lane_names
from data.filters import RunFilter
from data.rows import RunRow


def recent() -> None:
    runs = house().service.runs(RunFilter(), limit=30)
    groups: dict[str, list[RunRow]] = {}
    for run in runs:
        if run.comparison_id:
            groups.setdefault(run.comparison_id, []).append(run)
    if not groups:
        st.info(
            "Press **Run** (Ctrl+Enter): ReAct, function calling and plan-and-execute answer this "
            "question side by side. The scripted model needs no key.",
            icon=":material/play_arrow:",
        )
        return
    st.subheader("Recent comparisons")
    for comparison, lanes in list(groups.items())[:6]:
        lanes.sort(key=lambda run: run.started_at)
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            said = ", ".join(
                f"{name} {run_status(run.status, run.passed)}"
                for name, run in zip(lane_names(lanes), lanes, strict=True)
            )
            st.text(f"{lanes[0].question}\n{local_time(lanes[0].started_at)}   {said}")
            # a page link would not change the query of the page that it stands on
            if st.button("Open", key=f"open_{comparison}", width="content"):
                st.switch_page("app_pages/compare.py", query_params={"comparison": comparison})
