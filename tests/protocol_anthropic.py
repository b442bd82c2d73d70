"""The neutral reply in the form of the Messages API."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from protocol_replies import Say, finish_of, pieces, written


def anthropic_blocks(say: Say) -> list[dict[str, Any]]:
    thought = {"type": "thinking", "thinking": say.thinking, "signature": "c2lnbmVk"}
    blocks: list[dict[str, Any]] = [thought] if say.thinking else []
    blocks += [{"type": "text", "text": say.text}] if say.text else []
    for call_id, name, arguments in say.calls:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
        blocks.append({"type": "tool_use", "id": call_id, "name": name, "input": given})
    return blocks


STOP_REASONS = {
    "stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use", "refusal": "refusal",
}  # fmt: skip


def anthropic_whole(say: Say, model: str) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": f"{model}-20260101",
        "content": anthropic_blocks(say),
        "stop_reason": STOP_REASONS[finish_of(say)],
        "stop_sequence": None,
    }
    if say.usage:
        body["usage"] = {"input_tokens": say.usage[0], "output_tokens": say.usage[1]}
    return body


def anthropic_stream(say: Say, model: str) -> Iterable[dict[str, Any]]:
    start = {**anthropic_whole(Say(usage=say.usage), model), "content": [], "stop_reason": None}
    if say.usage:
        start["usage"] = {"input_tokens": say.usage[0], "output_tokens": 1}
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    blocks = anthropic_blocks(replace_arguments(say))
    for index, block in enumerate(blocks):
        yield from _anthropic_block(index, block, say)
    usage = {"usage": {"output_tokens": say.usage[1]}} if say.usage else {}
    reason = {"stop_reason": STOP_REASONS[finish_of(say)], "stop_sequence": None}
    yield {"type": "message_delta", "delta": reason, **usage}
    yield {"type": "message_stop"}


def replace_arguments(say: Say) -> Say:
    """The stream's blocks start empty, so that even broken arguments can be streamed."""
    return Say(say.text, [(i, n, {"written": written(a)}) for i, n, a in say.calls], say.thinking)


def _anthropic_block(index: int, block: dict[str, Any], say: Say) -> Iterable[dict[str, Any]]:
    def delta(kind: str, name: str, piece: str) -> dict[str, Any]:
        body = {"type": kind, name: piece}
        return {"type": "content_block_delta", "index": index, "delta": body}

    kind = block["type"]
    empty = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}}
    started = {**block, **empty.get(kind, {"input": {}})}
    yield {"type": "content_block_start", "index": index, "content_block": started}
    if kind == "thinking":
        for piece in pieces(block["thinking"], say.piece):
            yield delta("thinking_delta", "thinking", piece)
        yield delta("signature_delta", "signature", block["signature"])
    elif kind == "text":
        for piece in pieces(block["text"], say.piece):
            yield delta("text_delta", "text", piece)
    else:
        for piece in pieces(block["input"]["written"], say.piece):
            yield delta("input_json_delta", "partial_json", piece)
    yield {"type": "content_block_stop", "index": index}
