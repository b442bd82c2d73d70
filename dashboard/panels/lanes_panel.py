"""The lanes of a comparison, live or from the record: the same code for both."""

from __future__ import annotations

import streamlit as st

from dashboard.alerts import alerts
from dashboard.components import colours, lanes
from dashboard.house import house
from dashboard.panels.shell import dark
from dashboard.viewmodels import lanes_data
from data.rows import RunRow, StepRow

REFRESH_S = 0.3
"""A step is to be seen within 500 ms of happening, drawing included."""


def lanes_panel(run_ids: list[str], running: bool) -> None:
    """Redraws itself while something runs, then the whole page once, for the figures."""
    st.fragment(_panel, run_every=REFRESH_S if running else None)(run_ids, running)


def _panel(run_ids: list[str], running: bool) -> None:
    service = house().service
    runs = [service.run(run_id) for run_id in run_ids]
    steps = by_run(run_ids, service.steps(run_ids))
    thresholds = service.thresholds()
    data = lanes_data(
        runs,
        steps,
        {run_id: service.live_text(run_id) for run_id in run_ids},
        {run.run_id: alerts(run, steps[run.run_id], thresholds) for run in runs},
        {run_id: service.problem(run_id) for run_id in run_ids},
        colours(dark()),
    )
    result = lanes(
        key="lanes", data=data, on_cancel_change=_nothing, on_open_change=_nothing
    )
    if result.cancel:
        service.cancel(result.cancel)
    if result.open:
        open_step(result.open["run"], result.open["step"])
    if running and not _any_running(runs):
        st.rerun()


def by_run(run_ids: list[str], steps: list[StepRow]) -> dict[str, list[StepRow]]:
    found: dict[str, list[StepRow]] = {run_id: [] for run_id in run_ids}
    for step in steps:
        found[step.run_id].append(step)
    return found


def open_step(run_id: str, seq: int | None) -> None:
    query = {"run": run_id} if seq is None else {"run": run_id, "step": str(seq)}
    st.switch_page("app_pages/replay.py", query_params=query)


def _any_running(runs: list[RunRow]) -> bool:
    return any(run.status == "running" for run in runs)


def _nothing() -> None:
    """A trigger is read from the result; Streamlit only wants to know that it exists."""
