"""Answers side by side, and what the evaluator said of each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components import colours, transcript
from dashboard.formats import run_status
from dashboard.house import house
from dashboard.lanes import Lane, lane_names
from dashboard.outcomes import outcomes, told
from dashboard.panels.shell import dark
from dashboard.viewmodels import block
from dashboard.words import t


def answers_panel(lanes: Sequence[Lane]) -> None:
    st.subheader(t("answers.title"))
    names = lane_names([lane.run for lane in lanes])
    in_row = 2 if len(lanes) == 4 else 3
    for first in range(0, len(lanes), in_row):
        row = list(zip(lanes, names, strict=True))[first : first + in_row]
        with st.container(key=f"pair_{first}"):
            columns = st.columns(min(in_row, len(lanes)), gap="small")
        for (lane, name), column in zip(row, columns, strict=False):
            with column:
                _answer(lane, name)


def _answer(lane: Lane, name: str) -> None:
    run = lane.run
    verdict = house().service.store.verdict(run.run_id)
    title = f"{name}: {run_status(run.status, run.passed)}"
    blocks = [block(title, run.answer or "", "reasoning", prose=True)]
    if run.reason and run.status != "success":
        blocks.append(block(t("answers.ended"), run.reason, "note", prose=True))
    if verdict is not None and verdict.checks:
        three = outcomes(run, lane.steps, verdict)
        size = t("answers.outcomes-of", n=sum(v is True for v in three.values()))
        blocks.append(block(t("answers.outcomes"), told(three), "tools", prose=True, size=size))
        lines = [f"{'✓' if c.passed else '✗'} {c.name}: {c.found}" for c in verdict.checks]
        passed = sum(c.passed for c in verdict.checks)
        blocks.append(
            block(
                t("answers.checks", passed=passed, checks=len(lines)),
                "\n".join(lines),
                "tools",
                opened=run.passed is False,
                prose=True,
            )
        )
    data = {"blocks": blocks, "key": f"answer {run.run_id}", "colours": colours(dark())}
    transcript(key=f"answer_{run.run_id}", data=data)
