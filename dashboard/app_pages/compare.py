"""Compare: one question, several lanes, one button. Also any runs beside each other."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.house import house
from dashboard.lanes import Lane
from dashboard.panels.answers_panel import answers_panel
from dashboard.panels.asking import ask_form
from dashboard.panels.charts import figures, keep_room, preload, timeline_panel
from dashboard.panels.doors import go
from dashboard.panels.headline import headline
from dashboard.panels.lanes_panel import lanes_panel
from dashboard.panels.lockstep_panel import together_button
from dashboard.panels.recent import recent
from dashboard.panels.share_panel import share_button
from dashboard.panels.shell import problem
from data.rows import RunRow


def shown_runs() -> tuple[str, list[RunRow]]:
    """What the address names: `?comparison=ID`, or `?runs=ID,ID`. Raises BadInput."""
    service = house().service
    if comparison := st.query_params.get("comparison"):
        return comparison, service.comparison(comparison)
    named = st.query_params.get("runs", "").split(",")
    chosen = list(dict.fromkeys(run_id for run_id in named if run_id))
    return ",".join(chosen), [service.run(run_id) for run_id in chosen[:6]]


def page() -> None:
    """What a state of the page does not need is emptied at its place, so that nothing of the
    state before stands about until the script has run through."""
    if _came_back():
        return
    wrong = ""
    try:
        name, runs = shown_runs()
        st.session_state.compared = st.query_params.to_dict() if runs else {}
    except TriptychError as error:
        name, runs, wrong = "", [], str(error)
    try:
        launch = ask_form(runs, name)
        if launch is not None:
            comparison = house().service.compare(launch)
            st.session_state.update(filled_from=comparison, ask_open=False)
            st.query_params.from_dict({"comparison": comparison})
            st.rerun()
    except TriptychError as error:
        wrong = str(error)
    if wrong:
        problem(wrong)
    else:
        st.empty()
    if not runs:
        st.empty()
        st.empty()
        with st.container(key="before"):
            recent()
            preload()
        return
    _comparison(runs)


def _came_back() -> bool:
    """The link to this page, from another one, leads to what was compared last."""
    before = st.session_state.get("compared")
    if st.query_params or not before or st.session_state.page_before in ("", "compare"):
        return False
    go("", before, replace=True)
    return True


def _comparison(runs: list[RunRow]) -> None:
    """Answers are drawn before the figures that stand above them, whose room is kept: with
    thousands of steps these take a while. Then long runs are read for findings."""
    service = house().service
    running = any(run.status == "running" for run in runs)
    run_ids = [run.run_id for run in runs]
    lanes = []
    if not running:
        steps = service.steps_of(runs)
        lanes = [Lane(run, steps[run.run_id]) for run in runs]
    headline(lanes, len(runs))
    with st.container(key="handed_on", horizontal=True):
        # there from the start, so that nothing moves when the last lane ends
        together_button(run_ids, disabled=running)
        share_button(run_ids, "together" if len(run_ids) > 1 else "", disabled=running)
    with st.container(key=f"lanes_slot_{len(runs)}"):
        lanes_panel(run_ids)
    keep_room(len(runs))
    above, below = st.container(key="timeline"), st.container(key="figures")
    if lanes:
        answers_panel(lanes)
    with above:
        timeline_panel(run_ids, running)
    with below:
        figures(run_ids, running)
    if lanes:
        service.findings.begin(runs)


page()
