"""What two processes say to each other through pipes: a value as JSON and bytes beside it, each
behind its length."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO, NamedTuple

from pydantic_core import from_json, to_json

LENGTHS = struct.Struct(">II")


class Frame(NamedTuple):
    value: Any
    data: bytes = b""


def send(stream: BinaryIO, value: Any, data: bytes = b"") -> None:
    """Raises OSError."""
    head = _bytes_of(value)
    stream.write(LENGTHS.pack(len(head), len(data)))
    stream.write(head)
    stream.write(data)
    stream.flush()


def hear(stream: BinaryIO) -> Frame:
    """The next one. Raises EOFError where there is none that is whole, ValueError for nonsense."""
    head, rest = LENGTHS.unpack(_read(stream, LENGTHS.size))
    return Frame(_value_of(_read(stream, head)), _read(stream, rest) if rest else b"")


def _bytes_of(value: Any) -> bytes:
    try:
        return to_json(value)
    except ValueError:  # a lone surrogate
        return json.dumps(value).encode()


def _value_of(data: bytes) -> Any:
    try:
        return from_json(data)
    except ValueError:
        return json.loads(data)


def _read(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("the other process said no more")
    return data
