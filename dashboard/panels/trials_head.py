"""The head of a trial set: what it is, how far it has come, and what can be done with it."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from agents.models.catalog import is_scripted
from dashboard.formats import at_least, count, local_time, money, short
from dashboard.house import house
from dashboard.panels.doors import go
from dashboard.panels.shell import problem
from dashboard.panels.trials_setup import take
from dashboard.trials.export import FORMATS, exported
from dashboard.trials.progress import Progress
from dashboard.trials.results import Results
from data.trials import sets
from data.trials.plan import TrialPlan

STATES = {
    "running": ("● running", "open"),
    "paused": ("⏸ paused", "part"),
    "interrupted": ("⏸ interrupted: its process ended", "part"),
    "cancelled": ("⊘ cancelled", "part"),
    "budget": ("■ stopped at its cost cap", "bad"),
    "failed": ("✗ stopped", "bad"),
    "done": ("✓ done", "good"),
    "imported": ("▽ imported", "good"),
}


def set_head(found: Results) -> None:
    progress = found.progress
    said, tone = STATES[progress.state if progress else "imported"]
    with st.container(key="set_head", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(key="run_title", width="content"):
                st.text(found.name or "Trials", width="content")
            with st.container(key=f"tone_{tone}", width="content"):
                st.text(said, width="content")
            _buttons(found)
        with st.container(key="run_facts"):
            st.text(_facts(found))
        if progress:
            _progress(progress)
        if progress and progress.reason:
            st.text(f"It ended: {progress.reason}. What it has is kept.")
    with st.container(key="set_notes", gap=None):
        for note in found.notes:
            st.caption(note)


def _progress(progress: Progress) -> None:
    if progress.state == "done" and not progress.errors:
        return
    ended = progress.finished + progress.errors
    text = f"{ended:,} of {progress.cells:,} runs"
    if progress.running:
        text += f", {progress.running} going on"
    if progress.errors:
        text += f", {progress.errors} ended in an error"
    st.progress(ended / progress.cells, text=text)


def _facts(found: Results) -> str:
    if found.stored is None:
        tasks = len({cell.key.scenario for cell in found.cells})
        runs = sum(len(cell.runs) for cell in found.cells)
        return f"{found.set_id} · {tasks} tasks · {count(runs)} runs"
    plan = found.stored.plan
    said = [found.set_id, local_time(found.stored.created_at), plan.told_size()]
    if plan.chance < 1:
        said.append(f"faults on in {plan.chance:.0%}, seed {plan.seed}")
    said.append(_spent(found))
    return " · ".join(said)


def _spent(found: Results) -> str:
    progress, stored = found.progress, found.stored
    if progress is None or stored is None or all(map(is_scripted, stored.plan.models)):
        return "no provider is called"
    cap = stored.budget_usd
    of = f" of {money(cap)}" if cap is not None else ""
    return f"spent {at_least(money(progress.spent_usd), progress.unpriced_runs > 0)}{of}"


def _buttons(found: Results) -> None:
    trials, progress = house().service.trials, found.progress
    if progress and progress.state == "running":
        if st.button("Pause", icon=":material/pause:", key="trials_pause"):
            trials.pause(found.set_id)
        if st.button("Cancel", icon=":material/stop:", key="trials_cancel"):
            trials.cancel(found.set_id)
        return
    if progress and progress.finished < progress.cells:
        _resume(found)
    for format, mime in FORMATS.items():
        st.download_button(
            format.upper() if format == "csv" else format.capitalize(),
            lambda format=format: exported(found, format),
            f"{short(found.set_id, 60)}.{format}", mime, key=f"trials_{format}",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip
    if st.button("New trials", icon=":material/add:", key="trials_new"):
        if found.stored:
            take(found.stored.plan)
        st.query_params.clear()
        st.rerun()
    if found.stored:
        with st.popover("Delete", icon=":material/delete:"):
            st.text("Forget this set? Its runs stay among the runs.")
            if st.button("Forget it", type="primary", key="trials_delete"):
                sets.forget(house().service.store, found.set_id)
                go("trials", {})


def _resume(found: Results) -> None:
    capped = found.progress is not None and found.progress.state == "budget"
    cap = found.stored.budget_usd if found.stored else None
    if capped:
        cap = st.number_input(
            "New cap in $", value=cap, min_value=0.0, step=0.5, format="%g", key="trials_cap",
            label_visibility="collapsed", width=120,
        )  # fmt: skip
    if st.button("Resume", type="primary", icon=":material/play_arrow:", key="trials_resume"):
        try:
            house().service.trials.resume(found.set_id, cap if capped else None)
        except TriptychError as error:
            problem(str(error))
            return
        st.rerun()


def launch(plan: TrialPlan) -> None:
    """Starts it and shows it; what hinders is one sentence."""
    try:
        set_id = house().service.trials.start(plan)
    except TriptychError as error:
        problem(str(error))
        return
    st.session_state.pop("try_said", None)
    st.query_params.from_dict({"trials": set_id})
    st.rerun()
