"""What the model of a run that another program drove had been told, as its record has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agents.messages import Answered, Message, Said, Text, canonical


@dataclass(frozen=True, slots=True)
class Told:
    system: str = ""
    messages: tuple[Message, ...] = ()
    """What stood in its first request beside the system prompt, before it had said anything: the
    task as it was really put, examples, an earlier conversation. Every call has its result."""
    paradigm: str = ""
    """In which it was told so: there the system prompt needs no words of ours. Empty: unknown."""
    task: int | None = None
    """Which of them puts the task: the last one of the user's. None where there is none."""
    lost: dict[str, int] = field(default_factory=dict)
    """Kinds of parts that are in the record and cannot be sent on (pictures), and how many."""


def as_text(messages: Iterable[Message]) -> list[Message]:
    """For a model that is told of no tools: calls and results in the words of ReAct."""
    messages = list(messages)
    results = {m.call_id: m.text for m in messages if isinstance(m, Answered)}
    found: list[Message] = []
    for message in messages:
        if isinstance(message, Text):
            found.append(message)
        elif isinstance(message, Said):
            for call in message.calls:
                thought = f"Thought: {message.text or call.name}\n"
                action = f"Action: {call.name}\nAction Input: {canonical(dict(call.arguments))}"
                found.append(Text("assistant", thought + action, "reasoning"))
                seen = f"Observation: {results.get(call.id, '')}"
                found.append(Text("user", seen, "observation"))
    return found
