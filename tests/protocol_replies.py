"""One neutral reply, in the form of each API, streamed or whole, as the real ones send it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Say:
    """What a model answers. A call is (id, name, arguments), arguments an object or its text."""

    text: str = ""
    calls: Sequence[tuple[str, str, Any]] = ()
    thinking: str = ""
    finish: str = ""
    """stop, length, tool_calls, refusal; empty is what fits."""
    usage: tuple[int, int] | None = (10, 5)
    piece: int = 7
    """Characters a delta."""


@dataclass(frozen=True)
class Raw:
    """A body served as it is, as JSON, whether a stream was asked for or not."""

    body: Any
    status: int = 200


@dataclass(frozen=True)
class Chunks:
    """Events of a stream served as they are."""

    events: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Fail:
    status: int
    message: str = "it went wrong"
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Slow:
    """Waits before the first event and between events; `drop_after` events cuts the line."""

    reply: Say | Chunks
    first_s: float = 0
    between_s: float = 0
    drop_after: int | None = None


Answer = Say | Raw | Chunks | Fail | Slow


def finish_of(say: Say) -> str:
    return say.finish or ("tool_calls" if say.calls else "stop")


def pieces(text: str, size: int) -> Iterable[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def written(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def chat_whole(say: Say, model: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": say.text or None, "refusal": None}
    if say.finish == "refusal":
        message |= {"content": None, "refusal": say.text}
    if say.thinking:
        message["reasoning_content"] = say.thinking
    if say.calls:
        message["tool_calls"] = [chat_call(call) for call in say.calls]
    reason = "stop" if say.finish == "refusal" else finish_of(say)
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{model}-2026-01-01",
        "choices": [{"index": 0, "message": message, "finish_reason": reason, "logprobs": None}],
    }
    return {**body, **({"usage": chat_usage(say.usage)} if say.usage else {})}


def chat_call(call: tuple[str, str, Any]) -> dict[str, Any]:
    function = {"name": call[1], "arguments": written(call[2])}
    return {"id": call[0], "type": "function", "function": function}


def chat_usage(usage: tuple[int, int]) -> dict[str, Any]:
    return {
        "prompt_tokens": usage[0],
        "completion_tokens": usage[1],
        "total_tokens": sum(usage),
        "prompt_tokens_details": {"cached_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


def chat_stream(say: Say, model: str, with_usage: bool) -> Iterable[dict[str, Any]]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}
        return {**head, "choices": [choice], **({"usage": None} if with_usage else {})}

    head = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": f"{model}-2026-01-01",
    }
    yield chunk({"role": "assistant", "content": ""})
    for piece in pieces(say.thinking, say.piece):
        yield chunk({"reasoning_content": piece})
    for piece in pieces(say.text, say.piece):
        yield chunk({"refusal" if say.finish == "refusal" else "content": piece})
    for index, call in enumerate(say.calls):
        first = chat_call((call[0], call[1], ""))
        yield chunk({"tool_calls": [{"index": index, **first}]})
        for piece in pieces(written(call[2]), say.piece):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, "stop" if say.finish == "refusal" else finish_of(say))
    if with_usage and say.usage:
        yield {**head, "choices": [], "usage": chat_usage(say.usage)}
