"""What the lab can be set to. The address follows the sliders: `?lookups=6&wrong=1&cap=7`."""

from __future__ import annotations

from typing import Any

import streamlit as st

from data.lab.setting import CEILING, EVALUATORS, MOST_LOOKUPS, Setting

PRESETS: dict[str, Setting] = {
    "Clean run": Setting(6, 0, 7),
    "One wrong": Setting(4, 1, 7),
    "Short cap": Setting(6, 1, 6),
    "A cap that fits": Setting(6, 1, 7),
    "ReAct's ceiling": Setting(6, 4, 10),
    "Too strict": Setting(4, 1, 8, evaluator="strict"),
    "Too lenient": Setting(4, 1, 7, evaluator="lenient"),
}
NUMBERS = {
    "lookups": "look-ups",
    "wrong": "wrong results",
    "cap": "executed steps for a cap",
    "ceiling": "graph steps for a ceiling",
}
AS_USUAL = "That is set as usual."
RANGES = {"lookups": (1, MOST_LOOKUPS), "wrong": (0, MOST_LOOKUPS), "cap": (0, 14),
          "ceiling": (2, 30)}  # fmt: skip
"""Impossible values are among them, so that they can be seen to be impossible."""
NAMES = (*NUMBERS, "evaluator")
FIRST = PRESETS["Short cap"]
KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}


def told_by_address() -> str:
    """What the address asks for and no control can show, once; empty for nothing. What they can
    show is explained where its result would stand."""
    state = st.session_state
    given = {name: st.query_params[name] for name in NAMES if name in st.query_params}
    if state.get("lab_address") == given:
        return ""
    state.lab_address = given
    for name, text in given.items():
        if name == "evaluator":
            if text not in EVALUATORS:
                return f"There is no evaluator “{text[:40]}”: {', '.join(EVALUATORS)}. {AS_USUAL}"
        elif not text.removeprefix("-").isdecimal():
            return f"“{text[:40]}” is no number of {NUMBERS[name]}. {AS_USUAL}"
        elif not _fits(name, text):
            least, most = RANGES[name]
            return (
                f"{text[:12]} is no possible number of {NUMBERS[name]}: it is {least} to {most} "
                f"here. {AS_USUAL}"
            )
    return ""


def controls() -> Setting:
    """Values come from the address, or else from `FIRST`; the address follows them."""
    asks = "How many handbook facts the question asks for."
    goes = "The first search of so many look-ups finds a passage beside the right one."
    caps = "max\\_iterations: how many steps a plan may execute, retries included."
    ends = "LangGraph's recursion\\_limit: an agent turn is a step, a tool call another."
    rules = "Plan and replan only: " + "; ".join(f"{k} {v}" for k, v in EVALUATORS.items()) + "."
    lookups = _slider("lookups", "Look-ups (N)", asks)
    wrong = _slider("wrong", "Wrong results (f)", goes)
    cap = _slider("cap", "Cap, in executed steps", caps)
    evaluator = st.segmented_control(
        "Evaluator", list(EVALUATORS), default=FIRST.evaluator, key="evaluator", required=True,
        help=rules, **KEPT,
    )  # fmt: skip
    ceiling = _slider("ceiling", "ReAct's ceiling, in graph steps", ends)
    now = Setting(lookups, wrong, cap, ceiling, evaluator or FIRST.evaluator)
    st.session_state.lab_preset = next((name for name, one in PRESETS.items() if one == now), None)
    st.pills("Try", list(PRESETS), key="lab_preset", on_change=_take)
    return now


def _slider(name: str, label: str, about: str) -> int:
    least, most = RANGES[name]
    first = getattr(FIRST, name)
    return int(st.slider(label, least, most, first, key=name, help=about, **KEPT))


def _fits(name: str, text: str) -> bool:
    least, most = RANGES[name]
    return text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most


def _take() -> None:
    state = st.session_state
    if chosen := PRESETS.get(state.lab_preset):
        state.lookups, state.wrong, state.cap = chosen.lookups, chosen.wrong, chosen.cap
        state.ceiling, state.evaluator = CEILING, chosen.evaluator
