"""Replay with proof, and going on with an interrupted run, from the page."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from agents.forking import Edit
from agents.state import fold
from dashboard import going_on, proving
from dashboard.house import house
from dashboard.panels.shell import problem
from dashboard.steps import call_text
from dashboard.words import t
from data.rows import RunRow


def proof_panel(run: RunRow) -> None:
    """What the last press of the button found, until another run is looked at."""
    found = st.session_state.get("proof")
    if found is None or found["run"] != run.run_id or found["events"] != run.events:
        return
    with st.container(key="proof", border=True, gap="small"):
        if found["ok"]:
            taken = found["given"]
            but = t("proof.taken", n=taken) if taken else ""
            st.markdown(t("proof.proved"))
            st.text(t("proof.equal", n=found["events"]) + but)
        else:
            parted = found["parted"]
            st.markdown(t("proof.parted"))
            equal, n = found["equal"], found["events"]
            st.text(t("proof.parted-at", equal=equal, n=n, why=parted["why"]))
            if parted["diff"]:
                st.code("\n".join(parted["diff"]), language="diff", wrap_lines=True)


def proof_button(run: RunRow) -> None:
    wanted = st.button(
        t("proof.button"), icon=":material/verified:", key="prove",
        disabled=run.status == "running" or run.events == 0,
        help=t("proof.help"),
    )  # fmt: skip
    if not wanted:
        return
    try:
        st.session_state["proof"] = proving.replay(house().service, run.run_id)
    except TriptychError as error:
        problem(str(error))
        return
    st.rerun()  # the button is drawn with the head alone, and the proof stands below it


def resume_panel(run: RunRow) -> None:
    """For an interrupted run: one click, or the result that it waits for."""
    if run.status != "interrupted" or run.events == 0:
        return
    with st.container(key="resume", border=True, gap="small"):
        waiting = fold(house().service.events(run.run_id)).unanswered()
        edits: list[Edit] = []
        if waiting:
            call = waiting[0]
            st.text(t("resume.call", call=call_text(call)))
            text = st.text_area(
                t("resume.result"), key=f"resume_{call.id}", placeholder=t("resume.result-empty")
            )
            if text:
                edits.append(Edit(target="observation", value=text, call_id=call.id))
        else:
            st.text(t("resume.after", n=run.events))
        if st.button(
            t("resume.button"), type="primary", icon=":material/resume:", key="resume_run"
        ):
            try:
                going_on.resume(house().service, run.run_id, edits)
            except TriptychError as error:
                problem(str(error))
                return
            st.rerun()
