"""Streams as they were recorded: the events of one reply put together to the reply itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from agents.models.usage import running_total
from data.importers.hostile import Unreadable, parse, text_of, word

Json = dict[str, Any]


def events(text: str) -> Iterator[Json]:
    """The data of each event that is a JSON object; others, like `[DONE]`, say nothing."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line[5:].lstrip() for line in block.split("\n") if line.startswith("data:")]
        if not lines:
            continue
        try:
            event = parse("\n".join(lines).encode("utf-8", "surrogatepass"))
        except Unreadable:
            continue
        if isinstance(event, dict):
            yield event


def joined(found: Iterable[Json]) -> Json | None:
    """The body that the stream told, as if it had not been streamed; None where it told none."""
    told = list(found)
    for event in reversed(told):
        if isinstance(event.get("response"), dict) and word(event.get("type")).startswith("resp"):
            return _responses(told, event["response"])
    if any(event.get("type") == "message_start" for event in told):
        return _anthropic(told)
    chunks = [event for event in told if isinstance(event.get("choices"), list)]
    return _chat(chunks) if chunks else None


def _responses(told: list[Json], last: Json) -> Json:
    """The last event holds the whole; a stream that broke off has its items in the others."""
    if last.get("output"):
        return last
    items = [
        e["item"] for e in told if e.get("type") == "response.output_item.done" and "item" in e
    ]
    return {**last, "output": items}


def _chat(chunks: list[Json]) -> Json:
    whole: Json = {k: v for k, v in chunks[0].items() if k not in ("choices", "usage")}
    whole["object"] = "chat.completion"
    texts: dict[str, str] = {}
    calls: dict[Any, Json] = {}
    reason = None
    for chunk in chunks:
        if chunk.get("usage"):
            whole["usage"] = chunk["usage"]
        for choice in chunk["choices"]:
            if not isinstance(choice, dict) or choice.get("index") not in (0, None):
                continue
            reason = choice.get("finish_reason") or reason
            delta = choice.get("delta")
            if not isinstance(delta, dict):
                continue
            for name in ("content", "refusal", "reasoning_content", "reasoning"):
                if isinstance(delta.get(name), str):
                    texts[name] = texts.get(name, "") + delta[name]
            wishes = delta.get("tool_calls")
            for piece in wishes if isinstance(wishes, list) else []:
                if isinstance(piece, dict):
                    _piece(calls, piece)
    message: Json = {"role": "assistant", "content": texts.pop("content", None), **texts}
    if calls:
        message["tool_calls"] = list(calls.values())
    whole["choices"] = [{"index": 0, "message": message, "finish_reason": reason}]
    return whole


def _piece(calls: dict[Any, Json], piece: Json) -> None:
    """Pieces of one call bear its index; some servers leave it out and send calls whole."""
    index = piece.get("index")
    key = index if isinstance(index, int) else f"whole {len(calls)}"
    call = calls.setdefault(key, {"id": None, "type": "function",
                                  "function": {"name": "", "arguments": ""}})  # fmt: skip
    call["id"] = call["id"] or piece.get("id")
    told = piece.get("function")
    if isinstance(told, dict):
        call["function"]["name"] += text_of(told.get("name"))
        call["function"]["arguments"] += text_of(told.get("arguments"))


def _anthropic(told: list[Json]) -> Json:
    start = next(e["message"] for e in told if e.get("type") == "message_start" and "message" in e
                 ) if any("message" in e for e in told) else {}  # fmt: skip
    whole: Json = dict(start) if isinstance(start, dict) else {}
    usages = [whole.get("usage")]
    blocks: dict[Any, Json] = {}
    for event in told:
        kind, index = event.get("type"), text_of(event.get("index"))
        if kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            blocks[index] = dict(event["content_block"])
        elif kind == "content_block_delta" and isinstance(event.get("delta"), dict):
            _delta(blocks.setdefault(index, {"type": "text"}), event["delta"])
        elif kind == "message_delta":
            usages.append(event.get("usage"))
            if isinstance(event.get("delta"), dict):
                whole |= event["delta"]
        elif kind == "error":
            whole["stop_reason"] = "error"
    for block in blocks.values():
        _arguments(block)
    return {**whole, "content": list(blocks.values()), "usage": running_total(usages)}


def _delta(block: Json, delta: Json) -> None:
    for name in ("text", "thinking", "signature", "partial_json"):
        if isinstance(delta.get(name), str):
            block[name] = text_of(block.get(name)) + delta[name]
    if isinstance(delta.get("citation"), dict):
        block["citations"] = [*(block.get("citations") or []), delta["citation"]]


def _arguments(block: Json) -> None:
    text = block.pop("partial_json", None)
    if text:
        try:
            block["input"] = parse(text.encode("utf-8", "surrogatepass"))
        except Unreadable:
            block["input"] = text  # the stream broke off in it
