"""The project's own components: plain ES modules, mounted with data that is only ever text."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.palette import colours
from dashboard.scripts import script, style, words

__all__ = [
    "colours", "diff", "door", "family", "hits", "imported", "lanes", "lockstep", "matrix",
    "player", "transcript",
]  # fmt: skip


def _component(name: str) -> Any:
    mount = st.components.v2.component(f"triptych.{name}", css=style(name) or None, js=script(name))

    def mounted(*, data: dict[str, Any], **rest: Any) -> Any:
        return mount(data={**data, "words": words(name)}, **rest)

    return mounted


lanes = _component("lanes")
"""`data`: lanes, now, colours (see viewmodels.lanes_data). Triggers: `cancel` (a run's id) and
`ended` (all lanes have)."""

door = _component("door")
"""`data`: href, turn (each goes once), replace. Shows nothing (see panels/doors.py)."""

transcript = _component("transcript")
"""`data`: blocks, key, colours (see viewmodels.transcript_data)."""

diff = _component("diff")
"""`data`: key (a new one is read anew), url, texts, token, runs, origins, roles, colours (see
diff_view.diff_data). Trigger: `stale` (the token is too old)."""

family = _component("family")
"""`data`: key, rows, said, colours (see family_view.family_data)."""
imported = _component("imported")
"""`data`: files, failed, colours (see import_view.report_data)."""

hits = _component("hits")
"""`data`: hits, colours (see hits_view.hits_data)."""

player = _component("player")
"""`data`: run, pass, colours, group (players of one group step together). Triggers: `fork` (the
number of a step) and `renew` (a new pass is wanted)."""

lockstep = _component("lockstep")
"""`data`: key, lanes, together, colours (see lockstep_view.lockstep_data)."""

matrix = _component("matrix")
"""`data`: key, columns, rows, chosen, colours (see trials.view.matrix_data). Trigger: `chosen` (the
place of a cell)."""
