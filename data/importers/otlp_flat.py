"""Spans as the SDK's console exporter and Phoenix write them: one plain object each."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import word
from data.importers.otlp_raw import Raw, id_of
from data.importers.otlp_values import lists_of, loose, object_of
from data.importers.times import seconds


def is_flat(record: Any) -> bool:
    """A span as the SDK's console exporter and Phoenix write it."""
    if not isinstance(record, dict) or "name" not in record:
        return False
    context = record.get("context")
    return isinstance(context, dict) and {"trace_id", "span_id"} <= context.keys()


def flat(span: dict[str, Any]) -> Raw:
    context, status = object_of(span["context"]), span.get("status")
    code = status.get("status_code") if isinstance(status, dict) else status
    code = span.get("status_code", code)
    said = object_of(status).get("description") or span.get("status_message")
    attributes = loose(span.get("attributes"))
    if "span_kind" in span and "openinference.span.kind" not in attributes:
        attributes["openinference.span.kind"] = span["span_kind"]
    return Raw(
        trace=id_of(context.get("trace_id"), 16),
        id=id_of(context.get("span_id"), 8),
        parent=id_of(span.get("parent_id"), 8),
        name=word(span.get("name")),
        start=seconds(span.get("start_time")),
        end=seconds(span.get("end_time")),
        failed=word(code).upper().endswith("ERROR"),
        message=word(said),
        attributes=attributes,
        events=[
            (word(e.get("name")), loose(e.get("attributes"))) for e in lists_of(span, "events")
        ],
        resource=loose(object_of(span.get("resource")).get("attributes")),
    )
