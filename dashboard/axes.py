"""The three questions that seed 001 keeps apart, answered for a run (S1-01): how the next step is
decided, how an action is written, and how a tool is reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.policies.registry import PARADIGMS
from dashboard.formats import unknown
from dashboard.words import t

MCP = ("mcp:", "mcp-reads:")


def axes(paradigm: str, rig: Mapping[str, Any]) -> dict[str, str]:
    """Control flow, action and connection in a few words; `unknown` for what is none of ours. A
    rig from outside may hold anything."""
    given = rig.get("tools")
    typed = [str(name) for name in given] if isinstance(given, list | tuple) else []
    over_mcp = [name for name in typed if name.startswith(MCP)]
    if rig.get("over_mcp") is True or (over_mcp and len(over_mcp) == len(typed)):
        connection = "mcp"
    else:
        connection = "both" if over_mcp else "direct"
    if paradigm not in PARADIGMS:
        return dict.fromkeys(("control", "action", "connection"), unknown())
    return {
        "control": t(f"axes.control.{paradigm}"),
        "action": t(f"axes.action.{paradigm}"),
        "connection": t(f"axes.connection.{connection}"),
    }


def said(paradigm: str, rig: Mapping[str, Any]) -> str:
    return t("axes.said", **axes(paradigm, rig)) if paradigm in PARADIGMS else ""
