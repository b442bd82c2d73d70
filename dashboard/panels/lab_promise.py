"""A promise is not a tool call: the same model under two ways of ending a loop."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from dashboard.house import house
from dashboard.lab_runs import keep_lesson
from dashboard.panels.doors import open_step
from dashboard.words import t
from dashboard.words.many import many
from data.lab.lessons import Lesson, promises


def promise() -> None:
    st.subheader(t("promise.title"))
    st.caption(t("promise.about"))
    ours, other = _played()
    with st.container(key="pair_promise"):
        left, right = st.columns(2, gap="medium")
    with left, st.container(border=True):
        _told(ours, t("promise.ours"))
    with right, st.container(border=True):
        _told(other, t("promise.other"))


@lru_cache(maxsize=1)
def _played() -> tuple[Lesson, Lesson]:
    return promises()


def _told(lesson: Lesson, title: str) -> None:
    end = lesson.state.stopped
    st.markdown(f"**{title}**")
    tone = "good" if lesson.passed else "bad"
    text = t("promise.complete" if lesson.passed else "promise.broken")
    if st.button(text, key=f"lab_tone_{tone}_{lesson.ours}", type="tertiary"):
        open_step(keep_lesson(house().service, lesson), len(lesson.record) - 1)
    searches = lesson.state.tool_calls
    st.caption(many("promise.searches", searches, calls=lesson.state.model_calls))
    with st.container(height=150, border=False):
        st.text((end and end.answer) or t("promise.no-answer"))
