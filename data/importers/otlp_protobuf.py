"""The messages of OTLP/protobuf, and their attributes as plain values."""

from __future__ import annotations

from functools import cache
from typing import Any

from data.importers.otlp_bytes import Malformed


@cache
def messages() -> Any:
    """Imported when it is needed: it takes a tenth of a second."""
    from types import SimpleNamespace

    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    from opentelemetry.proto.common.v1.common_pb2 import InstrumentationScope, KeyValue
    from opentelemetry.proto.resource.v1.resource_pb2 import Resource
    from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

    return SimpleNamespace(
        ExportTraceServiceRequest=ExportTraceServiceRequest,
        InstrumentationScope=InstrumentationScope,
        KeyValue=KeyValue,
        Resource=Resource,
        Span=Span,
        Status=Status,
    )


def request_of(data: bytes) -> Any:
    """The whole ExportTraceServiceRequest, every byte of it decoded. Raises Malformed."""
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

    try:
        return messages().ExportTraceServiceRequest.FromString(data)
    except DecodeError as error:
        raise Malformed(f"The protobuf message cannot be read ({error}).") from None


def plainly(data: bytes) -> bytes:
    """The request with only what is known of its messages, in the usual order. Raises Malformed."""
    request = request_of(data)
    request.DiscardUnknownFields()
    return bytes(request.SerializeToString())


def attributes_of(pairs: Any) -> dict[str, Any]:
    return {pair.key: _value(pair.value) for pair in pairs}


def attribute_of(data: bytes) -> tuple[str, Any]:
    pair = messages().KeyValue.FromString(data)
    return pair.key, _value(pair.value)


def event_of(data: bytes) -> tuple[str, dict[str, Any]]:
    event = messages().Span.Event.FromString(data)
    return event.name, attributes_of(event.attributes)


def status_of(data: bytes) -> tuple[bool, str]:
    """Whether it failed, and what is said of that."""
    status = messages().Status.FromString(data)
    return status.code == 2, status.message


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
