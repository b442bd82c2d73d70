"""What is to be tried: the form, with what it would take shown while it is filled in."""

from __future__ import annotations

import streamlit as st

from agents.errors import BadInput, TriptychError
from agents.policies.registry import PARADIGMS
from dashboard.faults import described
from dashboard.formats import UNKNOWN, count, duration, money, paradigm_name
from dashboard.house import house
from dashboard.panels.models import TYPED, model_choices, model_label
from dashboard.panels.shell import problem
from dashboard.trials.estimate import estimate
from dashboard.trials.setups import setup, shipped
from data.bundled import names, scenario
from data.trials.plan import NO_FAULT, TrialPlan, plan_from

START = "faults"
AT_ONCE = 48
"""Cells that are estimated while one types: each may be a scripted run in memory."""


def setup_form() -> TrialPlan | None:
    """The plan, once Run was pressed."""
    _fill()
    with st.container(border=True, key="try_form"):
        _what()
        _how_often()
        plan = _plan()
        return plan if _foot(plan) else None


def _fill() -> None:
    if "try_scenarios" not in st.session_state:
        take(setup(START).plan)


def take(plan: TrialPlan) -> None:
    """Fills the form."""
    st.session_state.update(
        try_scenarios=list(plan.scenarios),
        try_paradigms=list(plan.paradigms),
        try_models=list(plan.models),
        try_faults=list(plan.faults),
        try_trials=plan.trials,
        try_concurrency=plan.concurrency,
        try_cap=plan.budget_usd,
        try_chance=round(plan.chance * 100),
        try_seed=plan.seed,
        try_name=plan.name,
    )


def _what() -> None:
    with st.container(key="pair_try_first"):
        left, right = st.columns(2, gap="small")
        lower_left, lower_right = st.columns(2, gap="small")
    state = st.session_state
    with left:
        taught = "\n".join(f"- {name}: {scenario(name).teaches}" for name in names())
        st.multiselect("Scenarios", names(), key="try_scenarios", help=taught)
    with right:
        st.multiselect("Paradigms", list(PARADIGMS), key="try_paradigms",
                       format_func=paradigm_name)  # fmt: skip
    with lower_left:
        st.multiselect(
            "Models", _models(), key="try_models", accept_new_options=True,
            format_func=model_label,
            help=f"{TYPED} scripted+HABIT is the scripted model with one bad habit.",
        )  # fmt: skip
    with lower_right:
        known = _faults(state.try_scenarios, state.try_faults)
        st.multiselect(
            "Faults, each by itself", known, key="try_faults",
            help="\n".join(f"- {described(name)}" for name in known),
        )  # fmt: skip


def _models() -> list[str]:
    found = model_choices("")
    return [*found, *(name for name in st.session_state.try_models if name not in found)]


def _faults(scenarios: list[str], chosen: list[str]) -> list[str]:
    """Those of any of the scenarios. One that another of them lacks is told by the plan, and one
    that was chosen stays: nothing is taken out in silence."""
    found = [fault for name in scenarios for fault in scenario(name).faults]
    return list(dict.fromkeys([NO_FAULT, *found, *chosen]))


def _how_often() -> None:
    with st.container(key="try_how", horizontal=True, gap="small", vertical_alignment="bottom"):
        st.number_input("Repeats of each", key="try_trials", step=1, width=130)
        st.number_input(
            "Faults on in % of them", key="try_chance", step=10, width=180,
            help="Below 100 it is drawn for each repeat whether the fault (and a scripted model's "
            "bad habit) is on, alike for every paradigm. The scripted model does not vary "
            "otherwise: at 100 all its repeats are equal.",
        )  # fmt: skip
        st.number_input("Seed of the draws", key="try_seed", step=1, width=140)
        st.number_input("At once", key="try_concurrency", step=1, width=110,
                        help="So many runs go on at the same time.")  # fmt: skip
        st.number_input(
            "Cost cap in $", key="try_cap", step=0.5, format="%g", placeholder="none", width=140,
            help="The set stops when it has spent so much, and keeps what it has. Only for models "
            "with a price.",
        )  # fmt: skip
        st.text_input("Name", key="try_name", width=160, placeholder="none")
        with st.popover("Set-ups", icon=":material/folder_open:"):
            for name in shipped():
                st.button(name, key=f"setup_{name}", on_click=_take_shipped, args=(name,))


def _take_shipped(name: str) -> None:
    found = setup(name)
    take(found.plan)
    st.session_state.try_said = [
        *(f"{key.replace('_', ' ')}: {value}" for key, value in found.stated.items()),
        *found.gaps,
    ]


def _plan() -> TrialPlan | None:
    """None, and a sentence that says why, where it cannot be had: nothing is set right in
    silence."""
    state = st.session_state
    try:
        for field, word in (("scenarios", "scenario"), ("paradigms", "paradigm"),
                            ("models", "model"), ("faults", "fault (or none)")):  # fmt: skip
            if not state[f"try_{field}"]:
                raise BadInput(f"Choose at least one {word}.")
        return plan_from(
            {
                "name": state.try_name,
                "scenarios": state.try_scenarios,
                "paradigms": state.try_paradigms,
                "models": state.try_models,
                "faults": state.try_faults,
                "trials": state.try_trials,
                "concurrency": state.try_concurrency,
                "budget_usd": state.try_cap,
                "chance": (state.try_chance or 0) / 100,
                "seed": state.try_seed or 0,
            }
        )
    except TriptychError as error:
        problem(str(error))
        return None


def _foot(plan: TrialPlan | None) -> bool:
    for line in st.session_state.get("try_said", ()):
        st.caption(line)
    row = st.container(horizontal=True, vertical_alignment="center", gap="medium", key="try_foot")
    with row:
        pressed = st.button(
            "Run trials", type="primary", icon=":material/play_arrow:", disabled=plan is None,
            key="trials_run", shortcut="Ctrl+Enter",
        )  # fmt: skip
        with st.container(key="facts_try", gap=None):
            if plan is not None:
                _estimate(plan)
    return pressed and plan is not None


def _estimate(plan: TrialPlan) -> None:
    st.text(f"{plan.told_size()} = {plan.size:,} runs")
    if plan.size // plan.trials > AT_ONCE and not st.button("Estimate", key="trials_estimate"):
        return
    try:
        house().service.trials.check(plan)
        found = estimate(house().service, plan)
    except TriptychError as error:
        problem(str(error))
        return
    seconds = found.seconds
    tokens = (
        None
        if found.input_tokens is None or found.output_tokens is None
        else found.input_tokens + found.output_tokens
    )
    said = [
        f"{count(found.model_calls)} model calls",
        f"{count(tokens)} tokens",
        f"{money(found.cost_usd)} ({found.cost_why})",
        f"time {UNKNOWN if seconds is None else duration(seconds * 1000)}",
    ]
    st.text("Estimate: " + " · ".join(said), help=_sources(found.sources))
    if found.over_cap:
        problem(f"That is over the cap of {money(plan.budget_usd)}: it would stop there.")


def _sources(sources: dict[str, int]) -> str:
    return "Of " + ", ".join(f"{n} cells from {source}" for source, n in sources.items()) + "."
