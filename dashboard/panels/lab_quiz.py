"""The three questions of seed 002, with its answers and what was measured here."""

from __future__ import annotations

import streamlit as st

from dashboard.formats import count
from dashboard.words import t
from data.lab import tables
from data.lab.setting import Setting


def quiz() -> None:
    st.subheader(t("quiz.title"))
    for place, (question, answer) in enumerate(questions()):
        with st.expander(f"{place + 1}. {question}"):
            st.text(answer)


def questions() -> list[tuple[str, str]]:
    clean, short = Setting(6, 0, tables.ROOMY), Setting(6, 1, 6)
    plan = tables.run_of(clean, "plan-execute").counts
    react = tables.run_of(clean, "react").counts
    cut, whole = tables.short_cap()
    values = {
        "plan_calls": plan.calls,
        "plan_searches": plan.executed,
        "react_calls": react.calls,
        "react_searches": react.executed,
        "react": count(react.tokens_read),
        "plan": count(plan.tokens_read),
        "ratio": f"{tables.ratio():.1f}",
        "ratio_two": f"{tables.ratio(2):.1f}",
        "cap": short.cap,
        "steps": short.lookups + short.wrong,
        "cut": cut.counts.calls,
        "whole_cap": whole.setting.cap,
        "whole": whole.counts.calls,
    }
    return [(t(f"quiz.q{place}"), t(f"quiz.a{place}", **values)) for place in (1, 2, 3)]
