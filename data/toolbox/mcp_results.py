"""What an MCP server gave back, as the model reads it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from agents.messages import as_json
from agents.tools import ToolError
from data.toolbox.mcp_schema import Schema, Unusable

if TYPE_CHECKING:
    from mcp.types import CallToolResult

RETRYABLE = "triptych/retryable"
"""Of a failed result's `_meta`: our own server says so; others may."""


def observation(name: str, result: CallToolResult, declared: dict[str, Any] | None) -> Any:
    """Structured content where there is any, else the text. `declared` is the server's own
    output schema. Raises ToolError for a failed call, and for a result that breaks its schema."""
    structured = result.structured_content
    if result.is_error:
        told = _text(result) or ("" if structured is None else as_json(structured))
        retryable = (result.meta or {}).get(RETRYABLE) is True
        raise ToolError(told or f"{name} failed and did not say why.", retryable=retryable)
    if declared is not None:
        _keeps_its_word(name, structured, declared)
    if structured is None:
        return _text(result) if result.content else "(The tool returned nothing.)"
    if not _finite(structured):
        raise ToolError(f"{name} returned a number that JSON does not know.")
    others = [_part(part) for part in result.content if part.type != "text"]
    return "\n".join((as_json(structured), *others)) if others else structured


def _keeps_its_word(name: str, structured: Any, declared: dict[str, Any]) -> None:
    if structured is None:
        raise ToolError(f"{name} declares a schema for its result, but returned none that fits it.")
    try:
        problems = Schema(declared).problems(structured)
    except Unusable as error:
        raise ToolError(f"{name} declares a result schema that cannot be used: {error}.") from None
    if problems:
        place, what = problems[0]
        where = ".".join(map(str, place)) or "the result"
        raise ToolError(f"{name} returned what its own schema does not allow: {where}: {what}")


def _text(result: CallToolResult) -> str:
    return "\n".join(map(_part, result.content))


def _part(part: Any) -> str:
    """Text as it is; anything else by name, since a model is given text only."""
    match part.type:
        case "text":
            return str(part.text)
        case "image" | "audio":
            return f"[{part.type}, {part.mime_type}, {_bytes(part.data)}, not shown]"
        case "resource_link":
            return f"[link to the resource {part.name}: {part.uri}]"
        case "resource" if hasattr(part.resource, "text"):
            return f"[resource {part.resource.uri}]\n{part.resource.text}"
        case "resource":
            kind = part.resource.mime_type or "of unknown kind"
            size = _bytes(part.resource.blob)
            return f"[resource {part.resource.uri}, {kind}, {size}, not shown]"
    return f"[a part of type {part.type}, not shown]"


def _bytes(base64: str) -> str:
    return f"about {len(base64) * 3 // 4:,} bytes"


def _finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return all(map(_finite, value)) if isinstance(value, list) else True
