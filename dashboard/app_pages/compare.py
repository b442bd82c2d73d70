"""Compare: one question, several lanes, one button. Also any runs beside each other."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.house import house
from dashboard.lanes import Lane
from dashboard.live import by_run
from dashboard.panels.answers_panel import alerts_panel, answers_panel
from dashboard.panels.asking import ask_form
from dashboard.panels.charts import charts
from dashboard.panels.lanes_panel import lanes_panel
from dashboard.panels.recent import recent
from dashboard.panels.shell import problem
from dashboard.summary import summary
from data.rows import RunRow


def shown_runs() -> tuple[str, list[RunRow]]:
    """What the address names: `?comparison=ID`, or `?runs=ID,ID`. Raises BadInput."""
    service = house().service
    if comparison := st.query_params.get("comparison"):
        return comparison, service.comparison(comparison)
    chosen = [run_id for run_id in st.query_params.get("runs", "").split(",") if run_id]
    return ",".join(chosen), [service.run(run_id) for run_id in chosen[:6]]


def page() -> None:
    try:
        name, runs = shown_runs()
    except TriptychError as error:
        problem(str(error))
        name, runs = "", []
    refused = ""
    try:
        launch = ask_form(runs, name)
        if launch is not None:
            comparison = house().service.compare(launch)
            st.session_state.filled_from = comparison
            st.query_params.from_dict({"comparison": comparison})
            st.rerun()
    except TriptychError as error:
        refused = str(error)
    if refused:
        problem(refused)
    if not runs:
        recent()
        return
    running = any(run.status == "running" for run in runs)
    run_ids = [run.run_id for run in runs]
    line = st.empty()
    lanes_panel(run_ids)
    charts(run_ids, running)
    if not running:
        steps = by_run(run_ids, house().service.steps(run_ids))
        lanes = [Lane(run, steps[run.run_id]) for run in runs]
        line.text(summary(lanes))
        answers_panel(lanes)
        alerts_panel(lanes)


page()
