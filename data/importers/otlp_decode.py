"""OTLP in its spellings (protobuf, JSON, other tools' JSON of the same spans) as one plain form.

In JSON the specification writes ids in hex, though protobuf's own JSON writes base64: both are
read. Numbers of 64 bits may be texts. Nothing here knows what a span means.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from data.importers.hostile import finite, word
from data.importers.times import seconds

HEX = re.compile("[0-9a-f]+")
Attributes = dict[str, Any]


@dataclass(slots=True)
class Raw:
    """A span as it was sent. Times are seconds since the epoch, None where unknown."""

    trace: str
    id: str
    parent: str = ""
    name: str = ""
    start: float | None = None
    end: float | None = None
    failed: bool = False
    message: str = ""
    """Of the status."""
    scope: str = ""
    attributes: Attributes = field(default_factory=dict)
    events: list[tuple[str, Attributes]] = field(default_factory=list)
    resource: Attributes = field(default_factory=dict)
    known: Any = None
    """What of the request was recognised without being decoded (see otlp_wire)."""

    @property
    def sound(self) -> bool:
        """Whether its ids are what OTLP asks for: 16 and 8 bytes in hex, not all zero."""
        return is_id(self.trace, 32) and is_id(self.id, 16)


@dataclass(slots=True)
class Log:
    """A log record that belongs to a span: older GenAI instrumentors put the messages there."""

    trace: str
    span: str
    name: str
    attributes: Attributes


def is_id(text: str, digits: int) -> bool:
    return len(text) == digits and not text.strip("0123456789abcdef") and text.strip("0") != ""


def id_of(value: Any, size: int) -> str:
    """Hex of an id of `size` bytes in hex or base64; another text as it is."""
    text = word(value).strip()
    if not text:
        return ""
    bare = text.removeprefix("0x").lower()
    if len(bare) == 2 * size and HEX.fullmatch(bare):
        return bare if bare.strip("0") else ""
    if text.endswith("=") or len(text) == -(-size * 4 // 3):
        try:
            made = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return text
        if len(made) == size:
            return made.hex()
    return text


# JSON


def has_spans(record: Any) -> bool:
    return isinstance(record, dict) and bool(RESOURCE_SPANS & record.keys())


RESOURCE_SPANS = {"resourceSpans", "resource_spans", "batches"}
RESOURCE_LOGS = {"resourceLogs", "resource_logs"}


def is_flat(record: Any) -> bool:
    """A span as the SDK's console exporter and Phoenix write it."""
    if not isinstance(record, dict) or "name" not in record:
        return False
    context = record.get("context")
    return isinstance(context, dict) and {"trace_id", "span_id"} <= context.keys()


def from_json(record: Any, unknown: Callable[[str, Any], None]) -> Iterator[Raw | Log]:
    """The spans and logs of one export request, of a list of them, or of spans as they are."""
    if isinstance(record, list):
        for inner in record:
            yield from from_json(inner, unknown)
    elif is_flat(record):
        yield _flat(record)
    elif isinstance(record, dict):
        known = False
        for group in _lists(record, *RESOURCE_SPANS):
            known = True
            yield from _resource(group, unknown)
        for group in _lists(record, *RESOURCE_LOGS):
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


def _lists(record: dict[str, Any], *names: str) -> Iterator[dict[str, Any]]:
    for name in names:
        found = record.get(name)
        for one in found if isinstance(found, list) else ():
            if isinstance(one, dict):
                yield one


def _resource(group: dict[str, Any], unknown: Callable[[str, Any], None]) -> Iterator[Raw]:
    resource = _attributes(_dict(group.get("resource")).get("attributes"))
    for inner in _lists(
        group, "scopeSpans", "scope_spans", "instrumentationLibrarySpans",
    ):  # fmt: skip
        scope = word(_dict(inner.get("scope") or inner.get("instrumentationLibrary")).get("name"))
        spans = inner.get("spans")
        for span in spans if isinstance(spans, list) else ():
            if isinstance(span, dict):
                yield _span(span, scope, resource)
            else:
                unknown("span that is no object", span)


def _span(span: dict[str, Any], scope: str, resource: Attributes) -> Raw:
    status = _dict(span.get("status"))
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
        attributes=_attributes(span.get("attributes")),
        events=[(word(e.get("name")), _attributes(e.get("attributes")))
                for e in _lists(span, "events")],
        resource=resource,
    )  # fmt: skip


def _flat(span: dict[str, Any]) -> Raw:
    context, status = _dict(span["context"]), span.get("status")
    code = status.get("status_code") if isinstance(status, dict) else status
    code = span.get("status_code", code)
    said = _dict(status).get("description") or span.get("status_message")
    attributes = _loose(span.get("attributes"))
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
        events=[(word(e.get("name")), _loose(e.get("attributes"))) for e in _lists(span, "events")],
        resource=_loose(_dict(span.get("resource")).get("attributes")),
    )


def _logs(group: dict[str, Any]) -> Iterator[Log]:
    for inner in _lists(group, "scopeLogs", "scope_logs"):
        for record in _lists(inner, "logRecords", "log_records"):
            attributes = _attributes(record.get("attributes"))
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


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _loose(value: Any) -> Attributes:
    return {str(k): v for k, v in value.items()} if isinstance(value, dict) else _attributes(value)


def _attributes(pairs: Any) -> Attributes:
    if isinstance(pairs, dict):  # some writers make an object of them
        return {str(key): value for key, value in pairs.items()}
    found: Attributes = {}
    for pair in pairs if isinstance(pairs, list) else ():
        if isinstance(pair, dict) and isinstance(pair.get("key"), str):
            found[pair["key"]] = value_of(pair.get("value"))
    return found


def value_of(value: Any) -> Any:
    """OTLP's AnyValue as a plain value."""
    if not isinstance(value, dict) or len(value) != 1:
        return value if not isinstance(value, dict) else (finite(value) or None)
    kind, inner = next(iter(value.items()))
    if kind in ("intValue", "int_value"):
        try:
            return int(inner)
        except (ValueError, TypeError, OverflowError):
            return inner
    if kind in ("arrayValue", "array_value"):
        values = _dict(inner).get("values")
        return [value_of(one) for one in values] if isinstance(values, list) else []
    if kind in ("kvlistValue", "kvlist_value"):
        return _attributes(_dict(inner).get("values"))
    if kind.endswith(("Value", "_value")):
        return inner
    return value
