"""OTLP/protobuf, read so that what a trace has said before is recognised and not decoded again.

An agent's model calls repeat the whole conversation in each span. Between two spans of a trace
those bytes are the same: they are compared as bytes, cut out, and only the rest is decoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from agents.errors import BadInput
from data.importers.otlp_decode import Raw

FIRST_MESSAGE = b"llm.input_messages.0."
MESSAGES = b"llm.input_messages."
AS_JSON = b"gen_ai.input.messages"
AS_JSON_KEY = b"\x0a" + bytes([len(AS_JSON)]) + AS_JSON
TRACE_ID, ATTRIBUTE = 0x0A, 0x4A
"""Fields 1 and 9 of a span, with their lengths before them."""


class Malformed(BadInput):
    """The bytes are no export request."""


@dataclass(slots=True)
class Region:
    """The part of a span that held its request: attributes side by side (OpenInference), or one
    text of JSON (GenAI), then without its closing bracket."""

    data: bytes
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


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        try:
            byte = data[at]
        except IndexError:
            raise Malformed("The protobuf message breaks off.") from None
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise Malformed("The protobuf message holds a number that no computer holds.")


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
            raise Malformed("The protobuf message breaks off.")
        yield tag >> 3, place, begin, at


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
            resource = _attributes(_messages().Resource.FromString(data[begin:until]).attributes)
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
            scope = _messages().InstrumentationScope.FromString(data[begin:until]).name
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
            region = _json_region(data, key_at + len(AS_JSON), place, regions.of(trace))
            if region is not None and region.before is not None:
                pieces.append(data[kept:start])
                kept = place
    if first >= 0 and not torn and (region is None or not region.as_json):
        region = region or Region(b"", False)
        region.data = data[first:last]
    pieces.append(data[kept:end])
    span = _messages().Span.FromString(b"".join(pieces))
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
        attributes=_attributes(span.attributes),
        events=[(event.name, _attributes(event.attributes)) for event in span.events],
        resource=resource,
        known=region,
    )


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


@cache
def _messages() -> Any:
    """Imported when it is needed: it takes a tenth of a second."""
    from types import SimpleNamespace

    from opentelemetry.proto.common.v1.common_pb2 import InstrumentationScope
    from opentelemetry.proto.resource.v1.resource_pb2 import Resource
    from opentelemetry.proto.trace.v1.trace_pb2 import Span

    return SimpleNamespace(InstrumentationScope=InstrumentationScope, Resource=Resource, Span=Span)


def _attributes(pairs: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        value = pair.value
        # nearly all are texts, and asking for the kind of one takes longer than reading it
        found[pair.key] = value.string_value or _value(value)
    return found


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    inner = getattr(value, kind)
    if kind == "array_value":
        return [_value(one) for one in inner.values]
    if kind == "kvlist_value":
        return _attributes(inner.values)
    if kind == "bytes_value":
        return inner.hex()
    return inner


def restored(raw: Raw) -> None:
    """Decodes what was cut out of a span after all."""
    region: Region | None = raw.known
    if region is None or region.before is None:
        return
    region.before = None
    if region.as_json:
        raw.attributes[AS_JSON.decode()] = (region.data + b"]").decode("utf-8", "replace")
    else:
        cut = _messages().Span.FromString(region.data[: region.known])
        raw.attributes = _attributes(cut.attributes) | raw.attributes
