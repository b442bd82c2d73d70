"""The steps of a run as a list to choose from; the address keeps the choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.formats import duration, origin_glyph, origin_legend, step_status
from data.rows import RunRow, StepRow

HEIGHT = 640


def step_list(run: RunRow, steps: Sequence[StepRow], clicked: int | None = None) -> int:
    """The number of the event to show: `clicked` in the timeline just now, or what the address
    says when it has changed, or the chosen row."""
    wanted = _wanted(run) if clicked is None else clicked
    numbers = [step.seq for step in steps]
    state = st.session_state
    if state.get("step_shown") != (run.run_id, wanted):
        # the table keeps its selection; one that is to follow the address is a new table
        state.step_table = state.get("step_table", 0) + 1
    chosen = _table(steps, f"steps_{run.run_id}_{state.get('step_table', 0)}", wanted)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button("How it began", on_click=_go, args=(0,))
        st.button("How it ended", on_click=_go, args=(run.events - 1,),
                  disabled=run.status == "running")  # fmt: skip
    st.caption(f"{len(steps):,} steps, {run.events:,} events · {origin_legend()}")
    picked = [numbers[place] for place in chosen.selection.rows if place < len(numbers)]
    seq = picked[0] if picked else wanted
    state.step_shown = (run.run_id, seq)
    if str(seq) != st.query_params.get("step"):
        st.query_params["step"] = str(seq)
    return seq


def _table(steps: Sequence[StepRow], key: str, wanted: int) -> Any:
    rows = [_row(step) for step in steps]
    numbers = [step.seq for step in steps]
    text = st.column_config.TextColumn
    return st.dataframe(
        pd.DataFrame(rows, columns=["#", "origin", "end", "who", "took", "what"]),
        key=key,
        hide_index=True,
        height="content" if len(rows) <= 18 else HEIGHT,
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [numbers.index(wanted)]}}
        if wanted in numbers
        else None,
        column_config={
            "#": st.column_config.NumberColumn(width=40),
            "origin": text("", width=30, help=origin_legend()),
            "end": text("", width=30, help="how it ended: ✓ well, ✗ in error, ⚠ not usable"),
            "who": text(width=84),
            "took": text(width=68, alignment="right"),
            "what": text(width=300),
        },
    )


def _go(seq: int) -> None:
    st.query_params["step"] = str(seq)


def _wanted(run: RunRow) -> int:
    text = st.query_params.get("step", "")
    seq = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1
    return max(0, min(seq, run.events - 1))


def _row(step: StepRow) -> list[object]:
    return [
        step.seq,
        origin_glyph(step.origin),
        "⚠" if step.fault else step_status(step.status).split(" ")[0],
        step.actor if step.kind == "model" else "tool",
        duration((step.ended_at - step.started_at) * 1000),
        step.summary,
    ]
