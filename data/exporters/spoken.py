"""What a recorded request says, out of whichever API's form it was sent in.

Messages become those of OpenTelemetry's GenAI conventions: a role, and parts of the types text,
reasoning, tool_call and tool_call_response. A part of another kind (a picture, a search of the
provider's own) keeps its type and all that it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.events import Replied
from agents.messages import Link
from data.importers.hostile import Unreadable, parse, text_of, word

Part = dict[str, Any]
TEXTS = ("text", "input_text", "output_text", "summary_text", "refusal")
CALLS = ("tool_use", "server_tool_use", "mcp_tool_use", "function_call", "custom_tool_call")
RESULTS = ("function_call_output", "custom_tool_call_output", "tool_result")
ACTION = re.compile(r"^\s*Action(?: Input)?\s*\d*\s*:", re.M)
"""How a model asks for a tool in plain text."""


@dataclass(frozen=True, slots=True)
class Message:
    role: str
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    description: str
    parameters: Any


@dataclass(slots=True)
class Asked:
    """A request, taken apart."""

    messages: list[Message] = field(default_factory=list)
    tools: list[Tool] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)


class Listener:
    """Remembers what it has taken apart: growing requests repeat all but their end."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, str], list[Message]] = {}

    def asked(self, wire: Sequence[Link]) -> Asked:
        found = Asked()
        for link in wire:
            if link.part == "tools":
                found.tools += tools_in(_value(link.body))
            elif link.part == "settings":
                value = _value(link.body)
                found.settings |= value if isinstance(value, dict) else {}
            else:
                found.messages += self._messages(link)
        return found

    def _messages(self, link: Link) -> list[Message]:
        key = (link.role, link.body)
        if key not in self._heard:
            self._heard[key] = messages_in(_value(link.body), link.role)
        return self._heard[key]


def messages_in(value: Any, role: str) -> list[Message]:
    """Of one message or item as an API has it; `role` where it names none. Results that share a
    message with a text of the user's are messages of their own."""
    if isinstance(value, list):
        return [message for one in value for message in messages_in(one, role)]
    if not isinstance(value, dict):
        return [Message(role, [_text(text_of(value))])]
    said = _role(word(value.get("role")) or role)
    if said == "tool" and "tool_call_id" in value:
        content = _plain(value.get("content"))
        return [Message("tool", [_response(value["tool_call_id"], content)])]
    parts = _reasoned(value)
    content = next((value[n] for n in ("content", "parts", "text") if value.get(n) is not None), "")
    if word(value.get("type")) not in ("", "message"):
        parts = [part_of(value)]
    elif isinstance(content, list):
        parts += [part_of(one) for one in content]
    elif content != "":
        parts.append(_text(text_of(content)))
    calls = value.get("tool_calls")
    parts += [_call(call) for call in calls if isinstance(call, dict)] if isinstance(
        calls, list) else []  # fmt: skip
    if isinstance(value.get("function_call"), dict):
        parts.append(_call({"function": value["function_call"]}))
    results = [part for part in parts if part["type"] == "tool_call_response"]
    rest = [part for part in parts if part["type"] != "tool_call_response"]
    found = [Message("tool", results)] if results else []
    return found + ([Message(said, rest)] if rest or not results else [])


def part_of(block: Any) -> Part:
    if not isinstance(block, dict):
        return _text(text_of(block))
    kind = word(block.get("type"))
    if kind in CALLS or kind == "tool_call" or "functionCall" in block:
        return _call(block.get("functionCall", block))
    if kind in RESULTS or kind.endswith("_tool_result") or "functionResponse" in block:
        block = block.get("functionResponse", block)
        names = ("call_id", "tool_use_id", "id", "name")
        named = next((block[name] for name in names if block.get(name)), "")
        output = next((block[n] for n in ("output", "content", "response") if n in block), "")
        return _response(named, _plain(output))
    if kind == "tool_call_response":
        return _response(block.get("id"), _plain(block.get("response", block.get("result"))))
    if kind in ("thinking", "reasoning"):
        told = next((block[n] for n in ("thinking", "content", "text", "summary")
                     if block.get(n)), "")  # fmt: skip
        if told:
            return {"type": "reasoning", "content": _plain(told)}
    said = block.get("text", block.get("content"))
    if (kind in TEXTS or not kind) and isinstance(said, str):
        return _text(said)
    return {**block, "type": kind or "unknown"}


def tools_in(value: Any) -> list[Tool]:
    if isinstance(value, list):
        return [tool for one in value for tool in tools_in(one)]
    if not isinstance(value, dict):
        return []
    inner = value.get("function")
    told = inner if isinstance(inner, dict) else value
    name = word(told.get("name")) or word(told.get("type")) or "unknown"
    names = ("parameters", "input_schema", "inputSchema")
    schema = next((told[n] for n in names if isinstance(told.get(n), dict)), {"type": "object"})
    return [Tool(name, text_of(told.get("description")), schema)]


def reply_parts(event: Replied, asked: Asked) -> list[Part]:
    """What the model said; calls that stand in its text are no parts of their own."""
    parts: list[Part] = []
    if event.thinking:
        parts.append({"type": "reasoning", "content": event.thinking})
    if event.text:
        parts.append(_text(event.text))
    if asked.tools or not ACTION.search(event.text):
        for call in event.reading.calls:
            arguments: Any = call.raw if call.fault else dict(call.arguments)
            parts.append({"type": "tool_call", "id": call.id, "name": call.name,
                          "arguments": arguments})  # fmt: skip
    return parts


def _reasoned(value: dict[str, Any]) -> list[Part]:
    names = ("reasoning_content", "reasoning")
    told = next((value[n] for n in names if isinstance(value.get(n), str) and value[n]), None)
    return [{"type": "reasoning", "content": told}] if told else []


def _call(call: dict[str, Any]) -> Part:
    inner = call.get("function")
    told = inner if isinstance(inner, dict) else call
    written: Any = next((told[n] for n in ("arguments", "input", "args") if n in told), {})
    arguments = _value(written) if isinstance(written, str) else written
    if not isinstance(arguments, dict):
        arguments = written
    named = call.get("call_id") or call.get("id") or ""
    name = told.get("name") or (inner if isinstance(inner, str) else None)  # as Inspect has it
    return {"type": "tool_call", "id": text_of(named), "name": text_of(name),
            "arguments": arguments}  # fmt: skip


def _response(call_id: Any, text: str) -> Part:
    return {"type": "tool_call_response", "id": text_of(call_id), "response": text}


def _plain(value: Any) -> str:
    """The text of a content that may be a list of parts, all of which are texts."""
    if isinstance(value, list) and value:
        texts = [one.get("text") if isinstance(one, dict) else None for one in value]
        if all(isinstance(text, str) for text in texts):
            return "\n".join(map(str, texts))
    return text_of(value)


def _text(text: str) -> Part:
    return {"type": "text", "content": text}


def _role(role: str) -> str:
    return {"developer": "system", "model": "assistant", "ai": "assistant", "human": "user",
            "function": "tool"}.get(role, role or "user")  # fmt: skip


def _value(body: str) -> Any:
    """Bodies of imported requests may be plain texts."""
    try:
        return parse(body) if body.lstrip()[:1] in ("{", "[", '"') else body
    except Unreadable:
        return body
