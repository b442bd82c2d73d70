"""A promise is not a tool call: the same model under two ways of ending a loop."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from dashboard.house import house
from dashboard.lab_runs import keep_lesson
from dashboard.panels.doors import open_step
from data.lab.lessons import Lesson, promises


def promise() -> None:
    st.subheader("A promise is not a tool call")
    st.caption(
        "The scripted model, told to break its promise: once, it announces a search and does not "
        "make it. LangGraph's tools\\_condition ends the loop on any turn without a tool call, so "
        "the promised search never runs. Here such a turn is told back to the model."
    )
    ours, other = _played()
    with st.container(key="pair_promise"):
        left, right = st.columns(2, gap="medium")
    with left, st.container(border=True):
        _told(ours, "This loop: a turn that only announces does not end it")
    with right, st.container(border=True):
        _told(other, "Contrast: any turn without a tool call ends it (tools\\_condition)")


@lru_cache(maxsize=1)
def _played() -> tuple[Lesson, Lesson]:
    return promises()


def _told(lesson: Lesson, title: str) -> None:
    end = lesson.state.stopped
    st.markdown(f"**{title}**")
    tone = "good" if lesson.passed else "bad"
    text = "Complete" if lesson.passed else "A promise instead of an answer"
    if st.button(text, key=f"lab_tone_{tone}_{lesson.ours}", type="tertiary"):
        open_step(keep_lesson(house().service, lesson), len(lesson.record) - 1)
    searches = lesson.state.tool_calls
    st.caption(
        f"{lesson.state.model_calls} model calls, {searches} search{'es' if searches != 1 else ''}"
    )
    with st.container(height=150, border=False):
        st.text((end and end.answer) or "no answer")
