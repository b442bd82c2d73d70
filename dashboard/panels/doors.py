"""Doors to other pages. `st.switch_page` with a query leaves a second entry in the history, on
which Back would end up; these leave one."""

from __future__ import annotations

import time
from urllib.parse import urlencode

from dashboard.components import door


def open_step(run_id: str, seq: int | None = None) -> None:
    query = {"run": run_id} if seq is None else {"run": run_id, "step": str(seq)}
    go("replay", query)


def go(page: str, query: dict[str, str], *, replace: bool = False) -> None:
    """`page` is its path, empty for Compare. The script goes on: the browser leaves it soon."""
    href = f"{page or '.'}?{urlencode(query)}"
    turn = str(time.time_ns())
    door(key=f"door_{turn}", data={"href": href, "turn": turn, "replace": replace})
