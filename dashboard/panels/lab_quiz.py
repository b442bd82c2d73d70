"""The three questions of seed 002, with its answers and what was measured here."""

from __future__ import annotations

import streamlit as st

from dashboard.formats import count
from data.lab import tables
from data.lab.setting import Setting


def quiz() -> None:
    st.subheader("Check yourself")
    for place, (question, answer) in enumerate(questions()):
        with st.expander(f"{place + 1}. {question}"):
            st.text(answer)


def questions() -> list[tuple[str, str]]:
    clean, short = Setting(6, 0, tables.ROOMY), Setting(6, 1, 6)
    plan = tables.run_of(clean, "plan-execute").counts
    react = tables.run_of(clean, "react").counts
    cut, whole = tables.short_cap()
    return [
        (
            "Why does the plan-and-execute agent make two model calls whatever the length of its "
            "plan?",
            "The planner writes every step as a plain query in one call, the executor runs each "
            "query without a model, and the synthesizer writes the answer in one call: "
            f"{plan.calls} calls for {plan.executed} searches here. ReAct makes one call a search "
            f"and one to answer, {react.calls} for {react.executed}, and each re-reads the whole "
            "conversation.",
        ),
        (
            "On clean runs with six look-ups, how many tokens does ReAct read compared with the "
            "fixed plan, and why?",
            "The seed: about 1,676 against about 620, 2.7 times as much. Here: "
            f"{count(react.tokens_read)} against {count(plan.tokens_read)}, "
            f"{tables.ratio():.1f} times as much. ReAct's prompt grows with every result, and it "
            "pays for that prompt at every call. At two look-ups the seed's two read about the "
            f"same; here ReAct reads {tables.ratio(2):.1f} times as much.",
        ),
        (
            "A replanning run with six look-ups and one wrong result stops with one look-up "
            "unanswered. What caused it, and what fixes it?",
            f"The cap: max_iterations = {short.cap} counts executed steps, and six look-ups with "
            f"one wrong result need {short.lookups + short.wrong}. The run stops after "
            f"{cut.counts.calls} model calls; at {whole.setting.cap} it completes in "
            f"{whole.counts.calls}, which is N + 2 + 2f with N = 6 and f = 1.",
        ),
    ]
