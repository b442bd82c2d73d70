"""OTLP/protobuf, read so that what a trace has said before is recognised and not decoded again.

An agent's model calls repeat the whole conversation in each span. Between two spans of a trace
those bytes are the same: they are compared as bytes, cut out, and only the rest is decoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.importers.otlp_bytes import Malformed, fields
from data.importers.otlp_protobuf import attributes_of, messages
from data.importers.otlp_raw import Raw
from data.importers.otlp_regions import AS_JSON, NONE, Region, Regions
from data.importers.otlp_span_bytes import span_of


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
        yield span_of(data, begin, until, scope, resource, regions)


def restored(raw: Raw) -> None:
    """Decodes what was cut out of a span after all."""
    region: Region | None = raw.known
    if region is None or region.before is None:
        return
    before, region.before = region.before, None
    raw.laid = None
    if region.as_json:
        raw.attributes[AS_JSON.decode()] = (region.data + b"]").decode("utf-8", "replace")
    else:
        cut = messages().Span.FromString(before.data)
        raw.attributes = attributes_of(cut.attributes) | raw.attributes
