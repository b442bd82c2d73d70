"""The project's own components: plain ES modules, mounted with data that is only ever text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.palette import palette

_HERE = Path(__file__).parent


def _component(name: str, *more: str) -> Any:
    """Its script is one module, put together of its own file, `more` and the shared one."""
    style = _HERE / f"{name}.css"
    scripts = [(_HERE / f"{script}.js").read_text() for script in (name, *more, "shared")]
    return st.components.v2.component(
        f"triptych.{name}",
        css=style.read_text() if style.exists() else None,
        js="\n".join(scripts),
    )


lanes = _component("lanes", "lane_card")
"""`data`: lanes, now, colours (see viewmodels.lanes_data). Triggers: `cancel` (a run's id) and
`ended` (all lanes have)."""

door = _component("door")
"""`data`: href, turn (each goes once), replace. Shows nothing (see panels/doors.py)."""

transcript = _component("transcript")
"""`data`: blocks, key, colours (see viewmodels.transcript_data)."""

diff = _component("diff", "diff_head", "diff_rows", "diff_texts")
"""`data`: key (a new one is read anew), url, texts, token, runs, origins, roles, colours (see
diff_view.diff_data). Trigger: `stale` (the token is too old)."""

family = _component("family")
"""`data`: key, rows, said, colours (see family_view.family_data)."""
player = _component(
    "player", "player_formats", "player_source", "player_film", "player_marks", "player_rows",
    "player_axis_picture", "player_axis", "player_text", "player_blocks", "player_facts",
    "player_bodies", "player_known", "player_clock", "player_keys", "player_icons",
    "player_feed", "player_screen",
)  # fmt: skip
"""`data`: run, pass, colours, group (players of one group step together). Triggers: `fork` (the
number of a step) and `renew` (a new pass is wanted)."""


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
