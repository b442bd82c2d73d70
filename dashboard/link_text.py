"""A message of a request as a person reads it. Its exact JSON stands one click away, as raw."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

TEXTS = ("text", "input_text", "output_text", "refusal")
THOUGHTS = ("thinking", "reasoning")
CALLS = ("tool_use", "tool_call", "function_call")
RESULTS = ("tool_result", "tool_call_response", "function_call_output")
"""Types of a piece of a message, of the OpenAI and Anthropic APIs and of the GenAI conventions."""
LABELS = frozenset({"role", "type", "id", "call_id", "tool_call_id", "tool_use_id", "index"})
"""They tell where a message belongs; the model reads the rest."""


def link_text(body: str) -> str:
    """Texts and calls of a message, what else it holds as JSON, indented."""
    try:
        value = json.loads(body)
    except ValueError:
        return body
    if not isinstance(value, dict):
        return indented(value)
    lists = any(isinstance(value.get(key), list) for key in ("content", "parts", "tool_calls"))
    if not lists and not isinstance(value.get("content"), str):
        return indented({k: v for k, v in value.items() if v is not None and k != "role"})
    return "\n\n".join(_message(value))


def indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _message(value: dict[str, Any]) -> Iterator[str]:
    yield from _pieces(value.get("content"))
    yield from _pieces(value.get("parts"))
    calls = value.get("tool_calls")
    for call in calls if isinstance(calls, list) else [calls]:
        if call is not None:
            yield _call(call)
    rest = {k: v for k, v in value.items() if k not in ("content", "parts", "tool_calls")}
    yield from _rest(rest)


def _pieces(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield from _piece(one)
        elif one is not None:
            yield indented(one)


def _piece(piece: dict[str, Any]) -> Iterator[str]:
    kind = piece.get("type")
    for kinds, keys in ((TEXTS, ("text", "content", "refusal")),
                        (THOUGHTS, ("thinking", "text", "content"))):  # fmt: skip
        key = next((key for key in keys if isinstance(piece.get(key), str)), None)
        if kind in kinds and key is not None:
            yield piece[key]
            yield from _rest({k: v for k, v in piece.items() if k != key})
            return
    key = next((key for key in ("content", "result", "response", "output") if key in piece), None)
    if kind in RESULTS and key is not None:
        yield from _pieces(piece[key])
        yield from _rest({k: v for k, v in piece.items() if k != key})
    else:
        yield _call(piece) if kind in CALLS else indented(piece)


def _call(call: Any) -> str:
    """`name({...})`, as calls are told everywhere here; what is no call as JSON."""
    inner = call.get("function", call) if isinstance(call, dict) else None
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str):
        return indented(call)
    key = "arguments" if "arguments" in inner else "input"
    given = inner.get(key, {})
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return f"{inner['name']}({given})"
    other = {k: v for k, v in inner.items() if k not in (key, "name")}
    if inner is not call:
        other |= {k: v for k, v in call.items() if k != "function"}
    return "\n\n".join([f"{inner['name']}({indented(given)})", *_rest(other)])


def _rest(value: dict[str, Any]) -> Iterator[str]:
    kept = {k: v for k, v in value.items() if k not in LABELS and v not in (None, "", [], {})}
    if kept:
        yield indented(kept)
