"""The wire format of protobuf: where the fields of a message stand in its bytes."""

from __future__ import annotations

from collections.abc import Iterator

from agents.errors import BadInput


class Malformed(BadInput):
    """The bytes are no export request."""


BREAKS_OFF = "The protobuf message breaks off."


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that stands from `at`, and where it ends."""
    value = shift = 0
    while True:
        try:
            byte = data[at]
        except IndexError:
            raise Malformed(BREAKS_OFF) from None
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise Malformed("The protobuf message holds a number that no computer holds.")


def sized(number: int) -> bytes:
    """The number as it stands before what is so long."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def fields(data: bytes, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Number, place, and the beginning and end of the value of each field."""
    while at < end:
        place = at
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 2:
            size, at = varint(data, at)
            begin, at = at, at + size
        elif wire == 0:
            begin = at
            _, at = varint(data, at)
        elif wire == 1:
            begin, at = at, at + 8
        elif wire == 5:
            begin, at = at, at + 4
        else:
            raise Malformed("The protobuf message holds a field of an unknown type.")
        if at > end:
            raise Malformed(BREAKS_OFF)
        yield tag >> 3, place, begin, at
