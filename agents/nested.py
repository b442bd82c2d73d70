"""A tool that calls other tools, none of which is ever dropped without a word.

    async def outer(city: str) -> str:
        return await call_tool(inner, city=city)

An inner call has its own time limit and the run's rules for writes. When the outer call ends
first, what became of each inner one is noted on the outer's result: `completed`, `cancelled`, or
`still running in the background`, as a thread that nobody can stop is.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from agents.rig import Rig
from agents.tools import Tool, ToolError, explain
from agents.waiting import TimedOut, in_thread, until
from agents.writing import not_written

STILL_RUNNING = "still running in the background"


@dataclass
class Inner:
    tool: Tool
    ended: str = ""
    """completed, failed, timed out, cancelled; empty while it runs."""

    @property
    def note(self) -> str:
        blocking = not self.tool.is_async
        if self.ended in ("", "timed out", "cancelled") and blocking:
            return f"inner call {self.tool.name}: abandoned, {STILL_RUNNING}"
        return f"inner call {self.tool.name}: {self.ended or 'cancelled'}"


@dataclass
class Nest:
    """The inner calls of one call."""

    rig: Rig
    cancel: asyncio.Event
    inner: list[Inner] = field(default_factory=list)

    def notes(self) -> tuple[str, ...]:
        return tuple(inner.note for inner in self.inner)


nest: ContextVar[Nest] = ContextVar("nest")


async def call_tool(tool: Tool, /, **arguments: Any) -> Any:
    """The inner tool's own result, as it returned it. Raises ToolError: retryable for a timeout,
    and as the tool says for its own; anything else it raises comes through.

    Outside a run there are no rules to hold to, so that it may be called there too.
    """
    around = nest.get(None)
    try:
        checked = tool.check(arguments)
    except ValidationError as error:
        raise ToolError(explain(error)) from None
    if around is None:
        return await _invoke(tool, checked)
    instead = not_written(tool, around.rig)
    if instead is not None:
        if instead.outcome == "ok":
            return instead.text
        raise ToolError(instead.text)
    limit = tool.timeout_s if tool.timeout_s is not None else around.rig.limits.tool_timeout_s
    inner = Inner(tool)
    around.inner.append(inner)
    try:
        result = await until(_invoke(tool, checked), around.cancel, limit)
    except TimedOut:
        inner.ended = "timed out"
        raise ToolError(f"{tool.name} timed out after {limit:g} s", retryable=True) from None
    except asyncio.CancelledError:
        inner.ended = "cancelled"
        raise
    except Exception:
        inner.ended = inner.ended or ("cancelled" if around.cancel.is_set() else "failed")
        raise
    inner.ended = "completed"
    return result


async def _invoke(tool: Tool, arguments: dict[str, Any]) -> Any:
    if tool.is_async:
        return await tool.invoke(**arguments)
    return await in_thread(tool.invoke, **arguments)
