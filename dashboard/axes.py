"""The three questions that seed 001 keeps apart, answered for a run (S1-01): how the next step is
decided, how an action is written, and how a tool is reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CONTROL = {
    "react": "adaptive, one step at a time",
    "function-calling": "adaptive, several calls at once",
    "plan-execute": "a fixed plan",
    "plan-replan": "a plan, rewritten after failures",
}
ACTION = {
    "react": "text that is parsed",
    "function-calling": "structured calls",
    "plan-execute": "a plan in JSON",
    "plan-replan": "a plan in JSON",
}
MCP = ("mcp:", "mcp-reads:")


def axes(paradigm: str, rig: Mapping[str, Any]) -> dict[str, str]:
    """Control flow, action and connection in a few words; `unknown` for what is none of ours. A
    rig from outside may hold anything."""
    given = rig.get("tools")
    typed = [str(name) for name in given] if isinstance(given, list | tuple) else []
    over_mcp = [name for name in typed if name.startswith(MCP)]
    if rig.get("over_mcp") is True:
        connection = "MCP"
    elif over_mcp:
        connection = "MCP" if len(over_mcp) == len(typed) else "direct, and MCP"
    else:
        connection = "direct"
    return {
        "control": CONTROL.get(paradigm, "unknown"),
        "action": ACTION.get(paradigm, "unknown"),
        "connection": connection if paradigm in CONTROL else "unknown",
    }


def said(paradigm: str, rig: Mapping[str, Any]) -> str:
    found = axes(paradigm, rig)
    if found["control"] == "unknown":
        return ""
    return (
        f"control flow: {found['control']}; actions: {found['action']}; "
        f"tools: {found['connection']}"
    )
