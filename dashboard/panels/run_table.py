"""The dense table of runs; up to six chosen ones are compared, one is opened."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from agents.errors import BadInput, StoreError
from agents.planned import PlanCounts
from dashboard.alerts import alerts
from dashboard.deletions import delete, done, warning
from dashboard.formats import (
    at_least,
    count,
    duration,
    local_time,
    money,
    origin_glyph,
    paradigm_name,
    run_status,
    share,
    short,
)
from dashboard.house import house
from dashboard.launch import MOST_LANES
from dashboard.live import by_run
from dashboard.panels.doors import go, open_step
from dashboard.panels.run_list import Listed, forget_list, keep_up
from dashboard.panels.share_panel import export_popover
from dashboard.words import t
from dashboard.words.many import many
from data.rows import RunRow

COLUMNS: dict[str, tuple[int, bool]] = {
    "when": (138, False), "": (28, False), "question": (200, False), "paradigm": (118, False),
    "model": (120, False), "status": (104, False), "alerts": (54, True), "calls": (48, True),
    "tools": (48, True), "errors": (52, True), "read": (66, True), "cost": (72, True),
    "time": (70, True), "forks": (48, True), "plan": (64, True), "replan": (60, True),
    "label": (190, False),
}  # fmt: skip
"""Name, whose heading is the text `column.NAME` -> width in pixels, and whether it is a number
and so stands on the right."""
EXPLAINED = ("when", "plan", "replan")
UNDATED = "≈ "
"""Before the time of a trace that tells none: it is its file's."""


def deletion_note(shown: Listed) -> None:
    """What became of a deletion, where there is more to say than that it is done."""
    if shown.chosen:
        st.session_state.pop("runs_deleted", None)
    elif said := st.session_state.get("runs_deleted"):
        st.text(said)


def run_table(shown: Listed) -> None:
    runs = shown.runs
    bar = st.container(horizontal=True, vertical_alignment="center", gap="small")
    chosen = st.dataframe(
        pd.DataFrame(_rows(runs), columns=[_heading(name) for name in COLUMNS]),
        key=shown.table,
        hide_index=True,
        height="content",
        on_select="rerun",
        selection_mode="multi-row",
        column_config={
            _heading(name): st.column_config.Column(
                width=width,
                alignment="right" if right else "left",
                help=t(f"column.{name}.help") if name in EXPLAINED else None,
            )
            for name, (width, right) in COLUMNS.items()
        },
    )
    picked = [runs[place] for place in chosen.selection.rows if place < len(runs)]
    with bar:
        _actions(picked, shown.total)
        keep_up(shown)


def _heading(name: str) -> str:
    return t(f"column.{name}") if name else ""


def _actions(picked: list[RunRow], total: int) -> None:
    ids = [run.run_id for run in picked]
    told = t("runs.chosen", n=len(ids), total=f"{total:,}")
    said = told if ids else many("runs.choose", total)
    st.text(said, width="content")
    if st.button(
        t("runs.open"), disabled=len(ids) != 1, icon=":material/play_circle:", key="runs_open"
    ):
        open_step(ids[0])
    fits = 2 <= len(ids) <= MOST_LANES
    if st.button(
        t("runs.compare", most=MOST_LANES),
        disabled=not fits,
        icon=":material/view_column:",
        key="runs_compare",
    ):
        # as they were launched, whatever the order of the table
        in_order = sorted(picked, key=lambda run: run.started_at)
        go("", {"runs": ",".join(run.run_id for run in in_order)})
    if st.button(
        t("runs.diff"),
        disabled=not fits,
        icon=":material/difference:",
        key="runs_diff",
        help=t("runs.diff-help"),
    ):
        in_order = sorted(picked, key=lambda run: run.started_at)
        go("diff", {"runs": ",".join(run.run_id for run in in_order)})
    export_popover(ids)
    turn = st.session_state.setdefault("runs_delete_turn", 0)  # another one is closed
    with st.popover(
        t("runs.delete"), disabled=not ids, icon=":material/delete:", key=f"runs_delete_{turn}"
    ):
        if not ids:
            return
        st.text(many("runs.delete-ask", len(ids)))
        if said := warning(house().service):
            st.text(said)
        if st.button(t("runs.delete-them"), type="primary", key="delete"):
            _delete(ids)


def _delete(ids: list[str]) -> None:
    try:
        found = delete(house().service, ids)
    except BadInput as error:
        st.text(str(error))
        return
    except StoreError as error:  # they are gone, but not all of their bytes
        st.session_state["runs_deleted"] = f"⚠ {error}"
    else:
        st.session_state["runs_deleted"] = done(len(ids), found.copies) if found.copies else ""
    st.session_state["runs_delete_turn"] += 1
    forget_list()
    st.rerun()


def _rows(runs: Sequence[RunRow]) -> list[list[object]]:
    service = house().service
    ids = [run.run_id for run in runs]
    steps = by_run(ids, service.steps(ids))
    thresholds = service.thresholds()
    plans = service.plans.of(runs)
    return [
        _row(run, len(alerts(run, steps[run.run_id], thresholds)), plans[run.run_id])
        for run in runs
    ]


def _row(run: RunRow, raised: int, plan: PlanCounts | None) -> list[object]:
    partly = run.unknown_usage > 0
    return [
        f"{'' if run.dated else UNDATED}{local_time(run.started_at)}",
        origin_glyph(run.origin),
        run.question,
        paradigm_name(run.paradigm),
        short(run.model, 20),
        run_status(run.status, run.passed),
        f"⚠ {raised}" if raised else "",
        run.model_calls,
        run.tool_calls,
        run.tool_errors,
        at_least(count(run.input_tokens), partly),
        at_least(money(run.cost_usd), run.unpriced > 0),
        "" if run.status == "running" else duration(run.duration_ms),
        run.forks,
        f"{plan.planned}/{plan.executed}/{plan.rejected}" if plan else "",
        share(plan.rejected, plan.executed) if plan and plan.executed else "",
        run.label,
    ]
