"""Traces of several turns whose tools have no spans of their own, in two dialects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.otlp_spans import Json, agent, chat, span

QUESTION, SECOND = "Rain in Oslo?", "Bye!"
FIRST = "And in Rome, or by the sea, now that you have looked at Oslo?"


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def assistant(text: str) -> Json:
    return {"role": "assistant", "content": text}


def asking(*natives: str) -> Json:
    calls = [
        {"id": native, "type": "function",
         "function": {"name": "weather", "arguments": json.dumps({"city": native})}}
        for native in natives
    ]  # fmt: skip
    return {"role": "assistant", "content": "Let me look.", "tool_calls": calls}


def result(native: str, text: str) -> Json:
    return {"role": "tool", "tool_call_id": native, "content": text}


def flattened(prefix: str, messages: Sequence[Json]) -> Json:
    """As OpenInference has them; names with `__` for a dot."""
    found: Json = {}
    for place, message in enumerate(messages):
        begin = f"{prefix}.{place}.message."
        for name in ("role", "content", "tool_call_id"):
            if name in message:
                found[begin + name] = message[name]
        for number, call in enumerate(message.get("tool_calls", ())):
            inner = f"{begin}tool_calls.{number}.tool_call."
            found[inner + "id"] = call["id"]
            for name in ("name", "arguments"):
                found[f"{inner}function.{name}"] = call["function"][name]
    return found


def model_call(
    dialect: str, number: int, history: Sequence[Json], reply: Json, **more: Any
) -> Json:
    if dialect == "genai":
        return chat(number, list(history), reply, **more)
    told = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "gpt-4o",
        **flattened("llm.input_messages", history),
        **flattened("llm.output_messages", [reply]),
    }
    return span(number, "ChatCompletion", **told, **more)


SYSTEM = {"role": "system", "content": "You are a careful guide who looks everything up first."}
TALK = [
    user(QUESTION),
    asking("oslo"),
    result("oslo", "rain in Oslo, " * 5),
    assistant("It rains in Oslo."),
    user(FIRST),
    asking("rome", "ostia"),
    result("rome", "sun in Rome, " * 5),
    result("ostia", "clouds"),
    assistant("The sun shines in Rome."),
    user(SECOND),
    assistant("Goodbye."),
]
OTHER = [
    user("Check what the guide said."),
    asking("oslo"),  # an id that the other agent's call has as well
    result("oslo", "a second opinion: snow"),
    asking("files"),
    result("files", "no files"),
    assistant("All is well."),
]


def talk(
    dialect: str,
    messages: Sequence[Json],
    first: int,
    start: float,
    parent: int | None = 1,
    system: Sequence[Json] = (SYSTEM,),
) -> list[Json]:
    """A span for each of the model's messages, ten seconds from one to the next."""
    return [
        model_call(
            dialect, first + place, [*system, *messages[:place]], message, parent=parent,
            start=start + 10 * place, end=start + 10 * place + 3,
        )
        for place, message in enumerate(messages)
        if message["role"] == "assistant"
    ]  # fmt: skip


def two_talks(dialect: str, apart: bool) -> list[Json]:
    """Of two agents at one time; `apart`, the second one stands in the first one's."""
    inner = 2 if apart else 1
    return [
        agent(1, start=0, end=200),
        *([agent(2, "checker", parent=1, start=4, end=150)] if apart else []),
        *talk(dialect, TALK, 10, 0.5),
        *talk(dialect, OTHER, 50, 5.5, inner),
    ]
