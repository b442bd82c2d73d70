"""Function calling: the provider's own tool calls, several at once if the model wishes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count

from agents.events import Actor, Fault, Reading
from agents.messages import Answered, Message, Reply, Request, Said, Text
from agents.policies import prompts
from agents.policies.base import Ask, Move
from agents.policies.conversation import closing, ended, opening, specs, told
from agents.policies.react import turns_as_text
from agents.remembering import Growing
from agents.rig import Rig
from agents.state import State
from agents.told import as_text
from agents.turns import Turn

PROMISE = re.compile(
    r"^(?:(?:next|now|then|first|ok(?:ay)?)[,:]?\s+)?"
    r"(?:i(?:'ll| will| am going to|'m going to)|let me)\s+"
    r"(?:now\s+|next\s+)?(?:look|search|find|check|fetch|call|get|query|retrieve)\b",
    re.IGNORECASE,
)
"""Seed 002's unkept promise: a turn that ends by announcing a look-up nobody makes."""


class FunctionCalling:
    name = "function-calling"

    def move(self, state: State, rig: Rig) -> Move:
        return ended(state) or Ask("agent", _request(state, rig))

    def close(self, state: State, rig: Rig, why: str) -> Move:
        note = Text("user", prompts.LAST_TURN.format(why=why), "note")
        return Ask("agent", _request(state, rig, note, forced=True), forced=True, why=why)

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        if reply.calls:
            return Reading(reply.text, reply.calls)
        text = reply.text.strip()
        if reply.finish == "refusal":
            return Reading(answer=text or "The model refused to answer.")
        if not text:
            kind = "truncated" if reply.finish == "length" else "empty"
            return Reading(fault=Fault(kind, prompts.FAULTS["empty"]))
        if reply.finish == "tool_calls" and rig.tools:
            return Reading(text, fault=Fault("call_missing", prompts.FAULTS["call_missing"]))
        if promises(text) and rig.tools:
            return Reading(text, fault=Fault("unkept_promise", prompts.FAULTS["unkept_promise"]))
        return Reading(answer=text)

    def redo(self, state: State, rig: Rig) -> Move:
        return Ask("agent", _request(state, rig))

    def iterations(self, state: State) -> int:
        return state.model_calls


def promises(text: str) -> bool:
    """Does the last sentence announce a look-up instead of making it?"""
    sentences = re.split(r"(?<=[.!?:])\s+", text.strip())
    return bool(PROMISE.match(sentences[-1]))


def _request(state: State, rig: Rig, *more: Text, forced: bool = False) -> Request:
    begun = opening(state, rig, prompts.FUNCTION_CALLING)
    turns = state.turns()
    if rig.tools or not any(turn.calls for turn in turns):
        messages = _each_once([begun if rig.tools else as_text(begun), *turns_as_messages(turns)])
    else:  # a provider takes no calls where it is told of no tools
        messages = [*as_text(begun), *chain.from_iterable(turns_as_text(turns))]
    return Request(
        (*closing(messages, state), *more),
        tools=tuple(specs(rig).values()),
        tool_choice="none" if forced else "auto",
    )


def _each_once(turns: list[list[Message]]) -> list[Message]:
    """An id of a call stands only once in a request: a provider refuses a second one, and a
    history that another paradigm or another trace has made may well hold it twice."""
    ids = list(chain.from_iterable(_ids(turns)))
    if len(set(ids)) == len(ids):
        return list(chain.from_iterable(turns))
    used: set[str] = set()
    found: list[Message] = []
    for turn in turns:
        names = {id_: _free(id_, used) for id_ in _answered_ids(turn)}
        used.update(names.values())
        found += [_renamed(message, names) for message in turn]
    return found


def _answered_ids(turn: list[Message]) -> list[str]:
    return [m.call_id for m in turn if isinstance(m, Answered)]


_ids = Growing(_answered_ids)


def _free(id_: str, used: set[str]) -> str:
    others = (f"{id_}-{number}" for number in count(2))
    return next(name for name in chain([id_], others) if name not in used)


def _renamed(message: Message, names: Mapping[str, str]) -> Message:
    if isinstance(message, Answered):
        return replace(message, call_id=names[message.call_id])
    if isinstance(message, Said):
        calls = tuple(replace(call, id=names.get(call.id, call.id)) for call in message.calls)
        return replace(message, calls=calls, raw=message.raw if calls == message.calls else "")
    return message


def turn_as_messages(turn: Turn) -> list[Message]:
    """A turn of any paradigm as native calls and results. A call without a result, as a trace may
    hold one, is left out: no provider takes it."""
    reply = turn.reply
    reading = reply.reading
    answered = list(turn.answered())
    messages: list[Message] = []
    if reply.actor == "reflector":
        pass  # its problems are told, its words and its faults are not the agent's business
    elif answered:
        calls = tuple(call for call, _ in answered)
        own = calls == reading.calls and bool(reply.raw)
        text = reply.text if own else reading.thought
        messages.append(Said(text, calls, reply.raw if own else "", reply.dialect))
        messages += [
            Answered(call.id, call.name, result.output, result.outcome != "ok")
            for call, result in answered
        ]
    elif reply.text.strip() and reading.verdict is None:
        messages.append(Text("assistant", reply.text, "reasoning"))
    if reading.fault is not None and not answered and reply.actor != "reflector":
        messages.append(Text("user", reading.fault.text, "note"))
    messages += told(turn)
    if turn.followed:
        messages.append(Text("user", turn.followed, "question"))
    return messages


turns_as_messages = Growing(turn_as_messages)
