"""A plan step that looks as often as it needs to: a ReAct of its own with tools that only read.

It is run by the same loop as everything else, which hands itself down, and recorded as a run of
its own (`Rig.sub_runs`). To the outer run it is one call with one result. Its limits are the outer
run's, as far as there is something left of them; loops that start together share it equally.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Protocol

from agents.events import Event, Outcome, Replied, Returned, Spent, Started, Stopped
from agents.guards import time_left
from agents.messages import Call, Wire, as_json
from agents.models.base import Hear
from agents.plans import PlanStep
from agents.policies.react import ReAct
from agents.rig import Limits, Record, Rig, SubRun
from agents.secrets import SECRET_HIDDEN, without_secrets
from agents.state import State, apply

UNRECORDED = "inner run, not recorded"
SHORTEST_S = 0.001


class Loop(Protocol):
    """`agents.loop.run`."""

    def __call__(
        self, state: State, rig: Rig, record: Record, *, hear: Hear, cancel: asyncio.Event
    ) -> Awaitable[State]: ...


def limits_for(state: State, rig: Rig, loops: int, others: int) -> Limits:
    """What each of `loops` inner loops may take that start together, beside `others` calls."""
    limits = rig.limits
    calls, tokens = limits.max_tool_calls, limits.max_tokens
    usd, rounds = limits.max_cost_usd, limits.max_graph_steps
    left = time_left(state, rig)
    turns = (limits.max_iterations - state.inner_turns) // loops
    return limits.model_copy(
        update={
            "max_iterations": max(1, min(limits.max_inner_turns, turns)),
            "max_tool_calls": _least(
                limits.max_inner_calls,
                None if calls is None else max(0, (calls - state.tool_calls - others) // loops),
            ),
            "max_tokens": None if tokens is None else max(1, (tokens - state.tokens) // loops),
            "max_cost_usd": None if usd is None else max(0.0, (usd - state.cost_usd) / loops),
            "deadline_s": None if left is None else max(SHORTEST_S, left),
            "max_graph_steps": None
            if rounds is None
            else max(1, (rounds - state.graph_steps() - loops - others) // loops),
        }
    )


def _least(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)


async def look_into(
    call: Call,
    step: PlanStep,
    limits: Limits,
    state: State,
    rig: Rig,
    cancel: asyncio.Event,
    loop: Loop,
) -> Returned:
    """The step's one result: the inner answer, or why there is none. Exceptions are ours."""
    using = _rig(step, limits, rig)
    start = Started(
        using.clock(),
        asked(call),
        using.spec.model_dump(mode="json"),
        state.scenario,
        tuple(tool.spec for tool in using.tools.values()),
    )
    events: list[Event] = []
    async with _opened(call, start, rig) as sub, _passed_on(cancel, sub.cancel):

        async def record(event: Event, sent: Wire) -> None:
            await sub.record(event, sent)
            events.append(event)

        await record(start, ())
        begun = apply(State(), start)
        end = await loop(begun, using, record, hear=sub.hear, cancel=sub.cancel)
    spent = _spent(events, end)
    assert end.stopped is not None
    outcome, text = _told(end.stopped)
    clean = without_secrets(text, os.environ)
    return Returned(
        call,
        start.at,
        rig.clock(),
        outcome,
        clean,
        "reads",
        retryable=end.stopped.status == "error",
        notes=(
            _in_words(spent),
            *(() if sub.run_id else (UNRECORDED,)),
            *((SECRET_HIDDEN,) if clean != text else ()),
        ),
        sub_run=sub.run_id,
        spent=spent,
    )


def asked(call: Call) -> str:
    """The step's question, with what earlier steps found as JSON below it."""
    given = {key: value for key, value in call.arguments.items() if key != "question"}
    question = call.arguments.get("question", "")
    question = question if isinstance(question, str) else as_json(question)
    return f"{question}\nGiven: {as_json(given)}" if given else question


def _rig(step: PlanStep, limits: Limits, rig: Rig) -> Rig:
    """Only tools that read, whatever the plan says: it was checked before, and is held to here."""
    names = step.tools or tuple(rig.tools)
    tools = {n: rig.tools[n] for n in names if n in rig.tools and rig.tools[n].effect == "reads"}
    spec = rig.spec.model_copy(
        update={
            "paradigm": ReAct.name,
            "planner_model": None,
            "prompt": None,
            "writes": "ask",
            "limits": limits,
            "only": tuple(tools),
        }
    )
    model = rig.models.get("agent") or rig.models["synthesizer"]
    return replace(
        rig,
        spec=spec,
        policy=ReAct(),
        models={"agent": model},
        tools=tools,
        sub_runs=None,
        told=None,
        waited=0.0,
    )


def _told(stopped: Stopped) -> tuple[Outcome, str]:
    if stopped.status == "success":
        return "ok", stopped.answer or ""
    if stopped.status == "cancelled":
        return "cancelled", "Cancelled while it was looking."
    text = f"Tool error: the inner loop came to no answer of its own ({stopped.reason})."
    return "error", f"{text}\n{stopped.answer}" if stopped.answer else text


def _spent(events: Sequence[Event], end: State) -> Spent:
    replies = [event for event in events if isinstance(event, Replied)]

    def total(amounts: list[Any]) -> Any:
        known = [amount for amount in amounts if amount is not None]
        return sum(known) if known else None

    return Spent(
        model_calls=end.model_calls,
        tool_calls=end.tool_calls,
        graph_steps=end.graph_steps(),
        input_tokens=total([reply.usage.input_tokens for reply in replies]),
        output_tokens=total([reply.usage.output_tokens for reply in replies]),
        cost_usd=total([reply.cost.usd for reply in replies]),
    )


def _in_words(spent: Spent) -> str:
    tokens = (spent.input_tokens or 0) + (spent.output_tokens or 0)
    known = spent.input_tokens is not None or spent.output_tokens is not None
    read = f"{tokens:,} tokens" if known else "tokens unknown"
    cost = "" if spent.cost_usd is None else f", ${spent.cost_usd:.6g}"
    calls = f"{spent.model_calls} model calls, {spent.tool_calls} tool calls"
    return f"inner run: {calls}, {read}{cost}"


def _opened(call: Call, start: Started, rig: Rig) -> AbstractAsyncContextManager[SubRun]:
    return _nowhere() if rig.sub_runs is None else rig.sub_runs(call, start)


@asynccontextmanager
async def _nowhere() -> AsyncIterator[SubRun]:
    async def forget(event: Event, sent: Wire) -> None: ...

    yield SubRun("", forget)


@asynccontextmanager
async def _passed_on(outer: asyncio.Event, inner: asyncio.Event) -> AsyncIterator[None]:
    async def pass_on() -> None:
        await outer.wait()
        inner.set()

    task = asyncio.ensure_future(pass_on())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
