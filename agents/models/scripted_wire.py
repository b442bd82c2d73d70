"""The scripted model's requests as they are recorded: the shape of chat completions."""

from __future__ import annotations

from typing import Any

from agents.messages import Answered, Link, Message, Request, Said, Wire, as_json, canonical
from agents.remembering import Growing


def wire(request: Request, model: str) -> Wire:
    tools = [
        Link("tools", "tool", as_json(
            {"name": t.name, "description": t.description, "parameters": dict(t.parameters)}
        ))
        for t in request.tools
    ]  # fmt: skip
    settings: dict[str, Any] = {"model": model}
    if request.stop:
        settings["stop"] = list(request.stop)
    if request.schema is not None:
        settings["response_format"] = request.schema["title"]
    if request.tools:
        settings["tool_choice"] = request.tool_choice
    last = Link("settings", "settings", as_json(settings))
    return (*tools, *_messages(request.messages), last)


def _message(message: Message) -> Link:
    if isinstance(message, Answered):
        body: dict[str, Any] = {
            "role": "tool",
            "tool_call_id": message.call_id,
            "content": message.text,
        }
        return Link("observation", "tool", as_json(body))
    if isinstance(message, Said):
        calls = [
            {
                "id": c.id,
                "type": "function",
                "function": {"name": c.name, "arguments": canonical(dict(c.arguments))},
            }
            for c in message.calls
        ]
        body = {"role": "assistant", "content": message.text or None, "tool_calls": calls}
        return Link("reasoning", "assistant", as_json(body))
    return Link(
        message.part, message.role, as_json({"role": message.role, "content": message.text})
    )


_messages = Growing(_message)
