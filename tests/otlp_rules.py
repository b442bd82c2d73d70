"""The rules that an OpenTelemetry collector holds OTLP/JSON of traces to.

Their sources: the OTLP specification, section "JSON Protobuf Encoding" (ids are hex, 64-bit
numbers are decimal texts, enums are numbers and never names, keys are lowerCamelCase), and the
comments of opentelemetry/proto/trace/v1/trace.proto (lengths of ids, all-zero ids are invalid, a
span has a name, its end is not before its start, what the enums hold). Parents within the document
are this project's own rule: it exports whole traces.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as service
from opentelemetry.proto.trace.v1 import trace_pb2

IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}
LONGS = ("startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "intValue")


def parsed(text: str) -> Any:
    """The document as the collector reads it, or AssertionError with the rule it breaks."""
    told = json.loads(text)
    _walk(told)
    for group in told["resourceSpans"]:
        assert group["resource"]["attributes"], "a resource"
        for scoped in group["scopeSpans"]:
            assert scoped["scope"]["name"], "a scope"
    # the proto's own JSON has bytes as base64, where OTLP has hex
    message = json_format.ParseDict(
        _based(told), service.ExportTraceServiceRequest(), ignore_unknown_fields=False
    )
    spans = [s for g in message.resource_spans for sc in g.scope_spans for s in sc.spans]
    by_trace: dict[bytes, set[bytes]] = {}
    for span in spans:
        assert len(span.trace_id) == 16 and any(span.trace_id), "a trace id"
        assert len(span.span_id) == 8 and any(span.span_id), "a span id"
        assert span.span_id not in by_trace.setdefault(span.trace_id, set()), "an id once"
        by_trace[span.trace_id].add(span.span_id)
    for span in spans:
        assert span.name, "a name"
        assert span.end_time_unix_nano >= span.start_time_unix_nano, "an end after the start"
        assert span.kind in trace_pb2.Span.SpanKind.values() and span.kind > 0, "a kind"
        assert span.status.code in trace_pb2.Status.StatusCode.values(), "a status"
        assert not span.parent_span_id or span.parent_span_id in by_trace[span.trace_id], "a parent"
        keys = [pair.key for pair in span.attributes]
        assert len(keys) == len(set(keys)) and all(keys), "an attribute once"
        assert all(pair.value.WhichOneof("value") for pair in span.attributes), "a value"
        for event in span.events:
            _event(event)
    return message


def _event(event: Any) -> None:
    """Types and what is required are those of the GenAI conventions' model of events."""
    kinds = {pair.key: pair.value.WhichOneof("value") for pair in event.attributes}
    assert event.name and event.time_unix_nano, "a name and a time"
    assert len(kinds) == len(event.attributes) and all(kinds.values()), "an attribute once"
    if event.name == "gen_ai.evaluation.result":
        assert "gen_ai.evaluation.name" in kinds, "an evaluation has a name"
        for key, kind in kinds.items():
            wanted = "double_value" if key == "gen_ai.evaluation.score.value" else "string_value"
            assert kind == wanted, key


def _walk(value: Any) -> None:
    if isinstance(value, list):
        for one in value:
            _walk(one)
    elif isinstance(value, dict):
        for key, inner in value.items():
            assert re.fullmatch(r"[a-z][a-zA-Z]*", key), key
            if key in IDS:
                assert re.fullmatch(rf"[0-9a-f]{{{2 * IDS[key]}}}", inner), (key, inner)
            elif key in LONGS:
                assert isinstance(inner, str) and re.fullmatch(r"-?\d+", inner), (key, inner)
            elif key in ("kind", "code"):
                assert isinstance(inner, int), (key, inner)
            else:
                _walk(inner)


def _based(value: Any) -> Any:
    if isinstance(value, list):
        return [_based(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64encode(bytes.fromhex(inner)).decode() if key in IDS else _based(inner)
        for key, inner in value.items()
    }
