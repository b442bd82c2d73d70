"""Function calling: the provider's own tool calls, several at once if the model wishes."""

from __future__ import annotations

import re

from agents.events import Actor, Fault, Reading
from agents.messages import Answered, Message, Reply, Request, Said, Text
from agents.policies import prompts
from agents.policies.base import Ask, Move
from agents.policies.conversation import ended, opening, specs
from agents.rig import Rig
from agents.state import State, Turn

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

    def iterations(self, state: State) -> int:
        return state.model_calls


def promises(text: str) -> bool:
    """Does the last sentence announce a look-up instead of making it?"""
    sentences = re.split(r"(?<=[.!?:])\s+", text.strip())
    return bool(PROMISE.match(sentences[-1]))


def _request(state: State, rig: Rig, *more: Text, forced: bool = False) -> Request:
    messages = opening(state, rig, prompts.FUNCTION_CALLING)
    for turn in state.turns():
        messages += turn_as_messages(turn)
    return Request(
        (*messages, *more),
        tools=tuple(specs(rig).values()),
        tool_choice="none" if forced else "auto",
    )


def turn_as_messages(turn: Turn) -> list[Message]:
    """A turn of any paradigm as native calls and results. Every call has its result here, since
    a model is only asked when none is open."""
    reply = turn.reply
    reading = reply.reading
    answered = list(turn.answered())
    if answered:
        own = turn.calls == reading.calls and bool(reply.raw)
        text = reply.text if own else reading.thought
        said = Said(text, turn.calls, reply.raw if own else "", reply.dialect)
        results = [
            Answered(call.id, call.name, result.output, result.outcome != "ok")
            for call, result in answered
        ]
        return [said, *results]
    messages: list[Message] = []
    if reply.text.strip():
        messages.append(Text("assistant", reply.text, "reasoning"))
    if reading.fault is not None:
        messages.append(Text("user", reading.fault.text, "note"))
    return messages
