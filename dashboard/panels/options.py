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
from dashboard.panels.models import TYPED, model_choices, model_label
from dashboard.panels.setup_file import setup_file
from dashboard.words import t
from data.bundled import scenario

LIMITS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "max_iterations": (
        "Turns",
        "How often an agent may be asked; for a plan, how many of its steps are carried out.",
        {"min_value": 1, "step": 1},
    ),
    "max_tool_calls": ("Tool calls", "Of a whole run.", {"min_value": 0, "step": 1}),
    "max_tokens": (
        "Tokens",
        "Read and written by the whole run, as far as they are known.",
        {"min_value": 1, "step": 1000},
    ),
    "max_cost_usd": (
        "Cost in $",
        "Of the whole run, as far as there are prices.",
        {"min_value": 0.0, "step": 0.1, "format": "%g"},
    ),
    "deadline_s": (
        "Deadline in s",
        "When the whole run is broken off.",
        {"min_value": 0.1, "step": 10.0, "format": "%g"},
    ),
    "tool_timeout_s": (
        "Tool timeout in s",
        "When a single tool call is given up.",
        {"min_value": 0.1, "step": 5.0, "format": "%g"},
    ),
    "max_identical_calls": (
        "Same call again",
        "How often the same tool may be called with the same arguments; more are refused.",
        {"min_value": 1, "step": 1},
    ),
    "max_malformed": (
        "Unusable replies",
        "So many replies in a row that cannot be read end the run.",
        {"min_value": 1, "step": 1},
    ),
}


WRITES = {"ask": "ask a person", "allow": "allow", "stub": "simulate"}

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
    for name, (_, _, more) in LIMITS.items():
        value = limits[name]
        whole = isinstance(more["step"], int)
        state[f"opt_{name}"] = value if value is None or whole else float(value)


def options(current: Callable[[], Launch], take: Callable[[Launch], None]) -> None:
    """`current` is the form as a launch, `take` fills it from one (see panels/setup_file.py)."""
    with st.popover(_label(), width="stretch", key="options"):
        _faults()
        habit_choice()
        st.text_area(
            "Your own tools, one a line",
            key="opt_tools",
            height=76,
            placeholder="calculator\nsql:path/to/file.csv\nfolder:path/to/notes",
            help="Read-only: that file or folder and nothing else.",
        )
        st.segmented_control(
            "Tools that change something", list(WRITES), key="opt_writes",
            format_func=WRITES.__getitem__, required=True,
            help="Left to a person: the call is refused and the answer says what would be done. "
            "Allowed: it really runs, once. Simulated: nothing is changed, and it says so.",
        )  # fmt: skip
        _planners()
        _reviews()
        st.markdown("**Limits**")
        budget_choice(list(LIMITS))
        columns = st.columns(2)
        for place, (name, (label, help_, more)) in enumerate(LIMITS.items()):
            columns[place % 2].number_input(
                label, key=f"opt_{name}", placeholder="none", help=help_, **more
            )
        st.slider(
            "Pace of the scripted model", 0.0, 300.0, step=10.0, key="opt_pace", format="%d",
            help="Tokens a second, so that a scripted run can be watched; 0 is at once.",
        )  # fmt: skip
        st.text_area(
            "System prompt of your own",
            key="opt_prompt",
            height=76,
            placeholder="the paradigm's own",
            help="In place of the paradigm's; {tools} stands for the list of tools.",
        )
        if kept := st.session_state.opt_elsewhere:
            st.text("Also set: " + ", ".join(f"{name} {value}" for name, value in kept.items()))
        setup_file(current, take)


def _faults() -> None:
    state = st.session_state
    faults = list(scenario(state.scenario).faults) if state.scenario else []
    state.opt_faults = [name for name in state.opt_faults if name in faults]
    st.multiselect(
        "Faults of the scenario's tools",
        faults,
        key="opt_faults",
        disabled=not faults,
        placeholder="none",
        help="\n".join(f"- {described(name)}" for name in faults) or "Only scenarios have faults.",
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
                f"Planner of lane {place + 1} ({title_of(paradigm)})",
                ["", *model_choices(state.get(key, ""))],
                key=key,
                accept_new_options=True,
                format_func=lambda name: model_label(name) if name else "the lane's own model",
                help=TYPED,
            )


def _reviews() -> None:
    """Reflection: which lanes have their answer reviewed, by whom, and by what conditions."""
    state = st.session_state
    st.markdown("**Review of the answer, with one redo**")
    with st.container(horizontal=True, gap="small"):
        for place in range(state.lane_count):
            title = title_of(state[f"lane_{place}_paradigm"])
            st.checkbox(f"Lane {place + 1} ({title})", key=f"lane_{place}_reflect")
    if not any(state[f"lane_{place}_reflect"] for place in range(state.lane_count)):
        return
    st.selectbox(
        "Reviewer",
        ["", *model_choices(state.opt_reviewer)],
        key="opt_reviewer",
        accept_new_options=True,
        format_func=lambda name: model_label(name) if name else "the lane's own model",
        help=f"Another model does not share the blind spots of the one that answered. {TYPED}",
    )
    st.text_area(
        "Conditions on the answer, one a line",
        key="opt_criteria",
        height=76,
        placeholder='"800" in answer',
        help="Checked by code before any model is asked: `answer` is its text.",
    )


def _label() -> str:
    state = st.session_state
    said = [f"faults: {', '.join(state.opt_faults)}"] if state.opt_faults else []
    said += [f"habit: {state.opt_habit}"] if state.opt_habit else []
    if state.opt_tools.strip():
        said.append(f"{len(state.opt_tools.split())} own tools")
    reviewed = sum(bool(state.get(f"lane_{i}_reflect")) for i in range(state.lane_count))
    said += [f"{reviewed} reviewed"] if reviewed else []
    if state.opt_writes != "ask":
        said.append(f"writes: {WRITES[state.opt_writes]}")
    return " · ".join([t("ask.options"), *said])
