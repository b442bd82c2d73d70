"""Trials: scenarios, paradigms, models and faults, again and again. `?trials=ID&cell=PLACE`."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.panels.shell import problem
from dashboard.panels.trials_head import launch
from dashboard.panels.trials_list import set_list
from dashboard.panels.trials_published import published
from dashboard.panels.trials_results import trial_set
from dashboard.panels.trials_setup import setup_form


def page() -> None:
    set_id = st.query_params.get("trials", "")
    if set_id:
        try:
            trial_set(set_id)
        except TriptychError as error:
            problem(str(error))
            st.page_link("app_pages/trials.py", label="To all trials")
        return
    st.subheader("Try it again and again")
    st.caption(
        "One run is an anecdote. Choose what is to be tried; each combination is run as often as "
        "you say, and every number below leads to the runs behind it."
    )
    plan = setup_form()
    if plan is not None:
        launch(plan)
    set_list()
    published()


page()
