"""Counts tokens offline, with OpenAI's o200k vocabulary.

For OpenAI's models this is their own count of a text; for others it is an estimate (Claude's
vocabularies give about 1.2 to 1.5 times as many on code). A request is counted by this formula:

    3 for the request
    + for each message, 3 and the tokens of its content as the model reads it
      (texts, a call's name and arguments, a result; no keys, ids, signatures or encrypted parts)
    + for each tool, the tokens of its definition as JSON
    + nothing for the settings
"""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import asdict
from typing import Any

from pydantic_core import from_json

from agents.messages import Link, Part, ToolSpec, Wire, as_json
from agents.remembering import Growing

PER_MESSAGE = 3
PER_REQUEST = 3
PER_TOOL_DEFINITION = 15
"""Seed 000's rule of thumb for what a tool's definition costs beyond its text."""
MOST_REMEMBERED = 50_000

_lock = threading.Lock()
_encoding: Any = None
_remembered: dict[bytes, int] = {}


def count(text: str) -> int:
    """Special tokens count as the plain text they are. Texts seen before cost only a hash."""
    data = text.encode("utf-8", "replace")
    key = hashlib.blake2b(data, digest_size=16).digest()
    known = _remembered.get(key)
    if known is None:
        known = int(_tokenizer().count(data.decode()))
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = known
    return known


def count_link(link: Link) -> int:
    """Tokens of one message or tool, its share of the overhead included; 0 for the settings."""
    if link.part == "settings":
        return 0
    if link.part == "tools":
        return count(link.body)
    return PER_MESSAGE + count(content_of(link.body))


_counted = Growing(count_link)


def count_wire(wire: Wire) -> int:
    return sum(_counted(wire)) + PER_REQUEST


def part_tokens(wire: Wire) -> dict[Part, int]:
    """By part, for the composition of the context; the parts add up to `count_wire` less the
    3 for the request. Parts that do not occur are left out."""
    parts: dict[Part, int] = {}
    for link, tokens in zip(wire, _counted(wire), strict=True):
        if tokens:
            parts[link.part] = parts.get(link.part, 0) + tokens
    return parts


def count_definition(spec: ToolSpec) -> int:
    """Of a tool's definition as JSON; it is part of every request that tells of the tool."""
    return count(as_json(asdict(spec)))


def tool_overhead(tools: int) -> int:
    return PER_TOOL_DEFINITION * tools


def content_of(body: str) -> str:
    """What a model reads of a message, whichever API's form it has."""
    try:
        value = from_json(body)
    except (ValueError, TypeError):
        # not for this quick reader, which takes no lone surrogate, escaped or not
        try:
            value = json.loads(body)
        except ValueError:
            return body
    found: list[str] = []
    _read(value, found)
    return "\n".join(found)


_TEXTS = ("content", "text", "thinking", "output", "summary", "reasoning_content")
_NESTED = ("tool_calls", "function")
_READ = (*_TEXTS, *_NESTED)
_CALL = ("name", "arguments", "input")


def _read(value: Any, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, list):
        for item in value:
            _read(item, found)
    elif isinstance(value, dict):
        for name in _READ:
            if name in value:
                _read(value[name], found)
        for name in _CALL:
            written = value.get(name)
            if isinstance(written, str):
                found.append(written)
            elif written is not None:
                found.append(json.dumps(written, ensure_ascii=False))


def _tokenizer() -> Any:
    """Loading takes about a second."""
    global _encoding
    with _lock:
        if _encoding is None:
            import quicktok  # type: ignore[import-untyped]  # it ships no types

            _encoding = quicktok.get_encoding("o200k_base")
    return _encoding
