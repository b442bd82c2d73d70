"""Replay: one run, its steps, and each step whole. `?run=ID&step=K`."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.house import house
from dashboard.lanes import Lane
from dashboard.panels.recent import recent
from dashboard.panels.run_head import run_head
from dashboard.panels.shell import problem
from dashboard.panels.step_list import step_list
from dashboard.panels.step_view import step_view

REFRESH_S = 1.0


def page() -> None:
    run_id = st.query_params.get("run", "")
    if not run_id:
        st.info("Choose a run: from the list of runs, or a comparison's lane.",
                icon=":material/arrow_forward:")  # fmt: skip
        recent()
        return
    service = house().service
    try:
        run = service.run(run_id)
    except TriptychError as error:
        problem(str(error))
        return
    running = run.status == "running"
    st.fragment(run_page, run_every=REFRESH_S if running else None)(run_id, running)


def run_page(run_id: str, running: bool) -> None:
    """Draws itself anew while the run goes on, and the whole page once when it has ended."""
    service = house().service
    run = service.run(run_id)
    steps = service.steps([run_id])
    clicked = run_head(Lane(run, steps))
    with st.container(key="pair"):
        left, right = st.columns([6, 7], gap="medium")
    with left:
        seq = step_list(run, steps, clicked)
    with right:
        step_view(run, seq)
    if running and run.status != "running":
        st.rerun()


page()
