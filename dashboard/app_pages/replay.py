"""Replay: one run as a film, and each step whole, `?run=ID&step=K`; or several runs stepped
through together, `?runs=A,B,C&step=K`."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.house import house
from dashboard.panels.family import family
from dashboard.panels.fork_panel import children, fork_panel
from dashboard.panels.lockstep_panel import lockstep_panel
from dashboard.panels.player_panel import player_panel
from dashboard.panels.proof_panel import proof_panel, resume_panel
from dashboard.panels.recent import recent
from dashboard.panels.run_head import run_head
from dashboard.panels.shell import problem
from dashboard.words import t

REFRESH_S = 1.0


def page() -> None:
    run_id = st.query_params.get("run", "")
    together = [name for name in st.query_params.get("runs", "").split(",") if name]
    if together and not run_id:
        try:
            lockstep_panel(together)
        except TriptychError as error:
            problem(str(error))
        return
    if not run_id:
        st.info(t("replay.choose"), icon=":material/arrow_forward:")
        recent(run_here=False)
        return
    try:
        run = house().service.run(run_id)
    except TriptychError as error:
        problem(str(error))
        return
    running = run.status == "running"
    st.fragment(head, run_every=REFRESH_S if running else None)(run_id, running)
    proof_panel(run)
    resume_panel(run)
    wanted = st.query_params.get("fork", "")
    if not (wanted.isascii() and wanted.isdigit()):
        player_panel(run)
        family(run_id)
        return
    with st.container(key="children"):  # there from the start, so that the player stays in place
        children(run)
    with st.container(key="pair"):
        left, right = st.columns([7, 4], gap="medium")
    with left:
        player_panel(run)
    with right:
        fork_panel(run, int(wanted))
    family(run_id)


def head(run_id: str, running: bool) -> None:
    """Drawn anew while the run goes on; the player below keeps itself fresh."""
    run = house().service.run(run_id)
    run_head(run)
    if running and run.status != "running":
        st.rerun()


page()
