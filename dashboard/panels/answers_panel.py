"""Answers side by side, what the evaluator said of each, and the alerts."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.alerts import alerts
from dashboard.components import colours, transcript
from dashboard.formats import run_status
from dashboard.house import house
from dashboard.lanes import Lane, lane_names
from dashboard.panels.lanes_panel import open_step
from dashboard.panels.shell import dark
from dashboard.viewmodels import block


def answers_panel(lanes: Sequence[Lane]) -> None:
    st.subheader("Answers")
    names = lane_names([lane.run for lane in lanes])
    for lane, name, column in zip(lanes, names, st.columns(len(lanes), gap="small"), strict=True):
        with column:
            _answer(lane, name)


def _answer(lane: Lane, name: str) -> None:
    run = lane.run
    verdict = house().service.store.verdict(run.run_id)
    title = f"{name}: {run_status(run.status, run.passed)}"
    blocks = [block(title, run.answer or "", "reasoning", prose=True)]
    if run.reason and run.status != "success":
        blocks.append(block("how it ended", run.reason, "note", prose=True))
    if verdict is not None and verdict.checks:
        lines = [f"{'✓' if c.passed else '✗'} {c.name}: {c.found}" for c in verdict.checks]
        passed = sum(c.passed for c in verdict.checks)
        blocks.append(
            block(
                f"evaluator: {passed} of {len(lines)} checks",
                "\n".join(lines),
                "tools",
                opened=run.passed is False,
                prose=True,
            )
        )
    data = {"blocks": blocks, "key": f"answer {run.run_id}", "colours": colours(dark())}
    transcript(key=f"answer_{run.run_id}", data=data)


def alerts_panel(lanes: Sequence[Lane]) -> None:
    thresholds = house().service.thresholds()
    names = lane_names([lane.run for lane in lanes])
    found = [
        (name, lane.run.run_id, alert)
        for lane, name in zip(lanes, names, strict=True)
        for alert in alerts(lane.run, lane.steps, thresholds)
    ]
    st.subheader("Alerts")
    if not found:
        st.caption("None: every lane stayed within the thresholds.")
        return
    icons = {"error": ":material/error:", "warning": ":material/warning:"}
    for place, (name, run_id, alert) in enumerate(found):
        left, right = st.columns([12, 1], vertical_alignment="center")
        with left, st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(icons.get(alert.level, ":material/info:"), width="content")
            st.text(f"{name}: {alert.text}", width="content")
        seq = alert.seqs[0] if alert.seqs else None
        if right.button("open", key=f"alert_{place}", type="tertiary"):
            open_step(run_id, seq)
    st.page_link("app_pages/settings.py", label="Change the thresholds")
