"""The runs behind a number: every one a door."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.formats import count, duration, money, run_status
from dashboard.launch import MOST_LANES
from dashboard.panels.doors import go, open_step
from dashboard.trials.results import CellResult, Trial
from dashboard.trials.words import column
from dashboard.words import t
from dashboard.words.many import many

MARKS = {True: "✓", False: "✗", None: "?"}
COLUMNS = (
    "trial", "ended", "call-accepted", "retrieved", "completed", "unsupported", "tool-errors",
    "repeated", "model-calls", "tokens", "cost", "time", "planned", "executed", "rejected", "run",
)  # fmt: skip


def runs_behind(name: str, cells: Sequence[CellResult]) -> None:
    trials = [trial for cell in cells for trial in cell.trials if trial.run_id]
    st.subheader(t("results.behind"))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        said = t("results.behind-said", name=name, runs=many("results.runs", len(trials)))
        st.text(said, width="content")
        bar = st.container(horizontal=True, gap="small", width="content")
    tasks = [cell.key.scenario for cell in cells for trial in cell.trials if trial.run_id]
    several = len(cells) > 1
    rows = [
        ([task] if several else []) + _row(trial) for task, trial in zip(tasks, trials, strict=True)
    ]
    chosen = st.dataframe(
        pd.DataFrame(rows, columns=list(map(column, ["task"] * several + list(COLUMNS)))),
        key="trial_runs", hide_index=True, on_select="rerun", selection_mode="multi-row",
        height="content" if len(rows) <= 12 else 460,
    )  # fmt: skip
    picked = [trials[place].run_id for place in chosen.selection.rows if place < len(trials)]
    ids = [run_id for run_id in picked if run_id]
    with bar:
        icon = ":material/play_circle:"
        if st.button(t("results.open"), disabled=len(ids) != 1, icon=icon, key="trial_open"):
            open_step(ids[0])
        fits = 2 <= len(ids) <= MOST_LANES
        icon = ":material/view_column:"
        if st.button(t("results.compare"), disabled=not fits, icon=icon, key="trial_compare"):
            go("", {"runs": ",".join(ids)})


def _row(trial: Trial) -> list[object]:
    one = trial.measured
    number = trial.number + 1
    if one is None:
        return [number, t("results.not-ended"), *[None] * (len(COLUMNS) - 3), trial.run_id]
    plan = one.plan
    return [
        number,
        run_status(one.status, one.passed),
        MARKS[one.calls_accepted],
        MARKS[one.information_retrieved],
        MARKS[one.passed],
        one.unsupported,
        one.tool_errors,
        one.repeated_calls,
        one.model_calls,
        count(one.tokens),
        money(one.cost_usd),
        duration(one.duration_ms),
        plan.planned if plan else None,
        plan.executed if plan else None,
        plan.rejected if plan else None,
        trial.run_id,
    ]
