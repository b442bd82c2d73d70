"""Tools that a user points at their own things, named as typed: `calculator`, `sql:PATH`,
`folder:PATH`, which only read; and those of any MCP server, which are taken to write unless the
user says `mcp-reads:`."""

from __future__ import annotations

from collections.abc import Callable

from agents.errors import BadInput
from agents.tools import Effect, Tool

# each is imported when it is asked for: most runs use none of them


def _sql(path: str) -> Tool:
    from data.toolbox.sql import sql_tool

    return sql_tool(path)


def _folder(path: str) -> Tool:
    from data.toolbox.folder import folder_tool

    return folder_tool(path)


def _mcp(typed: str, effect: Effect) -> tuple[Tool, ...]:
    from data.toolbox.mcp import mcp_tools

    return mcp_tools(typed, effect=effect)


_POINTED: dict[str, Callable[[str], Tool | tuple[Tool, ...]]] = {
    "sql": _sql,
    "folder": _folder,
    "mcp": lambda typed: _mcp(typed, "writes"),
    "mcp-reads": lambda typed: _mcp(typed, "reads"),
}


def tool_from(name: str) -> Tool | tuple[Tool, ...]:
    """Several tools for an MCP server, which is started or asked here. Raises BadInput in one
    sentence: no such tool, no such file, a kind that cannot be read; or NotReady for a server
    that does not answer."""
    kind, colon, path = name.strip().partition(":")
    if kind == "calculator" and not colon:
        from data.toolbox.calculator import calculator_tool

        return calculator_tool()
    if kind not in _POINTED:
        known = ", ".join(typed for typed, _ in toolbox_help())
        raise BadInput(f"There is no tool {name!r}; there are {known}.")
    if not path.strip():
        what = "command" if kind.startswith("mcp") else "path"
        raise BadInput(f"{kind}: needs a {what} after the colon, as in {kind}:{what.upper()}.")
    return _POINTED[kind](path.strip())


def toolbox_help() -> list[tuple[str, str]]:
    """(as typed, what it does)."""
    return [
        ("calculator", "Works out arithmetic exactly."),
        ("sql:PATH", "Answers SQL over one CSV, Parquet or DuckDB file, read-only."),
        ("folder:PATH", "Searches the .txt and .md files of one folder."),
        ("mcp:COMMAND", "All tools of an MCP server (also mcp:http://…), taken to write."),
        ("mcp-reads:COMMAND", "The same, for a server whose tools you know only to read."),
    ]
