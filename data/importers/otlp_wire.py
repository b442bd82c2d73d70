"""OTLP/protobuf, read so that what a trace has said before is recognised and not decoded again.

An agent's model calls repeat the whole conversation in each span. Between two spans of a trace
those bytes are the same: they are compared as bytes, cut out, and only the rest is decoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.importers.otlp_bytes import Malformed, fields, varint
from data.importers.otlp_protobuf import attributes_of, messages
from data.importers.otlp_raw import Raw
from data.importers.otlp_regions import (
    AS_JSON,
    AS_JSON_KEY,
    FIRST_MESSAGE,
    MESSAGES,
    NONE,
    Region,
    Regions,
    json_region,
)

TRACE_ID, ATTRIBUTE = 0x0A, 0x4A
"""Fields 1 and 9 of a span, with their lengths before them."""


def from_protobuf(data: bytes, regions: Regions = NONE) -> Iterator[Raw]:
    """The spans of an ExportTraceServiceRequest (or TracesData). Raises Malformed."""
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

    try:
        for number, _, begin, end in fields(data, 0, len(data)):
            if number == 1:
                yield from _resource(data, begin, end, regions)
    except (DecodeError, UnicodeDecodeError, IndexError) as error:
        raise Malformed(f"The protobuf message cannot be read ({error}).") from None


def _resource(data: bytes, at: int, end: int, regions: Regions) -> Iterator[Raw]:
    resource: dict[str, Any] = {}
    parts = list(fields(data, at, end))
    for number, _, begin, until in parts:
        if number == 1:
            resource = attributes_of(messages().Resource.FromString(data[begin:until]).attributes)
    for number, _, begin, until in parts:
        if number == 2:
            yield from _scope(data, begin, until, resource, regions)


def _scope(
    data: bytes, at: int, end: int, resource: dict[str, Any], regions: Regions
) -> Iterator[Raw]:
    scope = ""
    spans: list[tuple[int, int]] = []
    for number, _, begin, until in fields(data, at, end):
        if number == 1:
            scope = messages().InstrumentationScope.FromString(data[begin:until]).name
        elif number == 2:
            spans.append((begin, until))
    for begin, until in spans:
        yield _span(data, begin, until, scope, resource, regions)


def _span(
    data: bytes, at: int, end: int, scope: str, resource: dict[str, Any], regions: Regions
) -> Raw:
    pieces: list[bytes] = []
    region: Region | None = None
    first, last = -1, -1  # of the attributes that hold the request
    torn = False
    kept = place = at
    if data.find(MESSAGES, at, end) < 0 and data.find(AS_JSON, at, end) < 0:
        place = end
    trace = ""
    while place < end:
        # as in `fields`, in one piece: this is the loop that everything passes through
        start = place
        tag = data[place]
        place += 1
        wire = tag & 7
        if wire == 1 and tag <= 0x7F:
            place += 8
            if place > end:
                raise Malformed("The protobuf message breaks off.")
            continue
        if wire != 2 or tag > 0x7F:
            _, _, _, place = next(fields(data, start, end))
            continue
        size = data[place]
        place += 1
        if size > 0x7F:
            size, place = varint(data, place - 1)
        begin = place
        place += size
        if place > end:
            raise Malformed("The protobuf message breaks off.")
        if tag == TRACE_ID:
            trace = data[begin:place].hex()
            continue
        if tag != ATTRIBUTE:
            continue
        key_at = begin + 2  # tag and length of the key
        if first < 0 and data.startswith(FIRST_MESSAGE, key_at):
            first, last = start, place
            earlier = next(
                (
                    known
                    for known in regions.of(trace)
                    if not known.as_json
                    and start + len(known.data) <= end
                    and data.startswith(known.data, start)
                ),
                None,
            )
            if earlier is not None:
                last = place = start + len(earlier.data)
                region = Region(b"", False, known=len(earlier.data), before=earlier)
                pieces.append(data[kept:start])
                kept = last
        elif first >= 0 and data.startswith(MESSAGES, key_at):
            torn = torn or start != last
            last = place
        elif region is None and size > 23 and data.startswith(AS_JSON_KEY, begin):
            region = json_region(data, key_at + len(AS_JSON), place, regions.of(trace))
            if region is not None and region.before is not None:
                pieces.append(data[kept:start])
                kept = place
    if first >= 0 and not torn and (region is None or not region.as_json):
        region = region or Region(b"", False)
        region.data = data[first:last]
    pieces.append(data[kept:end])
    span = messages().Span.FromString(b"".join(pieces))
    return Raw(
        trace=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex() if span.parent_span_id.strip(b"\0") else "",
        name=span.name,
        start=span.start_time_unix_nano / 1e9 or None,
        end=span.end_time_unix_nano / 1e9 or None,
        failed=span.status.code == 2,
        message=span.status.message,
        scope=scope,
        attributes=attributes_of(span.attributes),
        events=[(event.name, attributes_of(event.attributes)) for event in span.events],
        resource=resource,
        known=region,
    )


def restored(raw: Raw) -> None:
    """Decodes what was cut out of a span after all."""
    region: Region | None = raw.known
    if region is None or region.before is None:
        return
    region.before = None
    if region.as_json:
        raw.attributes[AS_JSON.decode()] = (region.data + b"]").decode("utf-8", "replace")
    else:
        cut = messages().Span.FromString(region.data[: region.known])
        raw.attributes = attributes_of(cut.attributes) | raw.attributes
