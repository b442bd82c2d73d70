"""What is to be tried: the form, with what it would take shown while it is filled in."""

from __future__ import annotations

import streamlit as st

from agents.errors import BadInput, TriptychError
from agents.policies.registry import PARADIGMS
from dashboard.faults import described
from dashboard.formats import count, duration, money, paradigm_name
from dashboard.house import house
from dashboard.panels.models import model_choices, model_label
from dashboard.panels.shell import problem
from dashboard.trials.estimate import estimate
from dashboard.trials.setups import setup, shipped
from dashboard.trials.words import size_words
from dashboard.words import t
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
        st.multiselect(
            t("trials.scenarios"), names(), key="try_scenarios", help=taught,
            placeholder=t("trials.choose"),
        )  # fmt: skip
    with right:
        st.multiselect(t("trials.paradigms"), list(PARADIGMS), key="try_paradigms",
                       format_func=paradigm_name, placeholder=t("trials.choose"))  # fmt: skip
    with lower_left:
        st.multiselect(
            t("trials.models"), _models(), key="try_models", accept_new_options=True,
            format_func=model_label, placeholder=t("trials.choose-or-add"),
            help=t("trials.models-help", typed=t("ask.typed")),
        )  # fmt: skip
    with lower_right:
        known = _faults(state.try_scenarios, state.try_faults)
        st.multiselect(
            t("trials.faults"), known, key="try_faults", placeholder=t("trials.choose"),
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
        st.number_input(t("trials.repeats"), key="try_trials", step=1, width=130)
        st.number_input(
            t("trials.chance"), key="try_chance", step=10, width=180,
            help=t("trials.chance-help"),
        )  # fmt: skip
        st.number_input(t("trials.seed"), key="try_seed", step=1, width=140)
        st.number_input(t("trials.at-once"), key="try_concurrency", step=1, width=110,
                        help=t("trials.at-once-help"))  # fmt: skip
        st.number_input(
            t("trials.cap"), key="try_cap", step=0.5, format="%g",
            placeholder=t("options.none"), width=140, help=t("trials.cap-help"),
        )  # fmt: skip
        st.text_input(t("trials.name"), key="try_name", width=160, placeholder=t("options.none"))
        with st.popover(t("trials.setups"), icon=":material/folder_open:"):
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
        for field in ("scenarios", "paradigms", "models", "faults"):
            if not state[f"try_{field}"]:
                raise BadInput(t(f"trials.choose-{field}"))
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
            t("trials.run"), type="primary", icon=":material/play_arrow:", disabled=plan is None,
            key="trials_run", shortcut="Ctrl+Enter",
        )  # fmt: skip
        with st.container(key="facts_try", gap=None):
            if plan is not None:
                _estimate(plan)
    return pressed and plan is not None


def _estimate(plan: TrialPlan) -> None:
    st.text(t("trials.size", counted=size_words(plan), n=f"{plan.size:,}"))
    if plan.size // plan.trials > AT_ONCE and not st.button(
        t("trials.estimate"), key="trials_estimate"
    ):
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
        t("trials.model-calls", n=count(found.model_calls)),
        t("trials.tokens", n=count(tokens)),
        t("trials.cost", cost=money(found.cost_usd), why=found.cost_why),
        t("trials.time", time=duration(None if seconds is None else seconds * 1000)),
    ]
    st.text(t("trials.estimated", said=" · ".join(said)), help=_sources(found.sources))
    if found.over_cap:
        problem(t("trials.over-cap", cap=money(plan.budget_usd)))


def _sources(sources: dict[str, int]) -> str:
    said = [t(f"trials.source.{name.replace(' ', '-')}", n=n) for name, n in sources.items()]
    return t("trials.sources", sources=t("trials.and").join(said))
