"""The form of the Compare page: question, scenario, lanes, options. Above shown runs it is folded
to one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st
from pydantic import ValidationError

from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, RigSpec
from dashboard.launch import Launch, launch_from
from dashboard.panels.lane_editor import lane_count, lane_editor, set_lanes, with_planner
from dashboard.panels.lessons import with_habit
from dashboard.panels.options import LIMITS, options, set_options
from dashboard.words import ENGLISH, spoken, t
from dashboard.words.many import many
from data.bundled import names, scenario
from data.rows import RunRow

OWN = ""
FIRST = "larkspur-6"
FIRST_LANES = ("react", "function-calling", "plan-execute")
PACE = 90.0
"""Tokens a second of the scripted model in the browser, so that lanes can be watched."""

LANES_OWN = frozenset(
    {
        "paradigm",
        "model",
        "planner_model",
        "chosen",
        "reflect",
        "reviewer_model",
        "criteria",
        "lessons",
    }
)

KEPT = ("lane_", "question", "scenario", "opt_", "try_")


def keep_form() -> None:
    """Call it on every page: Streamlit forgets the values of widgets that are not drawn."""
    state = st.session_state
    for key in [k for k in state if isinstance(k, str) and k.startswith(KEPT)]:
        state[key] = state[key]


def ask_form(shown: Sequence[RunRow], last: str) -> Launch | None:
    """Draws the form, filled from the runs `shown` when the page opens on them. Returns what to
    launch when Run was pressed. `last` names what is shown, so that it is filled only once.
    Raises BadInput."""
    _fill(shown, last)
    if shown and not st.session_state.get("ask_open"):
        pressed = _line()
        st.empty()
    else:
        st.empty()
        pressed = _form(bool(shown))
    return _launch() if pressed else None


def _line() -> bool:
    question = " ".join(st.session_state.question.split())
    row = st.container(border=True, key="ask_line")
    with row, st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        with st.container(width="stretch", gap=None):
            st.text(question, width="stretch", wrap=False)
            with st.container(key="ask_told"):
                st.text(_told())
        st.button(t("ask.edit"), key="edit", icon=":material/tune:", on_click=_open, args=(True,),
                  help=t("ask.edit-help"))  # fmt: skip
        _new()
        return _run()


def _told() -> str:
    state = st.session_state
    lanes = many("ask.lanes", state.lane_count)
    names = ", ".join(state.opt_faults)
    faults = t("ask.faults", names=names) if names else t("ask.no-faults")
    how = t(f"options.writes.{state.opt_writes}")
    writes = "" if state.opt_writes == "ask" else t("ask.writes", how=how)
    said = [state.scenario, lanes, faults] if state.scenario else [lanes]
    return " · ".join([*said, writes] if writes else said)


def _form(foldable: bool) -> bool:
    state = st.session_state
    with st.container(border=True, key="ask"):
        st.text_area(t("ask.question"), key="question", height=76)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.selectbox(
                t("ask.scenario"),
                [OWN, *names()],
                key="scenario",
                format_func=_scenario_title,
                on_change=_take_question,
                help=t("ask.scenario-help"),
                width=380,
            )
            with st.container(width=260):
                options(_launch, take)
            with st.container(horizontal=True, gap="xsmall", width="content"):
                lane_count()
            with st.container(
                horizontal=True, horizontal_alignment="right", gap="small", width="stretch"
            ):
                if foldable:
                    st.button(t("ask.fold"), key="fold", on_click=_open, args=(False,))
                    _new()
                pressed = _run()
        if state.scenario:
            st.caption(_teaches(state.scenario))
        lane_editor()
    return pressed


def _run() -> bool:
    return st.button(
        t("ask.run"), type="primary", shortcut="ctrl+enter", width="content", key="run"
    )


def _new() -> None:
    st.button(t("ask.new"), key="new", icon=":material/add:", on_click=_start_anew,
              help=t("ask.new-help"))  # fmt: skip


def _open(value: bool) -> None:
    st.session_state.ask_open = value


def _start_anew() -> None:
    st.session_state.update(compared={}, ask_open=False)
    st.query_params.clear()


def _fill(shown: Sequence[RunRow], last: str) -> None:
    """What somebody typed stays, until other runs are opened."""
    state = st.session_state
    if "question" in state and (not shown or state.get("filled_from") == last):
        return
    state.filled_from = last
    if shown:
        state.ask_open = False
        state.scenario = shown[0].scenario if shown[0].scenario in names() else OWN
        state.question = shown[0].question
        lanes = [_spec_of(run) for run in shown]
        set_options(lanes[0])
    else:
        state.scenario = FIRST
        state.question = scenario(FIRST).question
        lanes = [RigSpec(paradigm=name) for name in FIRST_LANES]
        set_options(RigSpec(paradigm="react", pace=PACE))
    set_lanes(lanes)


def _spec_of(run: RunRow) -> RigSpec:
    """An imported run may have a rig that is none of ours."""
    try:
        spec = RigSpec.model_validate(run.rig)
    except ValidationError:
        spec = RigSpec(paradigm=run.paradigm, model=run.model)
    return spec if spec.paradigm in PARADIGMS else spec.model_copy(update={"paradigm": "react"})


def _take_question() -> None:
    """A question that somebody typed is theirs, whatever scenario they look at."""
    state = st.session_state
    offered = {scenario(name).question for name in names()}
    if not state.question.strip() or state.question in offered:
        state.question = scenario(state.scenario).question if state.scenario else ""


def _teaches(name: str) -> str:
    one = scenario(name)
    if spoken() != ENGLISH and one.teaches_zh:
        return one.teaches_zh
    return f"{one.teaches} {one.teaches_zh}" if one.teaches_zh else one.teaches


def _scenario_title(name: str) -> str:
    return f"{name} · {scenario(name).title}" if name else t("ask.own")


def _launch() -> Launch:
    state = st.session_state
    if not state.question.strip():
        raise BadInput(t("ask.wrong-empty"))
    limits = {name: state[f"opt_{name}"] for name in LIMITS}
    limits = {name: value for name, value in limits.items() if value is not None}
    kept = state.opt_elsewhere
    limits |= {name: value for name, value in kept.items() if name in Limits.model_fields}
    common = {
        **{name: value for name, value in kept.items() if name in RigSpec.model_fields},
        "writes": state.opt_writes,
        "tools": [name.strip() for name in state.opt_tools.split("\n") if name.strip()],
        "faults": state.opt_faults,
        "limits": {**Limits().model_dump(), **limits},
        "prompt": state.opt_prompt.strip() or None,
        "pace": state.opt_pace,
    }
    lanes = [
        {
            **common,
            "paradigm": state[f"lane_{place}_paradigm"],
            "model": with_habit(state[f"lane_{place}_model"]),
            "planner_model": _planner(place),
            **_review(place),
        }
        for place in range(state.lane_count)
    ]
    return launch_from({"question": state.question, "scenario": state.scenario, "lanes": lanes})


def _planner(place: int) -> str | None:
    """Nothing for a paradigm without one, whatever the lane was before."""
    state = st.session_state
    plans = with_planner(state[f"lane_{place}_paradigm"])
    return state.get(f"lane_{place}_planner") or None if plans else None


def _review(place: int) -> dict[str, Any]:
    state = st.session_state
    if not state.get(f"lane_{place}_reflect"):
        return {}
    return {
        "reflect": True,
        "reviewer_model": state.opt_reviewer or None,
        "criteria": [line.strip() for line in state.opt_criteria.split("\n") if line.strip()],
    }


def take(launch: Launch) -> None:
    """Fills the form from a set-up. Raises BadInput, with the form left as it was, where lanes
    differ in what the form has only once."""
    first, *others = launch.lanes
    for place, spec in enumerate(others, 2):
        differ = [
            name
            for name in RigSpec.model_fields
            if name not in LANES_OWN and getattr(spec, name) != getattr(first, name)
        ]
        if differ:
            raise BadInput(t("ask.wrong-lanes", place=place, names=t("ask.and").join(differ)))
    state = st.session_state
    name = launch.scenario or (OWN if launch.question else state.scenario)
    there = scenario(name).faults if name else ()
    if strange := [fault for fault in first.faults if fault not in there]:
        named = name or t("ask.own-question")
        raise BadInput(t("ask.wrong-fault", name=named, fault=strange[0]))
    state.scenario = name
    if launch.scenario or launch.question:
        state.question = launch.question or scenario(name).question
    set_options(first)
    set_lanes(launch.lanes)
