"""The trial sets there are, stored and imported."""

from __future__ import annotations

import streamlit as st

from dashboard.formats import local_time, money
from dashboard.house import house
from dashboard.panels.doors import go
from dashboard.panels.trials_head import STATES
from dashboard.trials.told import Json, list_object

MOST = 30


def set_list() -> None:
    found = list_object(house().service)
    if found["sets"]:
        st.subheader("Earlier trials")
        with st.container(key="recent_trials", gap="xsmall"):
            for one in found["sets"][:MOST]:
                _row(one["trials"], one["name"] or "Trials", _own(one))
        if (rest := len(found["sets"]) - MOST) > 0:
            st.caption(f"{rest} older ones: `triptych trials --list` names them.")
    if found["imported"]:
        st.subheader("Imported results")
        st.caption("Runs with a task, a trial number and a score are trials already.")
        with st.container(key="recent_imported", gap="xsmall"):
            for one in found["imported"][:MOST]:
                facts = f"{one['tasks']} tasks · {one['runs']} runs"
                _row(one["trials"], one["format"], facts)
    if not found["sets"] and not found["imported"]:
        st.info(
            "Nothing was tried yet. **Run trials** puts this set-up to the scripted model: no key, "
            "a few seconds, and a matrix of how often each paradigm passes.",
            icon=":material/grid_on:",
        )


def _own(one: Json) -> str:
    plan = one["plan"]
    said = [local_time(one["created_at"]), STATES[one["state"]][0]]
    said.append(f"{one['finished']} of {one['cells_in_all']} runs")
    said.append(", ".join(plan["scenarios"][:4]) + (" …" if len(plan["scenarios"]) > 4 else ""))
    if one["spent_usd"] is not None:
        said.append(money(one["spent_usd"]))
    return "  ·  ".join(said)


def _row(set_id: str, title: str, facts: str) -> None:
    with st.container(border=True, key=f"row_{set_id}"):
        left, right = st.columns([9, 1], vertical_alignment="center")
        with left, st.container(gap=None):
            st.text(title, width="stretch", wrap=False)
            with st.container(key=f"facts_{set_id}"):
                st.text(facts, width="stretch")
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            if st.button("Open", key=f"open_{set_id}", width="content"):
                go("trials", {"trials": set_id})
