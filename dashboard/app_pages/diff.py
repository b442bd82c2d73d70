"""Diff: two to six runs, aligned step by step. `?runs=A,B`."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.components import colours, diff
from dashboard.diff_view import diff_data
from dashboard.diffing import checked
from dashboard.house import house
from dashboard.panels.family import family
from dashboard.panels.lockstep_panel import together_button
from dashboard.panels.share_panel import share_button
from dashboard.panels.shell import dark, problem


def page() -> None:
    run_ids = [name for name in st.query_params.get("runs", "").split(",") if name]
    if not run_ids:
        st.info("Choose two to six runs in the list of runs, then press Diff.",
                icon=":material/difference:")  # fmt: skip
        st.page_link("app_pages/runs.py", label="To the list of runs")
        return
    try:
        runs = house().service.these(checked(run_ids))
    except TriptychError as error:
        problem(str(error))
        return
    questions = dict.fromkeys(run.question for run in runs)
    with st.container(key="run_question"):
        st.text("\n".join(questions))
    if any(run.status == "running" for run in runs):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text("A run is still going on; this is how far it had come.", width="content")
            st.button("Draw again", icon=":material/refresh:")
    with st.container(key="handed_on", horizontal=True):
        share_button(run_ids, "diff")
        together_button(run_ids)
    data = {**diff_data(runs, house().passes.issue()), "colours": colours(dark())}
    # one asked for a new pass: a rerun of the page hands it over
    diff(key="diff", data=data, on_stale_change=lambda: None)
    if any(run.parent_run_id for run in runs):
        family(next(run.run_id for run in runs if run.parent_run_id))


page()
