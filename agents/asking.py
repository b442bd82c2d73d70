"""One model call as an event: also when it fails, is cut off, or comes too late."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from agents.errors import ModelError
from agents.events import Cost, Fault, Reading, Replied
from agents.guards import time_left
from agents.messages import Finish, Reply, Request, Usage, Wire, canonical
from agents.models.base import Hear, Model
from agents.models.tokens import count, count_wire
from agents.policies.base import FORCED_BY, Ask
from agents.remembering import digest
from agents.rig import Rig
from agents.state import State
from agents.waiting import Cancelled, TimedOut, until


async def ask(
    move: Ask, state: State, rig: Rig, hear: Hear, cancel: asyncio.Event
) -> tuple[Replied, Wire]:
    """The reply as the policy reads it, and the request as it was really sent."""
    model = rig.models[move.actor]
    request = request_of(move, rig)
    heard: list[str] = []

    def listen(text: str) -> None:
        heard.append(text)
        hear(text)

    started = rig.clock()
    left = time_left(state, rig)
    try:
        timeout = None if left is None else max(0.0, left)
        reply = await until(model.reply(request, listen), cancel, timeout)
    except ModelError as error:
        reply = _broken(model, error.sent or model.wire(request), "error", "".join(heard))
        reading = Reading(fault=Fault("model_error", str(error)))
    except Cancelled:
        reply = _broken(model, model.wire(request), "cancelled", "".join(heard))
        reading = Reading(fault=Fault("cancelled", "cancelled during the model call"))
    except TimedOut:
        reply = _broken(model, model.wire(request), "cancelled", "".join(heard))
        reading = Reading(fault=Fault("deadline", "the deadline passed during the model call"))
    else:
        reading = rig.policy.read(state, move.actor, reply, rig)
    ended = rig.clock()
    usage = reply.usage if reply.finish == "error" else known_usage(reply)
    replied = Replied(
        actor=move.actor,
        started_at=started,
        ended_at=ended,
        request=digest(reply.sent),
        model=reply.model,
        text=reply.text,
        reading=reading,
        usage=usage,
        cost=_cost(rig, reply, model, ended),
        finish=reply.finish,
        dialect=reply.dialect,
        thinking=reply.thinking,
        raw=reply.raw,
        notes=(*reply.notes, *((FORCED_BY + move.why,) if move.why else ())),
        forced=move.forced,
        first_token_at=reply.first_token_at,
        origin=reply.origin,
    )
    return replied, reply.sent


def request_of(move: Ask, rig: Rig) -> Request:
    """With the rig's settings; `Model.wire` then says how it would look on the wire."""
    return replace(
        move.request,
        temperature=rig.spec.temperature,
        seed=rig.spec.seed,
        max_tokens=rig.spec.max_output_tokens,
    )


def known_usage(reply: Reply) -> Usage:
    """As reported; where nothing was, counted by us, so that limits and charts still hold."""
    if reply.usage.source != "unknown":
        return reply.usage
    said = reply.text + reply.thinking
    calls = "".join(
        call.name + (call.raw or canonical(dict(call.arguments))) for call in reply.calls
    )
    return Usage(count_wire(reply.sent), count(said + calls), source="counted")


def _broken(model: Model, sent: Wire, finish: Finish, text: str) -> Reply:
    """A call without a whole reply: its text so far is kept, its tokens are unknown."""
    return Reply(text=text, sent=sent, model=model.name, dialect="text", finish=finish)


def _cost(rig: Rig, reply: Reply, model: Model, at: float) -> Cost:
    if rig.price is None:
        return Cost(None, "no price list was asked")
    if reply.usage == Usage():
        return Cost(None, "the provider reported no usage")
    cost: Cost = rig.price(reply.usage, model.name, at)
    return cost
