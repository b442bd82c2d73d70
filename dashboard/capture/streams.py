"""The whole reply out of the pieces of a stream."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def whole(api: str, pieces: list[Json]) -> Json:
    return {"chat": _chat, "responses": _responses, "anthropic": _anthropic}[api](pieces)


def _chat(chunks: list[Json]) -> Json:
    """Usage comes only where `stream_options` asks for it."""
    found: Json = {"choices": []}
    choices: dict[int, Json] = {}
    for chunk in chunks:
        for name in ("id", "model", "usage"):
            found[name] = chunk.get(name) or found.get(name)
        for part in chunk.get("choices") or []:
            choice = choices.setdefault(part.get("index") or 0, {"message": {"role": "assistant"}})
            choice["finish_reason"] = part.get("finish_reason") or choice.get("finish_reason")
            _grow(choice["message"], part.get("delta") or {})
    for _, choice in sorted(choices.items()):
        calls = choice["message"].get("tool_calls")
        if calls:
            choice["message"]["tool_calls"] = [call for _, call in sorted(calls.items())]
        found["choices"].append(choice)
    return found


def _grow(message: Json, delta: Json) -> None:
    for name in ("content", "refusal", "reasoning_content", "reasoning"):
        if isinstance(delta.get(name), str):
            message[name] = (message.get(name) or "") + delta[name]
    for part in delta.get("tool_calls") or []:
        calls = message.setdefault("tool_calls", {})
        call = calls.setdefault(part.get("index") or 0, {"id": "", "function": {"arguments": ""}})
        call["id"] = part.get("id") or call["id"]
        function = part.get("function") or {}
        call["function"]["name"] = function.get("name") or call["function"].get("name")
        call["function"]["arguments"] += function.get("arguments") or ""


def _responses(events: list[Json]) -> Json:
    for event in reversed(events):
        if event.get("type") in ("response.completed", "response.incomplete", "response.failed"):
            return event.get("response") or {}
    begun: Json = next((e["response"] for e in events if isinstance(e.get("response"), dict)), {})
    done = [e["item"] for e in events if e.get("type") == "response.output_item.done"]
    ended = {e.get("output_index") for e in events if e.get("type") == "response.output_item.done"}
    text = "".join(
        e.get("delta") or ""
        for e in events
        if e.get("type") == "response.output_text.delta" and e.get("output_index") not in ended
    )
    rest = [{"type": "message", "role": "assistant", "content": text}] if text else []
    return {**begun, "output": [*done, *rest]}


def _anthropic(events: list[Json]) -> Json:
    found: Json = {"content": [], "usage": {}}
    blocks: dict[int, Json] = {}
    written: dict[int, str] = {}
    for event in events:
        kind, at = event.get("type"), event.get("index") or 0
        delta = event.get("delta") or {}
        if kind == "message_start":
            found |= event.get("message") or {}
        elif kind == "content_block_start":
            blocks[at] = dict(event.get("content_block") or {})
        elif kind == "content_block_delta":
            block = blocks.setdefault(at, {"type": "text", "text": ""})
            for name in ("text", "thinking"):
                if isinstance(delta.get(name), str):
                    block[name] = (block.get(name) or "") + delta[name]
            written[at] = written.get(at, "") + (delta.get("partial_json") or "")
        elif kind == "message_delta":
            found["stop_reason"] = delta.get("stop_reason") or found.get("stop_reason")
            usage = event.get("usage") or {}
            known = {name: n for name, n in usage.items() if n is not None}
            found["usage"] = {**(found.get("usage") or {}), **known}
    for at, text in written.items():
        if text:
            try:
                blocks[at]["input"] = json.loads(text)
            except ValueError:
                blocks[at]["input"] = text
    found["content"] = [block for _, block in sorted(blocks.items())]
    return found
