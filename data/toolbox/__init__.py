"""Tools that a user points at their own things, named as typed: `calculator`, `sql:PATH`,
`folder:PATH`. All of them only read."""

from __future__ import annotations

from collections.abc import Callable

from agents.errors import BadInput
from agents.tools import Tool
from data.toolbox.calculator import calculator_tool
from data.toolbox.folder import folder_tool
from data.toolbox.sql import sql_tool

_POINTED: dict[str, Callable[[str], Tool]] = {"sql": sql_tool, "folder": folder_tool}


def tool_from(name: str) -> Tool | tuple[Tool, ...]:
    """Raises BadInput in one sentence: no such tool, no such file, a kind that cannot be read."""
    kind, colon, path = name.strip().partition(":")
    if kind == "calculator" and not colon:
        return calculator_tool()
    if kind not in _POINTED:
        known = ", ".join(typed for typed, _ in toolbox_help())
        raise BadInput(f"There is no tool {name!r}; there are {known}.")
    if not path.strip():
        raise BadInput(f"{kind}: needs a path after the colon, as in {kind}:PATH.")
    return _POINTED[kind](path.strip())


def toolbox_help() -> list[tuple[str, str]]:
    """(as typed, what it does)."""
    return [
        ("calculator", "Works out arithmetic exactly."),
        ("sql:PATH", "Answers SQL over one CSV, Parquet or DuckDB file, read-only."),
        ("folder:PATH", "Searches the .txt and .md files of one folder."),
    ]
