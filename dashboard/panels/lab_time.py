"""Time follows dependencies: calls that run together, and the chain that none can shorten."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.figures.critical import critical
from dashboard.formats import duration, paradigm_name
from dashboard.house import house
from dashboard.lab_runs import keep_lesson
from dashboard.panels.charts import CONFIG
from dashboard.panels.doors import open_step
from dashboard.panels.shell import dark
from dashboard.words import t
from data.critical_path import Path, Work, stages
from data.lab.lessons import Lesson, dependent, three_together

_kept: dict[str, list[Lesson]] = {}
"""The last runs, of whoever asked for them: only looking at the page makes nobody wait."""


def panel() -> None:
    st.subheader(t("time.three"))
    st.caption(t("time.three-about"))
    if st.button(t("time.three-run"), key="run_three", type="primary"):
        _kept["three"] = three_together()
    with st.container(key="lab_three"):
        _three(_kept.get("three", []))
    st.subheader(t("time.chain"))
    st.caption(t("time.chain-about"))
    if st.button(t("time.chain-run"), key="run_chain", type="primary"):
        _kept["chain"] = [dependent()]
    with st.container(key="lab_chain"):
        _chain(_kept.get("chain", []))


def _three(lessons: Sequence[Lesson]) -> None:
    if not lessons:
        st.caption(t("time.not-run"))
        return
    for lesson, column in zip(lessons, st.columns(len(lessons), gap="small"), strict=True):
        with column, st.container(border=True, key=f"lab_card_{lesson.rig.spec.paradigm}"):
            st.markdown(f"**{paradigm_name(lesson.rig.spec.paradigm)}**")
            tools = [work for work in lesson.work() if work.kind == "tool"]
            key = f"lab_number_wall_{lesson.rig.spec.paradigm}"
            if st.button(duration(lesson.tools_s * 1000), key=key, type="tertiary"):
                open_step(keep_lesson(house().service, lesson), tools[0].seq)
            whole = sum(work.seconds for work in tools)
            took, calls = duration(whole * 1000), lesson.state.model_calls
            st.caption(t("time.took", n=len(tools), whole=took, calls=calls))


def _chain(lessons: Sequence[Lesson]) -> None:
    if not lessons:
        st.caption(t("time.not-run"))
        return
    (lesson,) = lessons
    work, path = lesson.work(), lesson.path()
    st.plotly_chart(critical(work, path, dark()), key="chart_chain", config=CONFIG, theme=None)
    st.text(latency(work, path))
    st.caption(t("time.path"))
    if st.button(t("time.open"), key="open_chain"):
        open_step(keep_lesson(house().service, lesson), path.steps[0])


def latency(work: Sequence[Work], path: Path) -> str:
    """The seed's formula with the run's own numbers in it."""
    terms = [t("time.model", time=duration(path.model * 1000))]
    for together in stages(work):
        shown = [duration(seconds * 1000) for seconds in together]
        terms.append(shown[0] if len(shown) == 1 else f"max({', '.join(shown)})")
    along = duration(path.along * 1000)
    whole = duration(path.in_sequence * 1000)
    return t("time.sum", terms=" + ".join(terms), along=along, whole=whole)
