"""Faults that any scenario's tools can have. Each takes the tools and gives them back faulty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from agents.tools import Tool, ToolError
from data.bundled.injections import injected_call, injected_note

Fault = Callable[[tuple[Tool, ...]], tuple[Tool, ...]]
SLOW_S = 0.5


def common(empty: Mapping[str, Any]) -> dict[str, Fault]:
    """`empty` is what each tool, by name, returns when it finds nothing."""

    def found_nothing(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
        return tuple(_empty(t, empty[t.name]) if t.name in empty else t for t in tools)

    return {
        "dead-tool": lambda tools: tuple(map(_dead, tools)),
        "empty": found_nothing,
        "temporary-error": _down_for_a_moment,
        "slow": lambda tools: tuple(map(_slow, tools)),
        "injected-note": injected_note,
        "injected-call": injected_call,
    }


def _dead(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        raise ToolError(f"{tool.name} is out of order and answers no call.")

    return replace(tool, invoke=invoke)


def _empty(tool: Tool, result: Any) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        return result

    return replace(tool, invoke=invoke)


def _slow(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        await asyncio.sleep(SLOW_S)
        return await tool.invoke(**arguments)

    return replace(tool, invoke=invoke)


def _down_for_a_moment(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The first call of all fails, every later one works: switch it on once for each run."""
    down = True

    def faulty(tool: Tool) -> Tool:
        async def invoke(**arguments: Any) -> Any:
            nonlocal down
            if down:
                down = False
                raise ToolError(
                    f"{tool.name} is unavailable for a moment; try again.", retryable=True
                )
            return await tool.invoke(**arguments)

        return replace(tool, invoke=invoke)

    return tuple(map(faulty, tools))
