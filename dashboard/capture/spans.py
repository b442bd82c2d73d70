"""A call and a run as spans of OTLP/JSON; no key is left in any text of them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from .words import Asked, Json, Said

if TYPE_CHECKING:
    from .grouping import Call

PROVIDERS = {"chat": "openai", "responses": "openai", "anthropic": "anthropic"}
FINISHES = {
    "end_turn": "stop", "stop_sequence": "stop", "completed": "stop", "max_tokens": "length",
    "max_output_tokens": "length", "tool_calls": "tool_call", "tool_use": "tool_call",
    "function_call": "tool_call", "refusal": "content_filter",
}  # fmt: skip
KEY = re.compile(r"\bsk-[A-Za-z0-9_*-]{8,}")
MOST_ERROR = 4_000


def chat_span(call: Call, asked: Asked, said: Said, trace: str, own: str, parent: str) -> Json:
    finish = FINISHES.get(said.finish, said.finish)
    reply = {"role": "assistant", "parts": said.parts, "finish_reason": finish or "stop"}
    attributes: Json = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": PROVIDERS[call.api],
        "gen_ai.request.model": asked.model or None,
        "gen_ai.response.model": said.model or None,
        "gen_ai.response.id": said.id or None,
        "gen_ai.response.finish_reasons": [finish] if finish else None,
        "gen_ai.input.messages": json.dumps(asked.messages) if asked.messages else None,
        "gen_ai.output.messages": json.dumps([reply]) if said.parts else None,
        "gen_ai.tool.definitions": json.dumps(asked.tools) if asked.tools else None,
        **{f"gen_ai.usage.{name}": n for name, n in said.usage.items()},
        **{f"gen_ai.request.{name}": value for name, value in asked.settings.items()},
    }
    if call.first is not None:
        waited = (call.first - call.started) / 1e9
        attributes["gen_ai.response.time_to_first_chunk"] = waited
    return span(trace, own, parent, f"chat {asked.model}", 3, call.started, call.ended, attributes,
                call.error, call.secret)  # fmt: skip


def message(role: str, text: str) -> str | None:
    if not text:
        return None
    return json.dumps(
        [{"role": role, "parts": [{"type": "text", "content": text}], "finish_reason": "stop"}]
    )


def span(
    trace: str, own: str, parent: str, name: str, kind: int, start: int, end: int,
    attributes: Json, error: str = "", secret: str = "",
) -> Json:  # fmt: skip
    """`secret` is taken out of all texts: an SDK may have put it anywhere."""
    told: Json = {
        "traceId": trace,
        "spanId": own,
        "name": name,
        "kind": kind,
        "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(max(start, end)),
        "attributes": [
            {"key": key, "value": _value(value, secret)}
            for key, value in attributes.items()
            if value is not None
        ],
        "status": {"code": 2, "message": error} if error else {},
    }
    return {**told, "parentSpanId": parent} if parent else told


def _value(value: Any, secret: str) -> Json:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(one, secret) for one in value]}}
    text = value if isinstance(value, str) else json.dumps(value)
    return {"stringValue": text.replace(secret, "[secret]") if len(secret) >= 8 else text}


def told(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}"[:MOST_ERROR]
    return KEY.sub("[secret]", text)
