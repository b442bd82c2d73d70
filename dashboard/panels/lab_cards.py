"""Three agents under one setting. Each number opens the run that it was counted in."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agents.events import Replied, Returned
from dashboard.formats import count
from dashboard.house import house
from dashboard.lab_runs import keep_setting
from dashboard.lab_words import SHORT, why, written
from dashboard.panels.doors import go, open_step
from data.lab.playing import Counts, Played
from data.lab.setting import AGENTS, Agent, Setting
from data.lab.tables import outcome, run_of

SAYS: dict[Agent, str] = {
    "react": "decides after each result",
    "plan-execute": "decides everything first",
    "plan-replan": "checks each step, rewrites the rest",
}


def cards(setting: Setting) -> None:
    for agent, column in zip(AGENTS, st.columns(len(AGENTS), gap="small"), strict=True):
        with column, st.container(border=True, key=f"lab_card_{agent}"):
            _card(setting, agent)
    _formula(setting)


def _card(setting: Setting, agent: Agent) -> None:
    played = run_of(setting, agent)
    counts = played.counts
    with st.container(gap=None, key=f"lab_title_{agent}"):
        st.text(SHORT[agent])
        st.caption(SAYS[agent])
    _door(setting, agent, said(counts), f"lab_tone_{tone(counts)}_{agent}", len(played.record) - 1)
    with st.container(horizontal=True, gap="small", key=f"lab_numbers_{agent}"):
        _number(setting, agent, count(counts.calls), "model calls", _first(played, Replied))
        _number(setting, agent, count(counts.executed), "executed", _first(played, Returned))
        _number(setting, agent, count(counts.tokens_read), "tokens read", _last_reply(played))
    with st.container(gap=None, key=f"lab_sum_{agent}"):
        st.text(written(setting, played))
        st.caption(why(setting, agent))
        _more(setting, agent, counts)


def _more(setting: Setting, agent: Agent, counts: Counts) -> None:
    """One line that only this agent has: what stays comparable is above it."""
    if agent == "react":
        other = run_of(setting, "react-raising")
        text = (
            f"Under a limit that raises: {other.counts.calls} calls, {said(other.counts).lower()}"
        )
        _door(setting, "react-raising", text, "lab_more_raising", len(other.record) - 1)
    elif agent == "plan-replan":
        st.caption(
            f"planned {counts.planned} · executed {counts.executed} · rejected {counts.rejected}"
        )
    else:
        st.caption(f"planned {counts.planned} · executed {counts.executed} · unchecked")


def _number(setting: Setting, agent: Agent, value: str, label: str, seq: int) -> None:
    with st.container(gap=None, width="content"):
        _door(setting, agent, value, f"lab_number_{label.replace(' ', '_')}_{agent}", seq)
        st.caption(label)


def _door(setting: Setting, agent: Agent, text: str, key: str, seq: int) -> None:
    if st.button(text, key=key, type="tertiary"):
        (run_id,) = keep_setting(house().service, setting, (agent,))
        open_step(run_id, seq)


def _formula(setting: Setting) -> None:
    n, f = setting.lookups, setting.wrong
    with st.container(horizontal=True, vertical_alignment="center", key="lab_formula"):
        st.markdown(
            f"Replanning costs **1 + (N + f) + f + 1 = N + 2 + 2f**, here "
            f"1 + ({n} + {f}) + {f} + 1 = **{n + 2 + 2 * f}** calls where no cap cuts it short; "
            f"it takes **N + f = {n + f}** executed steps, so that is what the cap must allow.",
            width="stretch",
        )
        if st.button("Compare the three runs", key="lab_compare", icon=":material/view_column:"):
            ids = keep_setting(house().service, setting, AGENTS)
            go("", {"runs": ",".join(ids)})


def said(counts: Counts) -> str:
    words = outcome(counts).capitalize()
    return f"{words}, at its limit" if counts.status == "limit" else words


def tone(counts: Counts) -> str:
    if counts.wrong or counts.status == "error":
        return "bad"
    return "part" if counts.unanswered or counts.status == "limit" else "good"


def _first(played: Played, kind: type) -> int:
    return next((i for i, (event, _) in enumerate(played.record) if isinstance(event, kind)), 0)


def _last_reply(played: Played) -> int:
    places: Sequence[int] = [i for i, (e, _) in enumerate(played.record) if isinstance(e, Replied)]
    return places[-1] if places else 0
