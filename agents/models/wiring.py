"""Small parts of every wire: links, settings, and names and ids as the providers take them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from agents.messages import Call, Link, Part, Wire, as_json


def safe_name(name: str) -> str:
    """A tool name that no provider refuses: ^[a-zA-Z0-9_-]{1,64}$ (a model may invent any)."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:64] or "unknown"


def safe_id(call_id: str, longest: int, *, plain: bool = False) -> str:
    """`plain` allows only ^[a-zA-Z0-9_-]+$, as Anthropic does."""
    fits = 0 < len(call_id) <= longest and not (plain and re.search(r"[^a-zA-Z0-9_-]", call_id))
    if fits:
        return call_id
    digest = hashlib.blake2b(call_id.encode("utf-8", "surrogatepass"), digest_size=12)
    return f"call_{digest.hexdigest()}"


def safe_arguments(call: Call, written: Any = None) -> str:
    """Arguments as a string of valid JSON: as the model wrote them where that is so already."""
    if call.fault:
        # what was malformed would be refused again with every later request
        return "{}"
    if isinstance(written, str):
        try:
            if json.loads(written) == dict(call.arguments):
                return written
        except (ValueError, RecursionError):
            pass
    return as_json(dict(call.arguments))


def link(part: Part, role: str, body: Any) -> Link:
    return Link(part, role, as_json(body))


def bodies(wire: Wire, *roles: str) -> list[Any]:
    return [json.loads(piece.body) for piece in wire if piece.role in roles]


def settings_of(wire: Wire) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(wire[-1].body)
    return settings


def given(pairs: Sequence[tuple[str, Any]], refused: set[str]) -> dict[str, Any]:
    """The settings that are set and not refused."""
    return {name: v for name, v in pairs if v not in (None, (), []) and name not in refused}
