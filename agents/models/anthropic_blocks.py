"""Content blocks as the Messages API takes them back."""

from __future__ import annotations

import json
from typing import Any

from agents.messages import Answered, Call, Said
from agents.models.wiring import safe_id, safe_name

LONGEST_ID = 64


def text_block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def result_block(answered: Answered) -> dict[str, Any]:
    block: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": safe_id(answered.call_id, LONGEST_ID, plain=True),
        "content": answered.text,
    }
    # an error without words is refused
    return {**block, "is_error": True} if answered.failed and answered.text.strip() else block


def assistant_blocks(said: Said) -> list[dict[str, Any]]:
    """The provider's own blocks unchanged and in order, for their signatures are checked, minus
    empty texts, which it sends but refuses; blocks of another dialect are written anew."""
    raw = json.loads(said.raw) if said.raw and said.dialect == "anthropic" else None
    if raw is None:
        text = [text_block(said.text)] if said.text.strip() else []
        return text + [_tool_use(call) for call in said.calls]
    calls = {call.id: call for call in said.calls}
    blocks: list[dict[str, Any]] = []
    for block in raw:
        if block.get("type") == "tool_use":
            call = calls.pop(block.get("id"), None)
            blocks += [_echoed(block, call)] if call is not None else []
        elif block.get("type") != "text" or str(block.get("text") or "").strip():
            blocks.append(block)
    return blocks + [_tool_use(call) for call in calls.values()]


def _echoed(block: dict[str, Any], call: Call) -> dict[str, Any]:
    same = isinstance(block.get("input"), dict) and safe_name(call.name) == block.get("name")
    return block if same else {**block, **_tool_use(call)}


def _tool_use(call: Call) -> dict[str, Any]:
    return {
        "type": "tool_use",
        "id": safe_id(call.id, LONGEST_ID, plain=True),
        "name": safe_name(call.name),
        "input": {} if call.fault else dict(call.arguments),
    }
