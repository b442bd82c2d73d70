"""Three agents under one setting. Each number opens the run that it was counted in."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agents.events import Replied, Returned
from dashboard.formats import count
from dashboard.house import house
from dashboard.lab_runs import keep_setting
from dashboard.lab_words import agent_name, ended, why, written
from dashboard.panels.doors import go, open_step
from dashboard.words import t
from data.lab.playing import Counts, Played
from data.lab.setting import AGENTS, Agent, Setting
from data.lab.tables import run_of


def cards(setting: Setting) -> None:
    for agent, column in zip(AGENTS, st.columns(len(AGENTS), gap="small"), strict=True):
        with column, st.container(border=True, key=f"lab_card_{agent}"):
            _card(setting, agent)
    _formula(setting)


def _card(setting: Setting, agent: Agent) -> None:
    played = run_of(setting, agent)
    counts = played.counts
    with st.container(gap=None, key=f"lab_title_{agent}"):
        st.text(agent_name(agent))
        st.caption(t(f"lab.says.{agent}"))
    _door(setting, agent, said(counts), f"lab_tone_{tone(counts)}_{agent}", len(played.record) - 1)
    with st.container(horizontal=True, gap="small", key=f"lab_numbers_{agent}"):
        _number(setting, agent, count(counts.calls), "model_calls", _first(played, Replied))
        _number(setting, agent, count(counts.executed), "executed", _first(played, Returned))
        _number(setting, agent, count(counts.tokens_read), "tokens_read", _last_reply(played))
    with st.container(gap=None, key=f"lab_sum_{agent}"):
        st.text(written(setting, played))
        st.caption(why(setting, agent))
        _more(setting, agent, counts)


def _more(setting: Setting, agent: Agent, counts: Counts) -> None:
    """One line that only this agent has: what stays comparable is above it."""
    if agent == "react":
        other = run_of(setting, "react-raising")
        text = t("lab.raising", calls=other.counts.calls, how=ended(other.counts))
        _door(setting, "react-raising", text, "lab_more_raising", len(other.record) - 1)
    elif agent == "plan-replan":
        planned, executed = counts.planned, counts.executed
        rejected = counts.rejected
        st.caption(t("lab.planned", planned=planned, executed=executed, rejected=rejected))
    else:
        st.caption(t("lab.unchecked", planned=counts.planned, executed=counts.executed))


def _number(setting: Setting, agent: Agent, value: str, name: str, seq: int) -> None:
    with st.container(gap=None, width="content"):
        _door(setting, agent, value, f"lab_number_{name}_{agent}", seq)
        st.caption(t(f"lab.card.{name}"))


def _door(setting: Setting, agent: Agent, text: str, key: str, seq: int) -> None:
    if st.button(text, key=key, type="tertiary"):
        (run_id,) = keep_setting(house().service, setting, (agent,))
        open_step(run_id, seq)


def _formula(setting: Setting) -> None:
    n, f = setting.lookups, setting.wrong
    with st.container(horizontal=True, vertical_alignment="center", key="lab_formula"):
        st.markdown(t("lab.formula", n=n, f=f, calls=n + 2 + 2 * f, steps=n + f), width="stretch")
        if st.button(t("lab.compare"), key="lab_compare", icon=":material/view_column:"):
            ids = keep_setting(house().service, setting, AGENTS)
            go("", {"runs": ",".join(ids)})


def said(counts: Counts) -> str:
    return ended(counts).capitalize()


def tone(counts: Counts) -> str:
    if counts.wrong or counts.status == "error":
        return "bad"
    return "part" if counts.unanswered or counts.status == "limit" else "good"


def _first(played: Played, kind: type) -> int:
    return next((i for i, (event, _) in enumerate(played.record) if isinstance(event, kind)), 0)


def _last_reply(played: Played) -> int:
    places: Sequence[int] = [i for i, (e, _) in enumerate(played.record) if isinstance(e, Replied)]
    return places[-1] if places else 0
