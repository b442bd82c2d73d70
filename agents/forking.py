"""Going on from any event of any run, with something changed.

A fork is a new run whose history is the first k events of another and whose first own events say
what a person changed. Everything after them is what the loop does on any rig: the state does not
know who made it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from agents.asking import request_of
from agents.errors import BadInput
from agents.events import Cost, Edited, Event, Replied, Returned, Started
from agents.loop import next_move
from agents.messages import Call, Reply, Usage, Wire
from agents.policies.base import Act, Ask
from agents.remembering import digest
from agents.rig import Rig
from agents.state import State, apply, fold

Target = Literal["question", "follow_up", "system", "observation", "reply"]
BY_HAND = "written by a person"
WORDS: dict[Target, str] = {
    "question": "The new question",
    "follow_up": "The further message",
    "system": "The new system prompt",
}


class Edit(BaseModel):
    """`value` of a reply is its text, or a JSON object with `tool_calls` as a provider has them:
    `{"content": "…", "tool_calls": [{"name": "search", "arguments": {…}}]}`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    target: Target
    value: str
    call_id: str = ""
    """The call that an observation belongs to; empty is the last result, or else the first call
    that has none yet."""


def prefix(events: Sequence[Event], at: int) -> list[Event]:
    """The first `at` events. Raises BadInput for a cut outside of the run."""
    if not events or not isinstance(events[0], Started):
        raise BadInput("The first events of this run are missing, so nothing can go on from it.")
    if not 1 <= at <= len(events):
        raise BadInput(
            f"The run has {len(events)} events, so it can be forked at 1 to {len(events)}, "
            f"not at {at}."
        )
    return list(events[:at])


def edited(state: State, edits: Iterable[Edit], rig: Rig) -> list[tuple[Event, Wire]]:
    """The fork's first own events. Raises BadInput for an edit that does not fit this place."""
    own: list[tuple[Event, Wire]] = []
    for edit in edits:
        event, sent = _event(state, edit, rig)
        own.append((event, sent))
        state = apply(state, event)
    return own


def onwards(rig: Rig, events: Sequence[Event]) -> Rig:
    """The rig for going on after `events`: the time in which nothing ran is no run time, so that
    a deadline counts what the run has used and not how long ago that was."""
    began = next((e.at for e in events if isinstance(e, Started)), rig.clock())
    return replace(rig, waited=rig.clock() - began - _busy(events))


def _busy(events: Sequence[Event]) -> float:
    """Seconds in which a model or a tool was at work; side by side counts once."""
    spans = sorted((e.started_at, e.ended_at) for e in events if isinstance(e, Replied | Returned))
    total, upto = 0.0, float("-inf")
    for start, end in spans:
        total += max(0.0, end - max(start, upto))
        upto = max(upto, end)
    return total


def _event(state: State, edit: Edit, rig: Rig) -> tuple[Event, Wire]:
    if edit.target == "reply":
        return _reply(state, edit.value, rig)
    if edit.target == "observation":
        return _observation(state, edit, rig), ()
    if not edit.value.strip() and (what := WORDS.get(edit.target)):
        raise BadInput(f"{what} is empty: write one, or leave it as it was.")
    return Edited(rig.clock(), edit.target, edit.value), ()


def _observation(state: State, edit: Edit, rig: Rig) -> Event:
    results = list(state.turn.results) if state.turn else []
    waiting = state.unanswered()
    known = {result.call.id for result in results}
    wanted = edit.call_id or (results[-1].call.id if results else "")
    if wanted in known:
        return Edited(rig.clock(), "observation", edit.value, wanted)
    call = next((c for c in waiting if not wanted or c.id == wanted), None)
    if call is None and not wanted:
        call = _next_call(state, rig)
    if call is None:
        named = f"the call {wanted}" if wanted else "a call"
        raise BadInput(
            f"There is no result of {named} to change here: fork right after the tool's result, "
            "or before it to write the result yourself."
        )
    tool = rig.tools.get(call.name)
    now = rig.clock()
    effect = tool.effect if tool else "unknown"
    return Returned(call, now, now, "ok", edit.value, effect, notes=(BY_HAND,), origin="edited")


def _next_call(state: State, rig: Rig) -> Call | None:
    """The call of a plan's step that would be carried out next."""
    move = next_move(state, rig) if state.open else None
    return move.calls[0] if isinstance(move, Act) else None


def _reply(state: State, text: str, rig: Rig) -> tuple[Event, Wire]:
    move = next_move(state, rig) if state.open else None
    if not isinstance(move, Ask):
        raise BadInput(
            "No model is asked at this place, so there is no reply to write: fork at the number "
            "of the reply that you want to change."
        )
    model = rig.models[move.actor]
    sent = model.wire(request_of(move, rig))
    said, calls = _said(text, state)
    finish: Literal["tool_calls", "stop"] = "tool_calls" if calls else "stop"
    reply = Reply(said, sent, model.name, "text", calls, finish=finish, origin="edited")
    now = rig.clock()
    replied = Replied(
        actor=move.actor,
        started_at=now,
        ended_at=now,
        request=digest(sent),
        model=model.name,
        text=said,
        reading=rig.policy.read(state, move.actor, reply, rig),
        usage=Usage(0, 0, source="counted"),  # known: no model was asked
        cost=Cost(0.0, BY_HAND),
        finish=finish,
        dialect="text",
        notes=(BY_HAND,),
        origin="edited",
    )
    return replied, sent


def _said(text: str, state: State) -> tuple[str, tuple[Call, ...]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text, ()
    if not isinstance(value, dict) or not isinstance(value.get("tool_calls"), list):
        return text, ()
    calls = tuple(
        _call(item, f"edited_{state.model_calls + 1}_{number}")
        for number, item in enumerate(value["tool_calls"], 1)
    )
    return str(value.get("content") or ""), calls


def _call(item: Any, id_: str) -> Call:
    function = item.get("function", item) if isinstance(item, dict) else {}
    arguments = function.get("arguments", {}) if isinstance(function, dict) else None
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            arguments = None
    if not isinstance(arguments, dict) or not isinstance(function.get("name"), str):
        raise BadInput(
            'A tool call of an edited reply needs a name and arguments: {"name": "search", '
            '"arguments": {"query": "…"}}.'
        )
    return Call(str(item.get("id") or id_), function["name"], arguments)


def state_at(events: Sequence[Event], at: int) -> State:
    """What the agent knew after the first `at` events. Raises BadInput as `prefix` does."""
    return fold(prefix(events, at))
