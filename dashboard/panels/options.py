"""Behind the Options button: faults, own tools, planners, limits, pace and prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from agents.rig import RigSpec
from dashboard.faults import described
from dashboard.launch import Launch
from dashboard.panels.lane_editor import title_of, with_planner
from dashboard.panels.lessons import budget_choice, habit_choice, set_lessons
from dashboard.panels.models import model_choices, model_label
from dashboard.panels.setup_file import setup_file
from dashboard.words import t
from data.bundled import scenario

LIMITS: dict[str, dict[str, Any]] = {
    "max_iterations": {"min_value": 1, "step": 1},
    "max_tool_calls": {"min_value": 0, "step": 1},
    "max_tokens": {"min_value": 1, "step": 1000},
    "max_cost_usd": {"min_value": 0.0, "step": 0.1, "format": "%g"},
    "deadline_s": {"min_value": 0.1, "step": 10.0, "format": "%g"},
    "tool_timeout_s": {"min_value": 0.1, "step": 5.0, "format": "%g"},
    "max_identical_calls": {"min_value": 1, "step": 1},
    "max_malformed": {"min_value": 1, "step": 1},
}
"""Field of `Limits`, whose label is the text `options.limit.FIELD` -> what its number may be."""

WRITES = ("ask", "allow", "stub")

ELSEWHERE = (
    "over_mcp", "temperature", "seed", "max_output_tokens", "max_graph_steps", "max_replans",
    "max_inner_turns",
    "max_inner_calls",
    "max_observation_chars",
)  # fmt: skip
"""What the form has no field for and keeps as it is: from a run, or from a file."""


def set_options(spec: RigSpec) -> None:
    state = st.session_state
    state.opt_writes = spec.writes
    set_lessons(spec)
    given = {
        **spec.limits.model_dump(exclude_defaults=True),
        **spec.model_dump(exclude_defaults=True),
    }
    state.opt_elsewhere = {name: given[name] for name in ELSEWHERE if name in given}
    state.opt_tools = "\n".join(spec.tools)
    state.opt_faults = list(spec.faults)
    state.opt_pace = float(spec.pace)
    state.opt_prompt = spec.prompt or ""
    state.opt_criteria = "\n".join(spec.criteria)
    state.opt_reviewer = spec.reviewer_model or ""
    limits = spec.limits.model_dump()
    for name, more in LIMITS.items():
        value = limits[name]
        whole = isinstance(more["step"], int)
        state[f"opt_{name}"] = value if value is None or whole else float(value)


def options(current: Callable[[], Launch], take: Callable[[Launch], None]) -> None:
    """`current` is the form as a launch, `take` fills it from one (see panels/setup_file.py)."""
    with st.popover(_label(), width="stretch", key="options"):
        _faults()
        habit_choice()
        st.text_area(
            t("options.tools"),
            key="opt_tools",
            height=76,
            placeholder="calculator\nsql:path/to/file.csv\nfolder:path/to/notes",
            help=t("options.tools-help"),
        )
        st.segmented_control(
            t("options.writes"), list(WRITES), key="opt_writes", required=True,
            format_func=lambda name: t(f"options.writes.{name}"), help=t("options.writes-help"),
        )  # fmt: skip
        _planners()
        _reviews()
        st.markdown(t("options.limits"))
        budget_choice(list(LIMITS))
        columns = st.columns(2)
        for place, (name, more) in enumerate(LIMITS.items()):
            columns[place % 2].number_input(
                t(f"options.limit.{name}"), key=f"opt_{name}", placeholder=t("options.none"),
                help=t(f"options.limit.{name}.help"), **more,
            )  # fmt: skip
        st.slider(
            t("options.pace"), 0.0, 300.0, step=10.0, key="opt_pace", format="%d",
            help=t("options.pace-help"),
        )  # fmt: skip
        st.text_area(
            t("options.prompt"),
            key="opt_prompt",
            height=76,
            placeholder=t("options.prompt-own"),
            help=t("options.prompt-help"),
        )
        if kept := st.session_state.opt_elsewhere:
            settings = ", ".join(f"{name} {value}" for name, value in kept.items())
            st.text(t("options.also", settings=settings))
        setup_file(current, take)


def _faults() -> None:
    state = st.session_state
    faults = list(scenario(state.scenario).faults) if state.scenario else []
    state.opt_faults = [name for name in state.opt_faults if name in faults]
    st.multiselect(
        t("options.faults"),
        faults,
        key="opt_faults",
        disabled=not faults,
        placeholder=t("options.none"),
        help="\n".join(f"- {described(name)}" for name in faults) or t("options.faults-none"),
    )
    for name in state.opt_faults:
        st.caption(described(name))


def _planners() -> None:
    state = st.session_state
    for place in range(state.lane_count):
        paradigm = state[f"lane_{place}_paradigm"]
        if with_planner(paradigm):
            key = f"lane_{place}_planner"
            st.selectbox(
                t("options.planner", lane=place + 1, paradigm=title_of(paradigm)),
                ["", *model_choices(state.get(key, ""))],
                key=key,
                accept_new_options=True,
                format_func=_own_or,
                help=t("ask.typed"),
            )


def _reviews() -> None:
    """Reflection: which lanes have their answer reviewed, by whom, and by what conditions."""
    state = st.session_state
    st.markdown(t("options.review"))
    with st.container(horizontal=True, gap="small"):
        for place in range(state.lane_count):
            title = title_of(state[f"lane_{place}_paradigm"])
            label = t("options.review-lane", lane=place + 1, paradigm=title)
            st.checkbox(label, key=f"lane_{place}_reflect")
    if not any(state[f"lane_{place}_reflect"] for place in range(state.lane_count)):
        return
    st.selectbox(
        t("options.reviewer"),
        ["", *model_choices(state.opt_reviewer)],
        key="opt_reviewer",
        accept_new_options=True,
        format_func=_own_or,
        help=t("options.reviewer-help", typed=t("ask.typed")),
    )
    st.text_area(
        t("options.criteria"),
        key="opt_criteria",
        height=76,
        placeholder='"800" in answer',
        help=t("options.criteria-help"),
    )


def _own_or(model: str) -> str:
    return model_label(model) if model else t("options.own-model")


def _label() -> str:
    state = st.session_state
    said = [t("ask.faults", names=", ".join(state.opt_faults))] if state.opt_faults else []
    said += [t("options.habit-said", name=state.opt_habit)] if state.opt_habit else []
    if state.opt_tools.strip():
        said.append(t("options.tools-said", n=len(state.opt_tools.split())))
    reviewed = sum(bool(state.get(f"lane_{i}_reflect")) for i in range(state.lane_count))
    said += [t("options.reviewed-said", n=reviewed)] if reviewed else []
    if state.opt_writes != "ask":
        said.append(t("ask.writes", how=t(f"options.writes.{state.opt_writes}")))
    return " · ".join([t("ask.options"), *said])
