"""The trial sets there are, stored and imported."""

from __future__ import annotations

import streamlit as st

from dashboard.formats import local_time, money
from dashboard.house import house
from dashboard.panels.doors import go
from dashboard.trials.told import Json, list_object
from dashboard.words import t
from dashboard.words.many import many

MOST = 30


def set_list() -> None:
    found = list_object(house().service)
    if found["sets"]:
        st.subheader(t("trials.earlier"))
        with st.container(key="recent_trials", gap="xsmall"):
            for one in found["sets"][:MOST]:
                _row(one["trials"], one["name"] or t("trials.unnamed"), _own(one))
        if (rest := len(found["sets"]) - MOST) > 0:
            st.caption(t("trials.older", n=rest))
    if found["imported"]:
        st.subheader(t("trials.imported"))
        st.caption(t("trials.imported-about"))
        with st.container(key="recent_imported", gap="xsmall"):
            for one in found["imported"][:MOST]:
                tasks, runs = many("results.tasks", one["tasks"]), many("results.runs", one["runs"])
                facts = t("trials.imported-facts", tasks=tasks, runs=runs)
                _row(one["trials"], one["format"], facts)
    if not found["sets"] and not found["imported"]:
        st.info(t("trials.none"), icon=":material/grid_on:")


def _own(one: Json) -> str:
    plan = one["plan"]
    said = [local_time(one["created_at"]), t(f"trials.state.{one['state']}")]
    said.append(t("trials.progress", n=one["finished"], all=one["cells_in_all"]))
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
            if st.button(t("trials.open"), key=f"open_{set_id}", width="content"):
                go("trials", {"trials": set_id})
