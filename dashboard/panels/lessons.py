"""What a teacher sets in Options: the limits of a kind of task, and a bad habit of the scripted
model."""

from __future__ import annotations

import streamlit as st

from agents.budgets import BUDGETS, named_by
from agents.models.habits import HABITS
from agents.rig import Limits, RigSpec
from dashboard.habits import SCRIPTED, described
from dashboard.words import ENGLISH, spoken, t


def set_lessons(spec: RigSpec) -> None:
    """A lane that has a habit says so in the name of its model, so that none is set here."""
    st.session_state.opt_budget = named_by(spec.limits, reflect=spec.reflect)
    st.session_state.opt_habit = ""


def budget_choice(limits: list[str]) -> None:
    """`limits` are the fields of the form that a choice fills in."""
    st.selectbox(
        t("options.limits-for"),
        ["", *BUDGETS],
        key="opt_budget",
        format_func=_title,
        help="\n".join(f"- {_title(b.name)}: {b.says} {b.says_zh}" for b in BUDGETS.values()),
        on_change=_take_budget,
        args=(limits,),
    )
    if name := st.session_state.opt_budget:
        chosen = BUDGETS[name]
        st.caption(chosen.says if spoken() == ENGLISH else chosen.says_zh)


def _title(budget: str) -> str:
    if not budget:
        return t("options.limits-below")
    return BUDGETS[budget].title if spoken() == ENGLISH else t(f"budget.{budget}")


def _take_budget(limits: list[str]) -> None:
    state = st.session_state
    chosen = BUDGETS.get(state.opt_budget)
    if chosen is None:
        return
    values = chosen.over({}).model_dump()
    for name in limits:
        value = values[name]
        whole = isinstance(Limits.model_fields[name].default, int) or name == "max_tool_calls"
        state[f"opt_{name}"] = value if value is None or whole else float(value)
    kept = {k: v for k, v in state.opt_elsewhere.items() if k not in Limits.model_fields}
    state.opt_elsewhere = kept | {k: v for k, v in chosen.limits.items() if k not in limits}
    if chosen.reflect:
        for place in range(state.lane_count):
            state[f"lane_{place}_reflect"] = True


def habit_choice() -> None:
    st.selectbox(
        t("options.habit"),
        ["", *HABITS],
        key="opt_habit",
        format_func=lambda name: name or t("options.none"),
        help=t("options.habit-help"),
    )
    if name := st.session_state.opt_habit:
        st.caption(described(name))


def with_habit(model: str) -> str:
    habit = st.session_state.opt_habit
    return f"{model}+{habit}" if habit and model == SCRIPTED else model
