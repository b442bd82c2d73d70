"""The lab: sliders on the left, three agents on the right, each number of a run that was made.

No figure stands here: compiling the drawing library would hold up the first move of a slider.
"""

from __future__ import annotations

import streamlit as st

from agents.errors import BadInput
from dashboard.lab_words import scripted
from dashboard.panels.asking import keep_form
from dashboard.panels.lab_cards import cards
from dashboard.panels.lab_controls import controls, told_by_address
from dashboard.panels.lab_promise import promise
from dashboard.panels.lab_quiz import quiz
from dashboard.panels.shell import problem
from dashboard.words import t
from data.lab.setting import checked


def panel() -> None:
    wrong = told_by_address()
    if wrong:
        problem(wrong)
    else:
        st.empty()
    _bench()
    promise()
    quiz()


@st.fragment
def _bench() -> None:
    """Only this is drawn anew when a slider moves."""
    keep_form()  # a fragment is drawn by a run of its own, after which Streamlit forgets too
    with st.container(key="pair_lab"):
        left, right = st.columns([3, 10], gap="medium")
    with left, st.container(key="lab_controls"):
        setting = controls()
    with right, st.container(key="lab_results"):
        try:
            cards(checked(setting))
        except BadInput as error:
            problem(str(error))
            st.caption(t("lab.nothing-run"))
        st.caption(t("lab.door", scripted=scripted()))
