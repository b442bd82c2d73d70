"""The neutral reply in the form of the Responses API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from protocol_replies import Say, finish_of, pieces, written


def responses_whole(say: Say, model: str) -> dict[str, Any]:
    cut = finish_of(say) == "length"
    usage = None
    if say.usage:
        usage = {
            "input_tokens": say.usage[0],
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": say.usage[1],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sum(say.usage),
        }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "incomplete" if cut else "completed",
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "model": f"{model}-2026-01-01",
        "output": output_items(say),
        "usage": usage,
    }


def output_items(say: Say) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if say.thinking:
        summary = [{"type": "summary_text", "text": say.thinking}]
        items.append(
            {"id": "rs_1", "type": "reasoning", "summary": summary, "encrypted_content": "ENC"}
        )
    if say.text:
        part = {"type": "output_text", "text": say.text, "annotations": [], "logprobs": []}
        if say.finish == "refusal":
            part = {"type": "refusal", "refusal": say.text}
        items.append(
            {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [part],
            }
        )
    for number, (call_id, name, arguments) in enumerate(say.calls):
        items.append(
            {
                "id": f"fc_{number}",
                "type": "function_call",
                "call_id": call_id,
                "name": name,
                "arguments": written(arguments),
                "status": "completed",
            }
        )
    return items


def responses_stream(say: Say, model: str) -> Iterable[dict[str, Any]]:
    numbered = enumerate(_events(say, model))
    return ({**event, "sequence_number": number} for number, event in numbered)


def _events(say: Say, model: str) -> Iterable[dict[str, Any]]:
    whole = responses_whole(say, model)
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for index, item in enumerate(whole["output"]):
        yield from _item(index, item, say)
    yield {"type": f"response.{whole['status']}", "response": whole}


def _item(index: int, item: dict[str, Any], say: Say) -> Iterable[dict[str, Any]]:
    at = {"output_index": index, "item_id": item["id"]}
    started = {**item, "status": "in_progress"}
    if item["type"] == "function_call":
        yield {
            "type": "response.output_item.added",
            "output_index": index,
            "item": {**started, "arguments": ""},
        }
        for piece in pieces(item["arguments"], say.piece):
            yield {"type": "response.function_call_arguments.delta", **at, "delta": piece}
        yield {
            "type": "response.function_call_arguments.done",
            **at,
            "arguments": item["arguments"],
        }
    elif item["type"] == "message":
        yield {
            "type": "response.output_item.added",
            "output_index": index,
            "item": {**started, "content": []},
        }
        part = item["content"][0]
        at = {**at, "content_index": 0}
        kind = "refusal" if part["type"] == "refusal" else "output_text"
        field = "refusal" if kind == "refusal" else "text"
        yield {"type": "response.content_part.added", **at, "part": {**part, field: ""}}
        for piece in pieces(part[field], say.piece):
            yield {"type": f"response.{kind}.delta", **at, "delta": piece}
        yield {"type": f"response.{kind}.done", **at, field: part[field]}
        yield {"type": "response.content_part.done", **at, "part": part}
    else:
        yield {"type": "response.output_item.added", "output_index": index, "item": started}
    yield {"type": "response.output_item.done", "output_index": index, "item": item}
