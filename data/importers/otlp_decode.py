"""OTLP as JSON, and other tools' JSON of the same spans, as spans and log records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from data.importers.hostile import word
from data.importers.otlp_flat import flat, is_flat
from data.importers.otlp_raw import Attributes, Log, Raw, id_of
from data.importers.otlp_values import attributes_of, lists_of, object_of, value_of
from data.importers.times import seconds

__all__ = ["RESOURCE_LOGS", "RESOURCE_SPANS", "Log", "Raw", "from_json"]

RESOURCE_SPANS = {"resourceSpans", "resource_spans", "batches"}
NO_SPAN = "span that is no object"
SCOPE_SPANS = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
RESOURCE_LOGS = {"resourceLogs", "resource_logs"}


def from_json(record: Any, unknown: Callable[[str, Any], None]) -> Iterator[Raw | Log]:
    """The spans and logs of one export request, of a list of them, or of spans as they are."""
    if isinstance(record, list):
        for inner in record:
            yield from from_json(inner, unknown)
    elif is_flat(record):
        yield flat(record)
    elif isinstance(record, dict):
        known = False
        for group in lists_of(record, *RESOURCE_SPANS):
            known = True
            yield from _resource(group, unknown)
        for group in lists_of(record, *RESOURCE_LOGS):
            known = True
            yield from _logs(group)
        if not known and any(key in record for key in (*RESOURCE_SPANS, *RESOURCE_LOGS)):
            return
        if not known:
            lists = [v for v in record.values() if isinstance(v, list) and v and is_flat(v[0])]
            for spans in lists:
                yield from from_json(spans, unknown)
            if not lists:
                unknown(next(iter(record), "empty"), record)
    else:
        unknown(type(record).__name__, record)


def _resource(group: dict[str, Any], unknown: Callable[[str, Any], None]) -> Iterator[Raw]:
    resource = attributes_of(object_of(group.get("resource")).get("attributes"))
    for inner in lists_of(group, *SCOPE_SPANS):
        scope = word(
            object_of(inner.get("scope") or inner.get("instrumentationLibrary")).get("name")
        )
        spans = inner.get("spans")
        for span in spans if isinstance(spans, list) else ():
            if isinstance(span, dict):
                yield _span(span, scope, resource)
            else:
                unknown(NO_SPAN, span)


def _span(span: dict[str, Any], scope: str, resource: Attributes) -> Raw:
    status = object_of(span.get("status"))
    return Raw(
        trace=id_of(_get(span, "traceId", "trace_id"), 16),
        id=id_of(_get(span, "spanId", "span_id"), 8),
        parent=id_of(_get(span, "parentSpanId", "parent_span_id"), 8),
        name=word(span.get("name")),
        start=seconds(_get(span, "startTimeUnixNano", "start_time_unix_nano")),
        end=seconds(_get(span, "endTimeUnixNano", "end_time_unix_nano")),
        failed=status.get("code") in (2, "2", "STATUS_CODE_ERROR"),
        message=word(status.get("message")),
        scope=scope,
        attributes=attributes_of(span.get("attributes")),
        events=[(word(e.get("name")), attributes_of(e.get("attributes")))
                for e in lists_of(span, "events")],
        resource=resource,
    )  # fmt: skip


def _logs(group: dict[str, Any]) -> Iterator[Log]:
    for inner in lists_of(group, "scopeLogs", "scope_logs"):
        for record in lists_of(inner, "logRecords", "log_records"):
            attributes = attributes_of(record.get("attributes"))
            body = value_of(record.get("body"))
            if isinstance(body, dict):
                attributes = {**body, **attributes}
            elif body is not None:
                attributes.setdefault("content", body)
            name = _get(record, "eventName", "event_name") or attributes.get("event.name")
            trace = id_of(_get(record, "traceId", "trace_id"), 16)
            span = id_of(_get(record, "spanId", "span_id"), 8)
            yield Log(trace, span, word(name), attributes)


def _get(record: dict[str, Any], *names: str) -> Any:
    return next((record[name] for name in names if name in record), None)
