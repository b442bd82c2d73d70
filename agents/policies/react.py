"""ReAct: the model writes Thought, Action and Action Input as text; one tool a turn."""

from __future__ import annotations

from itertools import chain

from agents.events import Actor, Fault, Reading
from agents.messages import Call, Message, Reply, Request, Text, canonical
from agents.policies import prompts
from agents.policies.base import Ask, Move
from agents.policies.conversation import closing, ended, opening, specs, told
from agents.reading.react_actions import bind
from agents.reading.react_text import read
from agents.remembering import Growing
from agents.rig import Rig
from agents.state import State
from agents.told import as_text
from agents.turns import Turn

STOP = ("\nObservation:", "\nObservation：", "\n观察：")


class ReAct:
    name = "react"

    def move(self, state: State, rig: Rig) -> Move:
        return ended(state) or Ask("agent", _request(state, rig))

    def close(self, state: State, rig: Rig, why: str) -> Move:
        note = Text("user", prompts.LAST_TURN.format(why=why), "note")
        return Ask("agent", _request(state, rig, note), forced=True, why=why)

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        found = read(reply.text, specs(rig))
        if found.type == "final":
            return Reading(found.thought, answer=found.answer, dropped=found.dropped)
        if found.type == "retry":
            text = prompts.FAULTS.get(found.reason, found.reason)
            return Reading(found.thought, fault=Fault(found.reason, text))
        spec = specs(rig).get(found.tool)
        call = Call(f"call_{state.model_calls + 1}", found.tool, bind(found.args, spec))
        return Reading(found.thought, (call,), dropped=found.dropped)

    def redo(self, state: State, rig: Rig) -> Move:
        return Ask("agent", _request(state, rig))

    def iterations(self, state: State) -> int:
        return state.model_calls


def _request(state: State, rig: Rig, *more: Text) -> Request:
    messages = as_text(opening(state, rig, prompts.REACT))
    messages += chain.from_iterable(turns_as_text(state.turns()))
    return Request((*closing(messages, state), *more), stop=STOP)


def turn_as_text(turn: Turn) -> list[Message]:
    """A turn of any paradigm in ReAct's words. What a model of this dialect wrote is given back
    as it wrote it, less what it invented after its action."""
    said = _said_as_text(turn)
    return [*said, Text("user", turn.followed, "question")] if turn.followed else said


turns_as_text = Growing(turn_as_text)


def _said_as_text(turn: Turn) -> list[Message]:
    reply = turn.reply
    reading = reply.reading
    if reply.actor == "reflector":
        return told(turn)
    messages: list[Message] = []
    answered = list(turn.answered())
    if reading.fault is not None:
        if reply.text.strip():
            messages.append(Text("assistant", reply.text, "reasoning"))
        form = "Use the format: Thought, Action, Action Input; or Final Answer."
        hint = f"{reading.fault.text} {form}"
        return [*messages, Text("user", hint, "note")]
    if reading.calls and len(answered) <= 1 and _is_react(reply.text, reading.dropped):
        said = reply.text.removesuffix(reading.dropped)
        messages.append(Text("assistant", said.rstrip(), "reasoning"))
        messages += [
            Text("user", f"Observation: {result.output}", "observation") for _, result in answered
        ]
        return messages
    for call, result in answered:
        thought = f"Thought: {reading.thought or reply.text or call.name}\n"
        action = f"Action: {call.name}\nAction Input: {canonical(call.arguments)}"
        messages.append(Text("assistant", thought + action, "reasoning"))
        messages.append(Text("user", f"Observation: {result.output}", "observation"))
    if reading.answer is not None:
        messages.append(Text("assistant", f"Final Answer: {reading.answer}", "reasoning"))
    return [*messages, *told(turn)]


def _is_react(text: str, dropped: str) -> bool:
    """Can it be given back as it was written, with what was dropped cut off its end?"""
    return text.endswith(dropped) and read(text, {}).type == "action"
