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
from dashboard.trials.words import size_words
from dashboard.words import t
from dashboard.words.many import many
from data.trials import sets
from data.trials.plan import TrialPlan

TONES = {
    "running": "open", "paused": "part", "interrupted": "part", "cancelled": "part",
    "budget": "bad", "failed": "bad", "done": "good", "imported": "good",
}  # fmt: skip
"""Of a state, whose name is the text `trials.state.STATE`."""
REASONS = {
    "paused by the user": "trials.paused-by-user",
    "cancelled by the user": "trials.cancelled-by-user",
    "Triptych was closed": "trials.closed",
}
"""As they are on record -> their text; any other reason is shown as it was recorded."""


def set_head(found: Results) -> None:
    progress = found.progress
    state = progress.state if progress else "imported"
    with st.container(key="set_head", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(key="run_title", width="content"):
                st.text(_name(found), width="content")
            with st.container(key=f"tone_{TONES[state]}", width="content"):
                st.text(t(f"trials.state.{state}"), width="content")
            _buttons(found)
        with st.container(key="run_facts"):
            st.text(_facts(found))
        if progress:
            _progress(progress)
        if progress and progress.reason:
            known = REASONS.get(progress.reason)
            st.text(t("trials.ended", reason=t(known) if known else progress.reason))
    with st.container(key="set_notes", gap=None):
        for note in found.notes:
            st.caption(note)


def _name(found: Results) -> str:
    if found.imported:
        return t("trials.imported-name", format=found.format)
    return found.name or t("trials.unnamed")


def _progress(progress: Progress) -> None:
    if progress.state == "done" and not progress.errors:
        return
    ended = progress.finished + progress.errors
    said = [t("trials.progress", n=f"{ended:,}", all=f"{progress.cells:,}")]
    if progress.running:
        said.append(t("trials.going-on", n=progress.running))
    if progress.errors:
        said.append(t("trials.errors", n=progress.errors))
    st.progress(ended / progress.cells, text=t("trials.and").join(said))


def _facts(found: Results) -> str:
    if found.stored is None:
        tasks = len({cell.key.scenario for cell in found.cells})
        runs = sum(len(cell.runs) for cell in found.cells)
        counted = many("results.runs", runs, n=count(runs))
        facts = t("trials.imported-facts", tasks=many("results.tasks", tasks), runs=counted)
        return f"{found.set_id} · {facts}"
    plan = found.stored.plan
    said = [found.set_id, local_time(found.stored.created_at), size_words(plan)]
    if plan.chance < 1:
        said.append(t("trials.faults-on", chance=f"{plan.chance:.0%}", seed=plan.seed))
    said.append(_spent(found))
    return " · ".join(said)


def _spent(found: Results) -> str:
    progress, stored = found.progress, found.stored
    if progress is None or stored is None or all(map(is_scripted, stored.plan.models)):
        return t("trials.no-provider")
    cap = stored.budget_usd
    spent = at_least(money(progress.spent_usd), progress.unpriced_runs > 0)
    if cap is None:
        return t("trials.spent", spent=spent)
    return t("trials.spent-of", spent=spent, cap=money(cap))


def _buttons(found: Results) -> None:
    trials, progress = house().service.trials, found.progress
    if progress and progress.state == "running":
        if st.button(t("trials.pause"), icon=":material/pause:", key="trials_pause"):
            trials.pause(found.set_id)
        if st.button(t("trials.cancel"), icon=":material/stop:", key="trials_cancel"):
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
    if st.button(t("trials.new"), icon=":material/add:", key="trials_new"):
        if found.stored:
            take(found.stored.plan)
        st.query_params.clear()
        st.rerun()
    if found.stored:
        with st.popover(t("trials.delete"), icon=":material/delete:"):
            st.text(t("trials.forget-ask"))
            if st.button(t("trials.forget"), type="primary", key="trials_delete"):
                sets.forget(house().service.store, found.set_id)
                go("trials", {})


def _resume(found: Results) -> None:
    capped = found.progress is not None and found.progress.state == "budget"
    cap = found.stored.budget_usd if found.stored else None
    if capped:
        cap = st.number_input(
            t("trials.new-cap"), value=cap, min_value=0.0, step=0.5, format="%g", key="trials_cap",
            label_visibility="collapsed", width=120,
        )  # fmt: skip
    if st.button(
        t("trials.resume"), type="primary", icon=":material/play_arrow:", key="trials_resume"
    ):
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
