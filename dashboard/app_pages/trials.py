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
from dashboard.words import t


def page() -> None:
    set_id = st.query_params.get("trials", "")
    if set_id:
        try:
            trial_set(set_id)
        except TriptychError as error:
            problem(str(error))
            st.page_link("app_pages/trials.py", label=t("trials.to-all"))
        return
    st.subheader(t("trials.title"))
    st.caption(t("trials.about"))
    plan = setup_form()
    if plan is not None:
        launch(plan)
    set_list()
    published()


page()
