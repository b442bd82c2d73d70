"""Runs stepped through together, for a class: `replay?runs=A,B,C`."""

from __future__ import annotations

import streamlit as st

from dashboard.components import colours, lockstep
from dashboard.house import house
from dashboard.lockstep_view import MOST_RUNS, lockstep_data
from dashboard.panels.doors import go
from dashboard.panels.share_panel import share_button
from dashboard.panels.shell import dark
from dashboard.words import t


def lockstep_panel(run_ids: list[str]) -> None:
    """Raises BadInput (see lockstep_data)."""
    service = house().service
    runs = service.these(list(dict.fromkeys(run_ids)))
    data = lockstep_data(service, runs)
    with st.container(key="run_question"):
        st.text(data["question"])
    if any(run.status == "running" for run in runs):
        st.text(t("replay.going-on"))
    with st.container(key="handed_on", horizontal=True):
        share_button(run_ids, "together" if len(run_ids) > 1 else "")
    lockstep(key="lockstep", data={**data, "colours": colours(dark())})


def together_button(run_ids: list[str], *, disabled: bool = False) -> None:
    """Only where there is something to step together."""
    if 2 <= len(run_ids) <= MOST_RUNS and st.button(
        t("replay.together"), icon=":material/school:", key="together", disabled=disabled
    ):
        go("replay", {"runs": ",".join(run_ids)})
