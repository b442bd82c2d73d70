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
from dashboard.words import t


def page() -> None:
    run_ids = [name for name in st.query_params.get("runs", "").split(",") if name]
    if not run_ids:
        st.info(t("diff.choose"), icon=":material/difference:")
        st.page_link("app_pages/runs.py", label=t("diff.to-runs"))
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
            st.text(t("replay.going-on"), width="content")
            st.button(t("diff.again"), icon=":material/refresh:", key="diff_again")
    with st.container(key="handed_on", horizontal=True):
        share_button(run_ids, "diff")
        together_button(run_ids)
    data = {**diff_data(runs, house().passes.issue()), "colours": colours(dark())}
    # one asked for a new pass: a rerun of the page hands it over
    diff(key="diff", data=data, on_stale_change=lambda: None)
    if any(run.parent_run_id for run in runs):
        family(next(run.run_id for run in runs if run.parent_run_id))


page()
