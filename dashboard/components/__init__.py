"""The project's own components: plain ES modules, mounted with data that is only ever text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.palette import palette

_HERE = Path(__file__).parent


def _component(name: str) -> Any:
    return st.components.v2.component(
        f"triptych.{name}",
        css=(_HERE / f"{name}.css").read_text(),
        js=(_HERE / f"{name}.js").read_text(),
    )


lanes = _component("lanes")
"""`data`: lanes, now, colours (see viewmodels.lanes_data). Triggers: `cancel` (a run's id) and
`open` ({run, step})."""

transcript = _component("transcript")
"""`data`: blocks, key, colours (see viewmodels.transcript_data)."""


def colours(dark: bool) -> dict[str, str]:
    """The palette as CSS variables of the components."""
    p = palette(dark)
    return {
        **p.roles,
        **{f"part-{name}": colour for name, colour in p.parts.items()},
        "muted": p.muted,
        "line": p.grid,
        "error": p.error,
        "good": "#4CC38A" if dark else "#177A45",
        "warn": p.roles["evaluator"],
        "hover": "rgba(127,127,160,0.14)",
    }
