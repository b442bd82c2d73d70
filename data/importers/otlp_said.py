"""A message taken apart: of the chat API, of Anthropic's, or of the GenAI conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from data.importers.hostile import text_of, word

PLAIN = frozenset(("role", "content"))
TOOLS = ("tool", "function")
THOUGHT = ("reasoning_content", "reasoning", "thinking")
THOUGHTS = frozenset(THOUGHT)


@dataclass(slots=True)
class Said:
    """A message taken apart. Calls are (id, name, arguments), results (id, text)."""

    role: str = ""
    text: str = ""
    thinking: str = ""
    calls: list[tuple[str, str, Any]] = field(default_factory=list)
    results: list[tuple[str, str]] = field(default_factory=list)
    finish: str = ""


def together(messages: Sequence[Said]) -> Said:
    if len(messages) == 1:
        return messages[0]
    whole = Said()
    for one in messages:
        whole.role = whole.role or one.role
        whole.text = "\n".join(filter(None, (whole.text, one.text)))
        whole.thinking = "\n\n".join(filter(None, (whole.thinking, one.thinking)))
        whole.calls += one.calls
        whole.results += one.results
        whole.finish = whole.finish or one.finish
    return whole


def read_message(message: Any) -> Said:
    """A message of the chat API, of Anthropic's, or with the parts of the GenAI conventions."""
    if not isinstance(message, dict):
        return Said(text=text_of(message))
    role = word(message.get("role"))
    content = message.get("content")
    if isinstance(content, str) and PLAIN.issuperset(message) and role not in TOOLS:
        return Said(role, content)
    said = Said(role, finish=word(message.get("finish_reason")))
    parts = message.get("parts")
    texts: list[str] = []
    if isinstance(content, list) or isinstance(parts, list):
        for part in content if isinstance(content, list) else parts or ():
            _part(part, said, texts)
    elif content is not None:
        texts.append(text_of(content))
    said.text = "\n".join(filter(None, texts))
    if not THOUGHTS.isdisjoint(message):
        thoughts = [message.get(name) for name in THOUGHT]
        said.thinking = said.thinking or next(
            (one for one in thoughts if isinstance(one, str) and one), ""
        )
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            said.calls.append(_call(call))
    old = message.get("function_call")
    if isinstance(old, dict):
        said.calls.append(_call({"function": old}))
    if role in TOOLS and not said.results:
        name = text_of(message.get("tool_call_id") or message.get("id"))
        said.results.append((name, said.text))
    return said


def _call(call: dict[str, Any]) -> tuple[str, str, Any]:
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    name = inner.get("name") or call.get("toolName") or ""
    arguments = inner.get("arguments", inner.get("input", call.get("args")))
    native = call.get("id") or call.get("toolCallId") or call.get("call_id")
    return text_of(native), text_of(name), arguments


def _part(part: Any, said: Said, texts: list[str]) -> None:
    if not isinstance(part, dict):
        texts.append(text_of(part))
        return
    kind = word(part.get("type"))
    if kind in ("tool_call", "tool_use", "function_call", "tool-call", "server_tool_use"):
        said.calls.append(_call(part))
    elif kind in ("tool_call_response", "tool_result", "tool-result", "function_call_output"):
        native = part.get("id") or part.get("tool_use_id") or part.get("call_id")
        names = ("response", "result", "content", "output")
        result = next((part[name] for name in names if part.get(name) is not None), None)
        said.results.append((text_of(native), plain_text(result)))
    elif kind in ("reasoning", "thinking"):
        thought = part.get("content") or part.get("thinking") or part.get("text")
        said.thinking = "\n\n".join(filter(None, (said.thinking, text_of(thought))))
    else:
        found = part.get("content") if "content" in part else part.get("text")
        texts.append(text_of(found) if found is not None else text_of(part) if not kind else "")


def plain_text(value: Any) -> str:
    """The text of a content that may be a list of parts."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(one, dict) and isinstance(one.get("text"), str) for one in value)
    ):
        return "\n".join(one["text"] for one in value)
    return text_of(value)
