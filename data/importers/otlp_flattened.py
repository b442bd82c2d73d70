"""Messages that stand flattened over numbered attributes, as those of the chat API.

OpenInference writes them so (`llm.input_messages.0.message.role`), and so did the older GenAI
instrumentors (`gen_ai.prompt.0.role`).
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any

from data.importers.otlp_raw import Attributes
from data.importers.otlp_values import loaded

MOST_MESSAGES = 100_000
_INDEXED = re.compile(r"(\d{1,6})\.(.+)")


def unflattened(attributes: Attributes, prefix: str) -> dict[int, dict[str, Any]]:
    """`PREFIX.0.message.role` … as {0: {"message.role": …}}."""
    found: dict[int, dict[str, Any]] = {}
    begins = f"{prefix}."
    for key, value in attributes.items():
        if key.startswith(begins) and (place := _place(key, len(begins))):
            number, name = place
            if number in found:
                found[number][name] = value
            else:
                found[number] = {name: value}
    if len(found) < 2:
        return found
    return dict(sorted(found.items())[:MOST_MESSAGES])


@lru_cache(maxsize=20_000)
def _place(key: str, begins: int) -> tuple[int, str] | None:
    """Number and name of a key such as `0.message.role`, read from `begins` on: the spans of a
    trace repeat the same few names."""
    match = _INDEXED.match(key, begins)
    return (int(match[1]), sys.intern(match[2])) if match else None


def openinference(flat: dict[str, Any]) -> dict[str, Any]:
    """One flattened message in the form of the chat API."""
    message: dict[str, Any] = {}
    calls: dict[int, dict[str, Any]] = {}
    contents: dict[int, dict[str, Any]] = {}
    for key, value in flat.items():
        kind, number, name = _of_message(key)
        if kind == "call":
            calls.setdefault(number, {})[name] = value
        elif kind == "content":
            contents.setdefault(number, {})[name] = value
        else:
            message[name] = value
    if contents:
        message["content"] = [part for _, part in sorted(contents.items())]
    if calls:
        message["tool_calls"] = [_chat_call(call) for _, call in sorted(calls.items())]
    return message


@lru_cache(maxsize=5_000)
def _of_message(key: str) -> tuple[str, int, str]:
    """Whether a flattened name tells of a call or a part of the content, of which, and what."""
    name = key.removeprefix("message.")
    if name.startswith("tool_calls.") and (place := _place(name, 11)):
        return "call", place[0], place[1].removeprefix("tool_call.")
    if name.startswith("contents.") and (place := _place(name, 9)):
        return "content", place[0], place[1].removeprefix("message_content.")
    return "", 0, name


def _chat_call(flat: dict[str, Any]) -> dict[str, Any]:
    function = {"name": flat.get("function.name", flat.get("name")),
                "arguments": flat.get("function.arguments", flat.get("arguments"))}  # fmt: skip
    return {"id": flat.get("id"), "type": "function", "function": function}


def traceloop(flat: dict[str, Any]) -> dict[str, Any]:
    message = {k: v for k, v in flat.items() if not k.startswith("tool_calls.")}
    calls = unflattened({f"x.{k[11:]}": v for k, v in flat.items() if k.startswith("tool_calls.")},
                        "x")  # fmt: skip
    if calls:
        message["tool_calls"] = [_chat_call(call) for call in calls.values()]
    if "content" in message:
        content = loaded(message["content"])
        message["content"] = content if isinstance(content, list) else message["content"]
    return message
