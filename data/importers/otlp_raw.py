"""A span and a log record of OTLP in one plain form, whichever way they were sent.

In JSON the specification writes ids in hex, though protobuf's own JSON writes base64: both are
read. Nothing here knows what a span means.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, field
from typing import Any

from data.importers.hostile import word

HEX = re.compile("[0-9a-f]+")
Attributes = dict[str, Any]


@dataclass(slots=True)
class Raw:
    """A span as it was sent. Times are seconds since the epoch, None where unknown."""

    trace: str
    id: str
    parent: str = ""
    name: str = ""
    start: float | None = None
    end: float | None = None
    failed: bool = False
    message: str = ""
    """Of the status."""
    scope: str = ""
    attributes: Attributes = field(default_factory=dict)
    events: list[tuple[str, Attributes]] = field(default_factory=list)
    resource: Attributes = field(default_factory=dict)
    known: Any = None
    """What of the request was recognised without being decoded (see otlp_wire)."""
    laid: Any = None
    """The attributes by their names, once they were looked at (see otlp_layout)."""

    @property
    def sound(self) -> bool:
        """Whether its ids are what OTLP asks for: 16 and 8 bytes in hex, not all zero."""
        return is_id(self.trace, 32) and is_id(self.id, 16)


@dataclass(slots=True)
class Log:
    """A log record that belongs to a span: older GenAI instrumentors put the messages there."""

    trace: str
    span: str
    name: str
    attributes: Attributes


def is_id(text: str, digits: int) -> bool:
    return len(text) == digits and not text.strip("0123456789abcdef") and text.strip("0") != ""


def id_of(value: Any, size: int) -> str:
    """Hex of an id of `size` bytes in hex or base64; another text as it is."""
    text = word(value).strip()
    if not text:
        return ""
    bare = text.removeprefix("0x").lower()
    if len(bare) == 2 * size and HEX.fullmatch(bare):
        return bare if bare.strip("0") else ""
    if text.endswith("=") or len(text) == -(-size * 4 // 3):
        try:
            made = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return text
        if len(made) == size:
            return made.hex()
    return text
