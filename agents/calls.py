"""Carrying out calls: together, each with exactly one result, whatever happens."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from agents.events import Outcome, Returned
from agents.guards import Refusal, before_calling, time_left
from agents.inner import Loop, limits_for, look_into
from agents.messages import Call, as_json
from agents.nested import STILL_RUNNING, Nest, nest
from agents.planned import checked_by, inner_step
from agents.reading.react_actions import bind
from agents.repeats import earlier, kind_of_repeat
from agents.rig import Rig
from agents.secrets import SECRET_HIDDEN, redact, without_secrets
from agents.state import NOT_RUN, State
from agents.tool_names import meant, suggestions
from agents.tools import Given, NeedsPerson, Tool, ToolError, as_text, explain
from agents.waiting import Cancelled, TimedOut, in_thread, until
from agents.writing import not_written


async def together(
    calls: tuple[Call, ...], state: State, rig: Rig, cancel: asyncio.Event, loop: Loop
) -> AsyncIterator[Returned]:
    """Runs all calls at once and yields each result as it finishes; `loop` runs inner loops.
    Raises NeedsPerson at the end, where a call has no result that anything but a person could
    give."""
    if rig.recorded is not None:
        for recorded in rig.recorded(calls):
            yield recorded
        return
    refusals = before_calling(state, rig, calls)
    carry_out = _carrying_out(calls, refusals, state, rig, cancel, loop)
    tasks = [
        asyncio.ensure_future(carry_out(call, refusal))
        for call, refusal in zip(calls, refusals, strict=True)
    ]
    waiting = set(tasks)
    needs: NeedsPerson | None = None
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task in done:
                    try:
                        result = task.result()
                    except NeedsPerson as error:
                        needs = error  # the others are let finish, and are on record
                        continue
                    yield result
        if needs is not None:
            raise needs
    finally:
        for task in waiting:
            task.cancel()


def _carrying_out(
    calls: Sequence[Call],
    refusals: Sequence[Refusal | None],
    state: State,
    rig: Rig,
    cancel: asyncio.Event,
    loop: Loop,
) -> Callable[[Call, Refusal | None], Coroutine[Any, Any, Returned]]:
    """A step of a plan may be a loop of its own; those that start together share what is left."""
    run = [call for call, refusal in zip(calls, refusals, strict=True) if refusal is None]
    loops = sum(inner_step(state.plan, call) is not None for call in run)
    limits = limits_for(state, rig, loops, len(run) - loops) if loops else rig.limits

    async def carry_out(call: Call, refusal: Refusal | None) -> Returned:
        step = inner_step(state.plan, call)
        if step is None or refusal or call.fault or cancel.is_set():
            return await _one(call, refusal, state, rig, cancel)
        return _sized(await look_into(call, step, limits, state, rig, cancel, loop), rig)

    return carry_out


async def _one(
    call: Call, refusal: Refusal | None, state: State, rig: Rig, cancel: asyncio.Event
) -> Returned:
    """The result names the tool that was really called; the reply keeps what the model wrote."""
    started = rig.clock()
    inner = inner_step(state.plan, call) is not None
    tool = None if inner else meant(call.name, rig.tools)
    notes: tuple[str, ...] = ()
    if tool is not None and tool.name != call.name:
        notes = (f"tool name corrected from {call.name}",)
        call = replace(call, name=tool.name, arguments=bind(call.arguments, tool.spec))

    def returned(outcome: Outcome, output: str, *more: str, **fields: Any) -> Returned:
        effect = tool.effect if tool else "reads" if inner else "unknown"
        clean = without_secrets(output, os.environ)
        hidden = (SECRET_HIDDEN,) if clean != output else ()
        all_notes = (*notes, *more, *hidden)
        return Returned(
            call, started, rig.clock(), outcome, clean, effect, notes=all_notes, **fields
        )

    if refusal is not None:
        return returned("refused", refusal.text, refusal.note)
    if call.fault and (inner or tool):
        return returned("invalid", _unreadable(call))
    if inner:
        return returned("cancelled", "Cancelled before it was run.", NOT_RUN)
    if tool is None:
        return returned("unknown_tool", _unknown(call, rig))
    try:
        arguments = tool.check(call.arguments)
    except ValidationError as error:
        return returned("invalid", explain(error))
    if (instead := not_written(tool, rig)) is not None:
        return returned(instead.outcome, instead.text, instead.note, origin=instead.origin)
    if cancel.is_set():
        return returned("cancelled", "Cancelled before it was run.", NOT_RUN)
    timeout = _timeout(tool, state, rig)
    notes += kind_of_repeat(tool, earlier(call, tool, state))
    notes += (f"via {tool.via}",) if tool.via else ()
    nested = Nest(rig, cancel)
    nest.set(nested)
    background = () if tool.is_async else (STILL_RUNNING,)
    try:
        result = await until(_invoke(tool, arguments), cancel, timeout)
    except TimedOut:
        text = f"Tool error: {call.name} timed out after {timeout:g} s. It may be tried again."
        if tool.effect == "writes":
            text = (
                f"Tool error: {call.name} timed out after {timeout:g} s. It may have taken effect."
            )
        more = (*background, *nested.notes())
        return returned("timeout", text, *more, retryable=tool.effect == "reads")
    except Cancelled:
        return returned(
            "cancelled", "Cancelled while it was running.", *background, *nested.notes()
        )
    except NeedsPerson:
        raise
    except ToolError as error:
        text = redact(f"Tool error: {error}", os.environ)
        return returned("error", text, *nested.notes(), retryable=error.retryable)
    except Exception as error:
        text = redact(f"Tool error: {type(error).__name__}: {error}", os.environ)
        return returned("error", text, *nested.notes())
    checked = checked_by(state.plan or (), call.step)
    if isinstance(result, Given):
        more = checked if result.outcome == "ok" else ()
        given = returned(result.outcome, result.text, result.note, *more, origin=result.origin)
        return _sized(given, rig)
    return _sized(returned("ok", as_text(result), *nested.notes(), *checked), rig)


async def _invoke(tool: Tool, arguments: dict[str, Any]) -> Any:
    if tool.is_async:
        return await tool.invoke(**arguments)
    return await in_thread(tool.invoke, **arguments)


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
    notes = (*result.notes, f"too long: {size} characters")
    return replace(result, outcome="error", output=text, notes=notes)


def _timeout(tool: Tool, state: State, rig: Rig) -> float:
    own = tool.timeout_s if tool.timeout_s is not None else rig.limits.tool_timeout_s
    left = time_left(state, rig)
    return own if left is None else max(0.0, min(own, left))


def _unknown(call: Call, rig: Rig) -> str:
    told: dict[str, Any] = {"error": f"Unknown tool: {call.name}"}
    if near := suggestions(call.name, rig.tools):
        told["hint"] = f"Did you mean {' or '.join(near)}?"
    return as_json({**told, "available": sorted(rig.tools)})


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
