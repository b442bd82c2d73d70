"""Faults that any scenario's tools can have. Each takes the tools and gives them back faulty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.tools import Tool, ToolError
from data.bundled.injections import injected_call, injected_note, searches

Fault = Callable[[tuple[Tool, ...]], tuple[Tool, ...]]
SLOW_S = 0.5
PATIENCE_S = 0.2
"""After so long a tool that hangs is given up, whatever the rig's own timeout."""
CUT = "This result was cut off here; what came after is not shown."
_PROSE = 40
"""A value of so many characters is a text, which can break off."""


def common(
    empty: Mapping[str, Any], tools: Sequence[Tool] = (), *, cuts: bool = False
) -> dict[str, Fault]:
    """`empty` is what each tool, by name, returns when it finds nothing. A fault that could change
    nothing for these tools is left out; `cuts` says that their results hold texts or lists long
    enough to break off."""

    def found_nothing(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
        return tuple(_empty(t, empty[t.name]) if t.name in empty else t for t in tools)

    return {
        "empty": found_nothing,
        "dead-tool": lambda tools: tuple(map(_dead, tools)),
        "timeout": lambda tools: tuple(map(_hanging, tools)),
        "temporary-error": _down_for_a_moment,
        "slow": lambda tools: tuple(map(_slow, tools)),
        **({"page-cut": lambda tools: tuple(map(_cut_off, tools))} if cuts else {}),
        "injected-note": injected_note,
        **({"injected-call": injected_call} if any(map(searches, tools)) else {}),
    }


def _dead(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        raise ToolError(f"{tool.name} is out of order and answers no call.")

    return replace(tool, invoke=invoke)


def _hanging(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        await asyncio.Event().wait()

    return replace(tool, invoke=invoke, timeout_s=PATIENCE_S)


def _empty(tool: Tool, result: Any) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        return result

    return replace(tool, invoke=invoke)


def _slow(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        await asyncio.sleep(SLOW_S)
        return await tool.invoke(**arguments)

    return replace(tool, invoke=invoke)


def _cut_off(tool: Tool) -> Tool:
    async def invoke(**arguments: Any) -> Any:
        result = await tool.invoke(**arguments)
        shorter = _half(result)
        return {**shorter, "cut": CUT} if shorter != result else result

    return replace(tool, invoke=invoke)


def _half(result: Any) -> Any:
    """Lists lose their second half and with it their cursor; a text breaks off between words."""
    if isinstance(result, Mapping):
        shorter = {k: v if k == "note" else _half(v) for k, v in result.items()}
        return shorter | {"next_cursor": None} if "next_cursor" in result else shorter
    if isinstance(result, list):
        return [_half(item) for item in result[: (len(result) + 1) // 2]]
    if isinstance(result, str) and len(result) > _PROSE:
        return result[: len(result) // 2].rpartition(" ")[0] + " …"
    return result


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
