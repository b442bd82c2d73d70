"""Carrying out calls: together, each with exactly one result, whatever happens."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any

from pydantic import ValidationError

from agents.events import Outcome, Returned
from agents.guards import Refusal, before_calling, time_left
from agents.messages import Call, as_json
from agents.rig import Rig
from agents.secrets import redact
from agents.state import State
from agents.tools import Tool, ToolError, as_text, explain
from agents.waiting import Cancelled, TimedOut, in_thread, until


async def together(
    calls: tuple[Call, ...], state: State, rig: Rig, cancel: asyncio.Event
) -> AsyncIterator[Returned]:
    """Runs all calls at once and yields each result as it finishes."""
    refusals = before_calling(state, rig, calls)
    tasks = [
        asyncio.ensure_future(_one(call, refusal, state, rig, cancel))
        for call, refusal in zip(calls, refusals, strict=True)
    ]
    waiting = set(tasks)
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task in done:
                    yield task.result()
    finally:
        for task in waiting:
            task.cancel()


async def _one(
    call: Call, refusal: Refusal | None, state: State, rig: Rig, cancel: asyncio.Event
) -> Returned:
    started = rig.clock()
    tool = rig.tools.get(call.name)

    def returned(outcome: Outcome, output: str, **more: Any) -> Returned:
        effect = tool.effect if tool else "unknown"
        return Returned(call, started, rig.clock(), outcome, output, effect, **more)

    if refusal is not None:
        return returned("refused", refusal.text, notes=(refusal.note,))
    if tool is None:
        return returned("unknown_tool", _unknown(call, rig))
    if call.fault:
        return returned("invalid", _unreadable(call))
    try:
        arguments = tool.check(call.arguments)
    except ValidationError as error:
        return returned("invalid", explain(error))
    if cancel.is_set():
        return returned("cancelled", "Cancelled before it was run.")
    timeout = _timeout(tool, state, rig)
    try:
        result = await until(_invoke(tool, arguments), cancel, timeout)
    except TimedOut:
        notes = () if tool.is_async else ("still running in the background",)
        text = f"Tool error: {call.name} timed out after {timeout:g} s. It may be tried again."
        return returned("timeout", text, retryable=True, notes=notes)
    except Cancelled:
        notes = () if tool.is_async else ("still running in the background",)
        return returned("cancelled", "Cancelled while it was running.", notes=notes)
    except ToolError as error:
        text = redact(f"Tool error: {error}", os.environ)
        return returned("error", text, retryable=error.retryable)
    except Exception as error:
        return returned("error", redact(f"Tool error: {type(error).__name__}: {error}", os.environ))
    return _sized(returned("ok", result), rig)


async def _invoke(tool: Tool, arguments: dict[str, Any]) -> str:
    if tool.is_async:
        return as_text(await tool.invoke(**arguments))
    return as_text(await in_thread(tool.invoke, **arguments))


def _sized(result: Returned, rig: Rig) -> Returned:
    """A result too long for a model is not cut behind its back: it is told to ask for less."""
    limit = rig.limits.max_observation_chars
    size = len(result.output)
    if size <= limit:
        return result
    text = (
        f"Tool error: the result of {result.call.name} has {size:,} characters, more than the "
        f"{limit:,} that are handed over. Ask for less. It begins:\n{result.output[:500]}"
    )
    return Returned(
        result.call, result.started_at, result.ended_at, "error", text, result.effect,
        notes=(f"too long: {size} characters",),
    )  # fmt: skip


def _timeout(tool: Tool, state: State, rig: Rig) -> float:
    own = tool.timeout_s if tool.timeout_s is not None else rig.limits.tool_timeout_s
    left = time_left(state, rig)
    return own if left is None else max(0.0, min(own, left))


def _unknown(call: Call, rig: Rig) -> str:
    return as_json({"error": f"Unknown tool: {call.name}", "available": sorted(rig.tools)})


def _unreadable(call: Call) -> str:
    what = {
        "truncated_arguments": "the arguments were cut off before they ended",
        "invalid_json": "the arguments are not valid JSON",
    }.get(call.fault, call.fault)
    return as_json(
        {
            "error": f"Invalid arguments: {what}",
            "hint": "Please fix the parameters and retry.",
        }
    )
