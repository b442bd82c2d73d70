"""A scenario's tools reached through its own MCP server, to show that nothing else changes."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from agents.tools import Tool
from data.scenario import Scenario
from data.toolbox.mcp_link import Link
from data.toolbox.mcp_results import observation
from data.toolbox.mcp_target import Target

PROGRAM = Path(__file__).resolve().parent.parent / "dashboard" / "__main__.py"


def over_mcp(scenario: Scenario) -> tuple[Tool, ...]:
    """Names, schemas, checks and effects are the local ones; only the work is done over there.
    The server is started here and now, but not waited for."""
    target = Target(scenario.name, (sys.executable, str(PROGRAM), "mcp", scenario.name))
    link = Link(target)
    link.start()
    return tuple(_over(tool, link) for tool in scenario.tools)


def _over(tool: Tool, link: Link) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        given = to_jsonable_python(arguments)
        schema = tool.spec.parameters
        result = await link.call(tool.name, given, schema, tool.effect == "reads")
        return observation(tool.name, result, None)

    return replace(tool, invoke=invoke, via=f"mcp: {link.target.label}")
