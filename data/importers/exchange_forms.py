"""The forms in which a request or a response of an API stands in a file, and whose API it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.messages import Dialect
from data.importers import sse
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.spoken import ROLES

Json = dict[str, Any]

BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use",
                    "web_search_tool_result", "mcp_tool_use", "mcp_tool_result"})  # fmt: skip
STREAMED = ("chat.completion.chunk", "message_start", "content_block_delta")


@dataclass
class Exchange:
    dialect: Dialect
    request: Json
    """Empty where only the response is there."""
    response: Any = None
    name: str = ""
    """A batch's own name for it."""
    sure: float = 0.8


def exchange_in(value: Any) -> Exchange | None:
    """None for what is none."""
    if isinstance(value, list):
        listed = bool(value) and all(_message(one) for one in value)
        return _exchange({"messages": value}, None, "", 0.45) if listed else None
    if not isinstance(value, dict) or "observations" in value:
        return None
    name = text_of(value.get("custom_id"))
    request, response = value.get("request"), value.get("response")
    if isinstance(request, dict) and ("response" in value):
        return _exchange(_body(request), _body(response), name, 0.85)
    if name and isinstance(value.get("body"), dict):
        return _exchange(value["body"], None, name, 0.85)
    if name and isinstance(value.get("params"), dict):
        return _exchange(value["params"], None, name, 0.85, "anthropic")
    if name and isinstance(value.get("result"), dict):
        result = value["result"]
        return _exchange({}, result.get("message", result), name, 0.85, "anthropic")
    if name and (isinstance(response, dict) or value.get("error")):
        return _exchange({}, _body(response) or value, name, 0.85)
    if dialect_of_response(value):
        return _exchange({}, value, "", 0.8)
    messages, asked = value.get("messages"), value.get("input")
    if isinstance(messages, list) and messages and all(_message(one) for one in messages):
        return _exchange(value, None, "", 0.6 if "model" in value else 0.45)
    if "model" in value and isinstance(asked, str | list) and "run_type" not in value:
        return _exchange(value, None, "", 0.6)
    return None


def _exchange(
    request: Any, response: Any, name: str, sure: float, known: Dialect | None = None
) -> Exchange | None:
    asked = request if isinstance(request, dict) else {}
    dialect = known or dialect_of_response(response) or dialect_of_request(asked)
    if dialect is None and name:
        dialect = "chat"  # a batch's error, which no API is to be seen in
    return None if dialect is None else Exchange(dialect, asked, response, name, sure)


def _body(value: Any) -> Any:
    """The body of a recorded HTTP message."""
    inner = value.get("body") if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else value


def _message(value: Any) -> bool:
    return isinstance(value, dict) and word(value.get("role")) in ROLES and (
        "content" in value or "tool_calls" in value or "function_call" in value
    )  # fmt: skip


def dialect_of_response(value: Any) -> Dialect | None:
    if not isinstance(value, dict):
        return None
    raw = value.get("_raw_sse")
    if isinstance(raw, str):
        value = sse.joined(sse.events(raw)) or {}
    if isinstance(value.get("choices"), list):
        return "chat"
    if isinstance(value.get("output"), list) and value.get("object") == "response":
        return "responses"
    content = isinstance(value.get("content"), list)
    return "anthropic" if content and value.get("type") == "message" else None


def dialect_of_request(request: Json) -> Dialect | None:
    if "input" in request and "messages" not in request:
        return "responses"
    messages = request.get("messages")
    if not isinstance(messages, list):
        return None
    tools = request.get("tools")
    schemas = isinstance(tools, list) and any(
        isinstance(tool, dict) and "input_schema" in tool for tool in tools
    )
    if schemas or "system" in request or word(request.get("model")).startswith("claude"):
        return "anthropic"
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else []:
            if isinstance(block, dict) and word(block.get("type")) in BLOCKS:
                return "anthropic"
    return "chat"


def sure_of(head: Head, dialect: Dialect) -> float:
    if head.kind == "text" and head.text.lstrip()[:6] in ("event:", "data: "):
        found = sse.joined(sse.events(head.text[:100_000]))
        return 0.8 if dialect_of_response(found) == dialect else 0.0
    tried = [head.value] if isinstance(head.value, dict | list) else []
    best = 0.0
    for value in [*tried, *head.objects()]:
        kind = streamed(value)
        exchange = None if kind else exchange_in(value)
        if kind == dialect:
            best = max(best, 0.7)
        elif exchange is not None and exchange.dialect == dialect:
            best = max(best, exchange.sure)
    return best


def streamed(value: Any) -> Dialect | None:
    """The API whose stream a line is an event of."""
    if not isinstance(value, dict):
        return None
    if value.get("object") == STREAMED[0]:
        return "chat"
    kind = word(value.get("type"))
    if kind.startswith("response.") and ("response" in value or "sequence_number" in value):
        return "responses"
    return "anthropic" if kind in STREAMED[1:] else None
