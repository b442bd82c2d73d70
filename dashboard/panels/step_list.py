"""The steps of a run as a list to choose from; the address keeps the choice."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.formats import count, duration, origin_glyph, origin_legend, step_status
from data.rows import RunRow, StepRow

HEIGHT = 640


def step_list(run: RunRow, steps: Sequence[StepRow]) -> int:
    """The number of the event to show: of the chosen step, or the run's first or last event."""
    wanted = _wanted(run)
    st.caption(f"{len(steps):,} steps · {run.events:,} events · {origin_legend()}")
    rows = [_row(step) for step in steps]
    numbers = [step.seq for step in steps]
    chosen = st.dataframe(
        pd.DataFrame(rows, columns=["#", "", "who", "what", "read", "took", "status"]),
        key=f"steps_{run.run_id}",
        hide_index=True,
        height="content" if len(rows) <= 18 else HEIGHT,
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [numbers.index(wanted)]}}
        if wanted in numbers
        else None,
        column_config={
            "#": st.column_config.NumberColumn(width=44),
            "": st.column_config.TextColumn(width=28),
            "who": st.column_config.TextColumn(width=84),
            "what": st.column_config.TextColumn(width=250),
            "read": st.column_config.TextColumn(width=58, help="input tokens of the model call"),
            "took": st.column_config.TextColumn(width=68),
            "status": st.column_config.TextColumn(width=120),
        },
    )
    with st.container(horizontal=True, gap="small"):
        first = st.button("How it began", type="tertiary")
        last = st.button("How it ended", type="tertiary", disabled=run.status == "running")
    picked = list(chosen.selection.rows)
    seq = 0 if first else run.events - 1 if last else numbers[picked[0]] if picked else wanted
    if str(seq) != st.query_params.get("step"):
        st.query_params["step"] = str(seq)
    return seq


def _wanted(run: RunRow) -> int:
    text = st.query_params.get("step", "")
    seq = int(text) if text.isascii() and text.isdigit() else 1
    return max(0, min(seq, run.events - 1))


def _row(step: StepRow) -> list[object]:
    model = step.kind == "model"
    return [
        step.seq,
        origin_glyph(step.origin),
        step.actor if model else "tool",
        step.summary,
        count(step.input_tokens) if model else "",
        duration((step.ended_at - step.started_at) * 1000),
        step_status(step.status),
    ]
