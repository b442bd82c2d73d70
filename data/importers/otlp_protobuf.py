"""The messages of OTLP/protobuf, and their attributes as plain values."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def messages() -> Any:
    """Imported when it is needed: it takes a tenth of a second."""
    from types import SimpleNamespace

    from opentelemetry.proto.common.v1.common_pb2 import InstrumentationScope
    from opentelemetry.proto.resource.v1.resource_pb2 import Resource
    from opentelemetry.proto.trace.v1.trace_pb2 import Span

    return SimpleNamespace(InstrumentationScope=InstrumentationScope, Resource=Resource, Span=Span)


def attributes_of(pairs: Any) -> dict[str, Any]:
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
        return attributes_of(inner.values)
    if kind == "bytes_value":
        return inner.hex()
    return inner
