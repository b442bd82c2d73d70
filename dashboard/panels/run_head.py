"""The head of a run's page: what it is, how it ended, and what it cost."""

from __future__ import annotations

import streamlit as st

from dashboard.axes import said
from dashboard.faults import fault_names
from dashboard.formats import (
    at_least,
    count,
    duration,
    local_time,
    money,
    run_status,
    share,
    utc_time,
)
from dashboard.house import house
from dashboard.lanes import lane_titles
from dashboard.panels.doors import go, open_step
from dashboard.panels.import_report import import_report
from dashboard.panels.judged import judged
from dashboard.panels.proof_panel import proof_button
from dashboard.panels.share_panel import share_button
from dashboard.panels.shell import unformatted
from dashboard.trials.work import LABEL
from dashboard.viewmodels import inner_runs, tone
from dashboard.words import t
from data.rows import RunRow
from data.trials.sets import set_of

UP = ":material/arrow_upward:"


def run_head(run: RunRow) -> None:
    ((name, model),) = lane_titles([run])
    with st.container(key="run_head", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(key="run_title", width="content"):
                st.text(name, width="content")
            if model:
                st.text(t("replay.on", model=model), width="content")
            with st.container(key=f"tone_{tone(run)}", width="content"):
                st.text(run_status(run.status, run.passed), width="content")
            _buttons(run)
        with st.container(key="run_question"):
            st.text(run.question)
        if run.status != "success" and run.reason:
            st.text(t("replay.ended", reason=run.reason))
        with st.container(key="run_facts", horizontal=True, gap="small"):
            exact = utc_time(run.started_at)
            hint = exact if run.dated else t("replay.undated.help", at=exact)
            st.text(_facts(run), width="content", help=hint)
        if choices := said(run.paradigm, run.rig):
            st.caption(unformatted(choices))
        _numbers(run)
        judged(run)
        import_report(run)


def _buttons(run: RunRow) -> None:
    icon = ":material/view_column:"
    if run.comparison_id and st.button(t("replay.whole"), icon=icon, key="whole"):
        go("", {"comparison": run.comparison_id})
    if run.label.startswith(LABEL) and (set_id := set_of(house().service.store, run.run_id)):
        icon = ":material/grid_on:"
        if st.button(t("replay.trials"), icon=icon, key="trials_of"):
            go("trials", {"trials": set_id})
    if run.called_by and st.button(t("replay.caller"), icon=UP, key="caller"):
        open_step(run.called_by, house().service.calling_step(run))
    if run.parent_run_id and st.button(t("replay.parent"), icon=UP, key="parent"):
        open_step(run.parent_run_id, max(0, (run.forked_at or 1) - 1))
    proof_button(run)
    share_button([run.run_id])
    # a run that another program makes is not ours to stop
    ours = run.status == "running" and run.origin != "imported"
    if ours and st.button(t("replay.cancel"), key="run_cancel"):
        house().service.cancel(run.run_id)
        st.rerun()


def _facts(run: RunRow) -> str:
    faults = ", ".join(fault_names(run.rig))
    said = [
        t("replay.run", run=run.run_id),
        t("replay.inside", run=run.called_by) if run.called_by else "",
        run.scenario,
        t("ask.faults", names=faults) if faults else "",
        run.label,
    ]
    at = local_time(run.started_at)
    when = at if run.dated else t("replay.undated", at=at)
    return "  ·  ".join([when, *filter(None, said)])


def _numbers(run: RunRow) -> None:
    partly = run.unknown_usage > 0
    also = t("replay.also", inner=inner_runs(run)) if run.sub_runs else ""
    by_all = t("replay.tokens.help", source=run.usage_source, also=also)
    cached = count(run.cached_tokens)
    if run.cached_tokens is not None:
        cached += f" ({share(run.cached_tokens, run.input_tokens)})" if run.input_tokens else ""
    cells = [
        (
            t("replay.model-calls"),
            _and(count(run.model_calls), run, count(run.inner_model_calls)),
            t("replay.model-calls.help", also=also),
        ),
        (
            t("replay.tool-calls"),
            _and(count(run.tool_calls), run, count(run.inner_tool_calls)),
            t("replay.tool-calls.help", n=run.tool_errors, also=also),
        ),
        (
            t("replay.tokens-read"),
            _and(at_least(count(run.input_tokens), partly), run, count(run.inner_input_tokens)),
            by_all,
        ),
        (
            t("replay.largest"),
            count(run.peak_input_tokens),
            t("replay.largest.help"),
        ),
        (t("replay.cached"), cached, t("replay.cached.help")),
        (
            t("replay.tokens-written"),
            _and(at_least(count(run.output_tokens), partly), run, count(run.inner_output_tokens)),
            by_all,
        ),
        (
            t("replay.cost"),
            _and(
                at_least(money(run.cost_usd), run.unpriced > 0),
                run if run.inner_cost_usd is not None else None,
                money(run.inner_cost_usd),
            ),
            f"{run.cost_why}{also}",
        ),
        (
            t("replay.time"),
            t("replay.running") if run.status == "running" else duration(run.duration_ms),
            None,
        ),
    ]
    with st.container(key="run_numbers", horizontal=True, gap="medium"):
        for label, value, hint in cells:
            st.metric(label, value, help=unformatted(hint) if hint else None, width="content")


def _and(own: str, run: RunRow | None, inner: str) -> str:
    """What inner runs took is told beside the run's own, never in it."""
    return f"{own} + {inner}" if run is not None and run.sub_runs else own
