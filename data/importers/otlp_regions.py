"""The requests of a trace's spans as bytes, so that one that goes on from another is recognised."""

from __future__ import annotations

from dataclasses import dataclass

from data.importers.otlp_bytes import BREAKS_OFF, Malformed, fields, varint

FIRST_MESSAGE = b"llm.input_messages.0."
MESSAGES = b"llm.input_messages."
AS_JSON = b"gen_ai.input.messages"
AS_JSON_KEY = b"\x0a" + bytes([len(AS_JSON)]) + AS_JSON
LONGER = len(FIRST_MESSAGE)
AS_JSON_LENGTH = len(AS_JSON)
TRACE_ID, ATTRIBUTE, FLAGS = 0x0A, 0x4A, (0x85, 0x01)
"""Fields 1, 9 and 16 of a span, as they begin."""


@dataclass(slots=True)
class Region:
    """The part of a span that held its request: attributes side by side (OpenInference), or one
    text of JSON (GenAI), then without its closing bracket."""

    data: bytes
    """Empty where a request of attributes does not stand in one piece."""
    as_json: bool
    fresh: bytes = b""
    """Of a text of JSON: what follows what was known of it."""
    known: int = 0
    """Bytes at its beginning that an earlier region of the trace had, all of it."""
    before: Region | None = None
    """That earlier region."""


class Regions:
    """The last regions of each trace; the caller says which of them stand for something."""

    def of(self, trace: str) -> list[Region]:
        """Newest first."""
        return []


NONE = Regions()
Found = tuple[Region | None, int, int]
"""The region, and from where to where the span need not be decoded."""


def region_of(data: bytes, at: int, end: int, regions: Regions) -> Found:
    """Of the span that stands in `data` from `at` to `end`. Raises Malformed, IndexError."""
    first = last = cut = -1
    torn = False
    earlier: Region | None = None
    json: Region | None = None
    json_at = json_end = end
    place = at
    while place < end:
        # as in `fields`, in one piece: this is the loop that everything passes through
        start = place
        tag = data[place]
        begin = place + 2
        if tag & 0x87 == 2:
            size = data[place + 1]
            if size > 0x7F:
                more = data[begin]
                if more > 0x7F:
                    size, begin = varint(data, place + 1)
                else:
                    size += (more - 1) << 7
                    begin += 1
            place = begin + size
        elif tag & 0x87 == 1:
            place += 9
        elif tag == FLAGS[0] and data[place + 1] == FLAGS[1]:
            place += 6
        elif tag & 0x87 == 0:
            place += 2
            while data[place - 1] > 0x7F:
                place += 1
        else:
            _, _, begin, place = next(fields(data, start, end))
        if place > end:
            raise Malformed(BREAKS_OFF)
        if tag != ATTRIBUTE:
            continue
        # before a name stand its tag and its length
        length = data[begin + 1]
        if length > LONGER:
            if first >= 0:
                if data.startswith(MESSAGES, begin + 2):
                    torn = torn or start != last
                    last = place
            elif data.startswith(FIRST_MESSAGE, begin + 2):
                first, last = start, place
                earlier = _earlier(data, start, end, regions.of(_trace(data, at)))
                if earlier is not None:
                    last = place = cut = start + len(earlier.data)
        elif length == AS_JSON_LENGTH and json is None and data.startswith(AS_JSON_KEY, begin):
            known = regions.of(_trace(data, at))
            json = _json_region(data, begin + len(AS_JSON_KEY), place, known)
            json_at, json_end = start, place
    if first < 0:
        return (json, json_at, json_end) if json and json.before else (json, end, end)
    if torn and earlier is None:
        return None, end, end
    region = Region(b"" if torn else data[first:last], False)
    if earlier is None:
        return region, end, end
    region.known, region.before = len(earlier.data), earlier
    return region, first, cut


def _trace(data: bytes, at: int) -> str:
    """Empty where a span does not begin with it: then nothing is recognised."""
    return data[at + 2 : at + 18].hex() if data[at] == TRACE_ID and data[at + 1] == 16 else ""


def _earlier(data: bytes, at: int, end: int, regions: list[Region]) -> Region | None:
    for known in regions:
        if (
            not known.as_json
            and known.data
            and at + len(known.data) <= end
            and data.startswith(known.data, at)
        ):
            return known
    return None


def _json_region(data: bytes, at: int, end: int, earlier: list[Region]) -> Region | None:
    """The text of the attribute whose value stands from `at`; None where it is no text."""
    if at >= end or data[at] != 0x12:
        return None
    _, at = varint(data, at + 1)
    if at >= end or data[at] != 0x0A:
        return None
    size, at = varint(data, at + 1)
    if at + size != end or data[end - 1 : end] != b"]":
        return None
    for before in earlier:
        known = len(before.data)
        if (
            before.as_json
            and known < size
            and data.startswith(before.data, at)
            and data[at + known : at + known + 1] in (b",", b"]")
        ):
            return Region(data[at : end - 1], True, data[at + known : end - 1], known, before)
    return Region(data[at : end - 1], True)
