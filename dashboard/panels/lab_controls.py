"""What the lab can be set to. The address follows the sliders: `?lookups=6&wrong=1&cap=7`."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.words import t
from data.lab.setting import CEILING, EVALUATORS, MOST_LOOKUPS, Setting

PRESETS: dict[str, Setting] = {
    "clean": Setting(6, 0, 7),
    "one-wrong": Setting(4, 1, 7),
    "short-cap": Setting(6, 1, 6),
    "fits": Setting(6, 1, 7),
    "ceiling": Setting(6, 4, 10),
    "strict": Setting(4, 1, 8, evaluator="strict"),
    "lenient": Setting(4, 1, 7, evaluator="lenient"),
}
"""By a name whose text is `lab.preset.NAME`."""
NUMBERS = ("lookups", "wrong", "cap", "ceiling")
RANGES = {"lookups": (1, MOST_LOOKUPS), "wrong": (0, MOST_LOOKUPS), "cap": (0, 14),
          "ceiling": (2, 30)}  # fmt: skip
"""Impossible values are among them, so that they can be seen to be impossible."""
NAMES = (*NUMBERS, "evaluator")
FIRST = PRESETS["short-cap"]
KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}


def told_by_address() -> str:
    """What the address asks for and no control can show, once; empty for nothing. What they can
    show is explained where its result would stand."""
    state = st.session_state
    given = {name: st.query_params[name] for name in NAMES if name in st.query_params}
    if state.get("lab_address") == given:
        return ""
    state.lab_address = given
    usual = t("lab.as-usual")
    for name, text in given.items():
        if name == "evaluator":
            if text not in EVALUATORS:
                names = ", ".join(EVALUATORS)
                return t("lab.no-evaluator", name=text[:40], names=names, as_usual=usual)
            continue
        what = t(f"lab.number-of.{name}")
        if not text.removeprefix("-").isdecimal():
            return t("lab.no-number", text=text[:40], what=what, as_usual=usual)
        if not _fits(name, text):
            least, most = RANGES[name]
            told = {"text": text[:12], "what": what, "least": least, "most": most}
            return t("lab.no-possible", as_usual=usual, **told)
    return ""


def controls() -> Setting:
    """Values come from the address, or else from `FIRST`; the address follows them."""
    lookups = _slider("lookups", "lab.lookups")
    wrong = _slider("wrong", "lab.wrong-results")
    cap = _slider("cap", "lab.cap")
    evaluator = st.segmented_control(
        t("lab.evaluator"), list(EVALUATORS), default=FIRST.evaluator, key="evaluator",
        required=True, help=t("lab.evaluator.help"), **KEPT,
    )  # fmt: skip
    ceiling = _slider("ceiling", "lab.ceiling")
    now = Setting(lookups, wrong, cap, ceiling, evaluator or FIRST.evaluator)
    st.session_state.lab_preset = next((name for name, one in PRESETS.items() if one == now), None)
    st.pills(
        t("lab.try"), list(PRESETS), key="lab_preset", on_change=_take,
        format_func=lambda name: t(f"lab.preset.{name}"),
    )  # fmt: skip
    return now


def _slider(name: str, said: str) -> int:
    least, most = RANGES[name]
    first = getattr(FIRST, name)
    label, about = t(said), t(f"{said}.help")
    return int(st.slider(label, least, most, first, key=name, help=about, **KEPT))


def _fits(name: str, text: str) -> bool:
    least, most = RANGES[name]
    return text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most


def _take() -> None:
    state = st.session_state
    if chosen := PRESETS.get(state.lab_preset):
        state.lookups, state.wrong, state.cap = chosen.lookups, chosen.wrong, chosen.cap
        state.ceiling, state.evaluator = CEILING, chosen.evaluator
