"""The one loop. What a run does next is the policy's; that it is done, recorded and applied
in this order, and that it ends, is here. There is no second loop for anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

from agents.asking import ask
from agents.calls import together
from agents.events import Event, Started, Status, Stopped
from agents.guards import before_asking
from agents.messages import Wire
from agents.models.base import Hear, deaf
from agents.partial import gaps, partial
from agents.policies.base import Act, Ask, End, Move
from agents.reflection import reflected
from agents.rig import Record, Rig
from agents.state import State, apply


def begin(question: str, rig: Rig, scenario: str = "") -> Started:
    tools = tuple(tool.spec for tool in rig.tools.values())
    return Started(rig.clock(), question, rig.spec.model_dump(mode="json"), scenario, tools)


async def run(
    state: State,
    rig: Rig,
    record: Record,
    *,
    hear: Hear = deaf,
    cancel: asyncio.Event | None = None,
) -> State:
    """Goes on from `state` until it has stopped. Exceptions are ours, never the agent's."""
    cancel = cancel or asyncio.Event()
    while state.open:
        async for event, sent in step(state, rig, hear, cancel):
            await record(event, sent)
            state = apply(state, event)
    return state


async def step(
    state: State, rig: Rig, hear: Hear, cancel: asyncio.Event
) -> AsyncGenerator[tuple[Event, Wire]]:
    """The next events of an open state: one reply, or the results of calls, or the end."""
    move = next_move(state, rig)
    if cancel.is_set() and not isinstance(move, End) and not state.unanswered():
        move = End("cancelled", "cancelled by the user", partial(state))
    match move:
        case Act(calls):
            async for returned in together(calls, state, rig, cancel, run):
                yield returned, ()
        case Ask():
            yield await ask(move, state, rig, hear, cancel)
        case End(status, reason, answer, gaps):
            learned = reflected(state, status, answer)
            yield Stopped(rig.clock(), status, reason, answer, gaps, learned), ()


def next_move(state: State, rig: Rig) -> Move:
    """Pure, but for the clock that a deadline is held against."""
    if calls := state.unanswered():
        return Act(calls)
    move = rig.policy.move(state, rig)
    if not isinstance(move, Ask):
        return move
    halt = before_asking(state, rig)
    if halt is None or (halt.may_ask and (move.forced or move.actor == "reflector")):
        return move  # a review is no step of the agent's, but it is paid for like one
    if halt.may_ask:
        return rig.policy.close(state, rig, halt.why)
    if move.otherwise is not None:
        return replace(move.otherwise, reason=f"{move.otherwise.reason}: {halt.why}")
    status: Status = "error" if move.actor == "planner" and state.malformed else "limit"
    missing = (*gaps(state), f"stopped early: {halt.why}")
    return End(status, halt.why, partial(state, halt.why), missing)
