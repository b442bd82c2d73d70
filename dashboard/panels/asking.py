"""The form of the Compare page: question, scenario, lanes, options. It knows no run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, RigSpec
from dashboard.launch import MOST_LANES, Launch, launch_from
from dashboard.panels.models import model_names
from data.bundled import names, scenario
from data.rows import RunRow

OWN = ""
FIRST = "larkspur-6"
FIRST_LANES = ("react", "function-calling", "plan-execute")
PACE = 90.0
"""Tokens a second of the scripted model in the browser, so that lanes can be watched."""


def ask_form(shown: Sequence[RunRow], last: str) -> Launch | None:
    """Draws the form, filled from the runs `shown` when the page opens on them. Returns what to
    launch when Run was pressed. `last` names what is shown, so that it is filled only once.
    Raises BadInput."""
    _fill(shown, last)
    state = st.session_state
    with st.container(border=True, key="ask"):
        st.text_area("Question", key="question", height=76)
        left, options, lanes, run = st.columns([3, 2, 1.4, 1.2], vertical_alignment="bottom")
        left.selectbox(
            "Scenario",
            [OWN, *names()],
            key="scenario",
            format_func=_scenario_title,
            on_change=_take_question,
            help="A scenario brings its own tools, a judge of answers, and a scripted model.",
        )
        with options:
            _options()
        with lanes, st.container(horizontal=True, gap="xsmall"):
            _lane_count()
        pressed = run.button(
            "Run", type="primary", shortcut="ctrl+enter", width="stretch", key="run"
        )
        if state.scenario:
            st.caption(scenario(state.scenario).teaches)
    _lane_editor()
    return _launch() if pressed else None


def _fill(shown: Sequence[RunRow], last: str) -> None:
    state = st.session_state
    if state.get("filled_from") == last and "question" in state:
        # widgets that were not drawn on another page would lose their values
        for key in [k for k in state if isinstance(k, str) and k.startswith(KEPT)]:
            state[key] = state[key]
        return
    state.filled_from = last
    if shown:
        state.scenario = shown[0].scenario if shown[0].scenario in names() else OWN
        state.question = shown[0].question
        lanes = [RigSpec.model_validate(run.rig) for run in shown]
        _set_options(lanes[0])
    else:
        state.scenario = FIRST
        state.question = scenario(FIRST).question
        lanes = [RigSpec(paradigm=name) for name in FIRST_LANES]
        _set_options(RigSpec(paradigm="react", pace=PACE))
    state.lane_count = len(lanes)
    for place, spec in enumerate(lanes):
        state[f"lane_{place}_paradigm"] = spec.paradigm
        state[f"lane_{place}_model"] = spec.model
        state[f"lane_{place}_planner"] = spec.planner_model or ""


KEPT = ("lane_", "question", "scenario", "opt_")


def _set_options(spec: RigSpec) -> None:
    state = st.session_state
    state.opt_tools = "\n".join(spec.tools)
    state.opt_faults = list(spec.faults)
    state.opt_pace = spec.pace
    state.opt_prompt = spec.prompt or ""
    limits = spec.limits.model_dump()
    for name in LIMITS:
        state[f"opt_{name}"] = limits[name]


LIMITS: dict[str, tuple[str, dict[str, Any]]] = {
    "max_iterations": ("Model turns (for a plan: steps)", {"min_value": 1, "step": 1}),
    "max_tool_calls": ("Tool calls", {"min_value": 0, "step": 1}),
    "max_tokens": ("Tokens", {"min_value": 1, "step": 1000}),
    "max_cost_usd": ("Cost in $", {"min_value": 0.0, "step": 0.1}),
    "deadline_s": ("Deadline in s", {"min_value": 0.1, "step": 10.0}),
    "tool_timeout_s": ("Tool timeout in s", {"min_value": 0.1, "step": 5.0}),
    "max_identical_calls": ("Identical calls", {"min_value": 1, "step": 1}),
    "max_malformed": ("Malformed replies in a row", {"min_value": 1, "step": 1}),
}


def _options() -> None:
    state = st.session_state
    faults = list(scenario(state.scenario).faults) if state.scenario else []
    state.opt_faults = [name for name in state.opt_faults if name in faults]
    with st.popover(_options_label(), width="stretch"):
        st.multiselect(
            "Faults of the scenario's tools", faults, key="opt_faults", disabled=not faults
        )
        st.text_area(
            "Your own tools, one a line",
            key="opt_tools",
            height=76,
            placeholder="calculator\nsql:path/to/file.csv\nfolder:path/to/notes",
            help="Read-only: that file or folder and nothing else.",
        )
        st.markdown("**Limits**")
        columns = st.columns(2)
        for place, (name, (label, more)) in enumerate(LIMITS.items()):
            columns[place % 2].number_input(label, key=f"opt_{name}", placeholder="none", **more)
        st.slider(
            "Pace of the scripted model, tokens a second (0 is at once)",
            0.0, 300.0, step=10.0, key="opt_pace",
        )  # fmt: skip
        st.text_area(
            "System prompt of your own ({tools} stands for the list of tools)",
            key="opt_prompt",
            height=76,
            placeholder="the paradigm's own",
        )


def _options_label() -> str:
    state = st.session_state
    said = [f"faults: {', '.join(state.opt_faults)}"] if state.opt_faults else []
    if state.opt_tools.strip():
        said.append(f"{len(state.opt_tools.split())} own tools")
    said.append(f"limit {state.opt_max_iterations} turns")
    return "Options · " + " · ".join(said)


def _lane_editor() -> None:
    state = st.session_state
    count = state.lane_count
    for place, column in enumerate(st.columns(count, gap="small")):
        with column, st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
            st.selectbox(
                f"Lane {place + 1}",
                list(PARADIGMS),
                key=f"lane_{place}_paradigm",
                format_func=lambda name: PARADIGMS[name].title,
            )
            st.selectbox(
                "Model",
                _choices(state[f"lane_{place}_model"]),
                key=f"lane_{place}_model",
                accept_new_options=True,
                help="scripted, openai:NAME, openai-responses:NAME, anthropic:NAME, local:NAME",
            )
            if "planner" in PARADIGMS[state[f"lane_{place}_paradigm"]].actors:
                st.selectbox(
                    "Planner",
                    ["", *_choices(state.get(f"lane_{place}_planner", ""))],
                    key=f"lane_{place}_planner",
                    accept_new_options=True,
                    format_func=lambda name: name or "same model",
                )


def _lane_count() -> None:
    count = st.session_state.lane_count
    st.button("Lane", icon=":material/add:", key="add_lane", help="Add a lane",
              on_click=_add_lane, disabled=count >= MOST_LANES)  # fmt: skip
    st.button("Lane", icon=":material/remove:", key="less_lane", help="Remove the last lane",
              on_click=_remove_lane, disabled=count <= 1)  # fmt: skip


def _choices(current: str) -> list[str]:
    known = model_names()
    return known if not current or current in known else [*known, current]


def _add_lane() -> None:
    state = st.session_state
    place = state.lane_count
    used = {state[f"lane_{i}_paradigm"] for i in range(place)}
    free = [name for name in PARADIGMS if name not in used]
    state[f"lane_{place}_paradigm"] = free[0] if free else "react"
    state[f"lane_{place}_model"] = state[f"lane_{place - 1}_model"]
    state[f"lane_{place}_planner"] = ""
    state.lane_count = place + 1


def _remove_lane() -> None:
    st.session_state.lane_count -= 1


def _take_question() -> None:
    state = st.session_state
    state.question = scenario(state.scenario).question if state.scenario else ""


def _scenario_title(name: str) -> str:
    return f"{name} · {scenario(name).title}" if name else "none: my own question"


def _launch() -> Launch:
    state = st.session_state
    limits = {name: state[f"opt_{name}"] for name in LIMITS}
    limits = {name: value for name, value in limits.items() if value is not None}
    lanes = [
        {
            "paradigm": state[f"lane_{place}_paradigm"],
            "model": state[f"lane_{place}_model"],
            "planner_model": state.get(f"lane_{place}_planner") or None,
            "tools": state.opt_tools.split("\n") if state.opt_tools.strip() else [],
            "faults": state.opt_faults,
            "limits": {**Limits().model_dump(), **limits},
            "prompt": state.opt_prompt.strip() or None,
            "pace": state.opt_pace,
        }
        for place in range(state.lane_count)
    ]
    for lane in lanes:
        lane["tools"] = [name.strip() for name in lane["tools"] if name.strip()]
    if not state.question.strip():
        raise BadInput("Write a question first, or choose a scenario, which brings one.")
    return launch_from({"question": state.question, "scenario": state.scenario, "lanes": lanes})
