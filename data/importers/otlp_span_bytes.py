"""A span of OTLP/protobuf out of its bytes.

By hand: a message of the protobuf library asks three times as much for a span's attributes, and
what a trace has said before need not be decoded at all (see otlp_regions).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from data.importers.otlp_bytes import BREAKS_OFF, Malformed, fields, sized, varint
from data.importers.otlp_protobuf import attribute_of, event_of, status_of
from data.importers.otlp_raw import Raw
from data.importers.otlp_regions import (
    AS_JSON,
    FIRST_MESSAGE,
    MESSAGES,
    Region,
    Regions,
    earlier_of,
    json_region,
)

TRACE_ID, SPAN_ID, PARENT, NAME, START, END = 0x0A, 0x12, 0x22, 0x2A, 0x39, 0x41
ATTRIBUTE, EVENT, STATUS, FLAGS = 0x4A, 0x5A, 0x7A, (0x85, 0x01)
"""A span's fields as they begin: their number and the kind of their value."""
PLAIN, MESSAGE, FIRST, JSON = range(4)
MOST_NAMES = 20_000
_names: dict[bytes, tuple[str, int]] = {}
"""The name of an attribute as it stands, with what stands before it -> as a text, and its part in
the request."""


def span_of(
    data: bytes, at: int, end: int, scope: str, resource: dict[str, Any], regions: Regions
) -> Raw:
    """Raises Malformed, IndexError, UnicodeDecodeError, DecodeError."""
    raw = Raw("", "", scope=scope, resource=resource)
    attributes = raw.attributes
    first = last = -1  # of the attributes that hold the request
    torn = False
    earlier: Region | None = None
    json: Region | None = None
    json_at = json_end = -1
    place = at
    while place < end:
        # as in `otlp_bytes.fields`, in one piece: everything passes through this loop
        start = place
        tag = data[place]
        begin = place + 2
        if tag & 0x87 == 2:
            size = data[place + 1]
            if size > 0x7F:
                if (more := data[begin]) > 0x7F:
                    size, begin = varint(data, place + 1)
                else:
                    size, begin = size + (more - 1) * 0x80, begin + 1
            place = begin + size
        elif tag & 0x87 == 1:
            place += 9
        elif tag == FLAGS[0] and data[place + 1] == FLAGS[1]:
            place += 6
        else:
            _, _, _, place = next(fields(data, start, end))
        if place > end:
            raise Malformed(BREAKS_OFF)
        if tag == ATTRIBUTE:
            value_at = begin + 2 + data[begin + 1]
            name, part = _names.get(data[begin:value_at]) or _name(data[begin:value_at])
            if part and (first >= 0 or part != MESSAGE):
                if part == JSON:
                    if json is None:
                        json = json_region(data, value_at, place, regions.of(raw.trace))
                        json_at, json_end = begin, place
                        if json is not None and json.before is not None:
                            continue
                elif first >= 0:
                    torn = torn or start != last
                    last = place
                else:
                    first, last = start, place
                    earlier = earlier_of(data, start, end, regions.of(raw.trace))
                    if earlier is not None:
                        last = place = start + len(earlier.data)
                        continue
            before = _before_text(place - value_at)
            if name and data.startswith(before, value_at):
                attributes[name] = data[value_at + len(before) : place].decode()
            elif name and (number := _number(data, value_at, place)) is not None:
                attributes[name] = number
            else:
                name, value = attribute_of(data[begin:place])
                attributes[name] = value
        elif tag == TRACE_ID:
            raw.trace = data[begin:place].hex()
        elif tag == SPAN_ID:
            raw.id = data[begin:place].hex()
        elif tag == PARENT:
            raw.parent = data[begin:place].hex() if data[begin:place].strip(b"\0") else ""
        elif tag == NAME:
            raw.name = data[begin:place].decode()
        elif tag == START:
            raw.start = int.from_bytes(data[start + 1 : place], "little") / 1e9 or None
        elif tag == END:
            raw.end = int.from_bytes(data[start + 1 : place], "little") / 1e9 or None
        elif tag == EVENT:
            raw.events.append(event_of(data[begin:place]))
        elif tag == STATUS:
            raw.failed, raw.message = status_of(data[begin:place])
    if first < 0:
        raw.known = json
        return raw
    if json is not None and json.before is not None:  # it is there twice, and the other one counts
        name, value = attribute_of(data[json_at:json_end])
        attributes[name] = value
    if earlier is not None:
        raw.known = Region(
            b"" if torn else data[first:last], False, b"", len(earlier.data), earlier
        )
    elif not torn:
        raw.known = Region(data[first:last], False)
    return raw


def _number(data: bytes, at: int, end: int) -> int | None:
    """A whole number below 2**28, as the value of an attribute."""
    if not 4 <= end - at <= 7 or data[at + 1] != end - at - 2 or data[at + 2] != 0x18:
        return None
    number, until = varint(data, at + 3)
    return number if until == end else None


def _name(key: bytes) -> tuple[str, int]:
    """Empty where it is written in a way that nobody writes."""
    if key[0] != 0x0A or key[1] > 0x7F:
        return "", PLAIN
    told = key[2:]
    part = PLAIN
    if told.startswith(MESSAGES):
        part = FIRST if told.startswith(FIRST_MESSAGE) else MESSAGE
    elif told == AS_JSON:
        part = JSON
    if len(_names) >= MOST_NAMES:
        _names.clear()
    _names[key] = told.decode(), part
    return _names[key]


@lru_cache(maxsize=20_000)
def _before_text(size: int) -> bytes:
    """What stands before a text that ends after so many bytes, in the value of an attribute."""
    for digits in range(1, 6):
        for more in (0, 1):
            length = size - 2 - digits - digits - more
            if length >= 0:
                text = b"\x0a" + sized(length)
                value = b"\x12" + sized(len(text) + length)
                if len(value) + len(text) + length == size:
                    return value + text
    return b"\xff"  # there is none of this size
