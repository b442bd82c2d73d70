"""Spans in the JSON of OTLP: ids as hex, 64-bit numbers as texts, enums as numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.messages import as_json

INTERNAL, CLIENT = 1, 3
UNSET, ERROR = 0, 2
LATEST = 2**63 - 1
SCOPE = "triptych"

SpanEvent = dict[str, Any]
"""Name, at (nanoseconds) and attributes; those that are None are left out."""


@dataclass(slots=True)
class Span:
    """`start` and `end` are seconds since the epoch. Attributes that are None are left out."""

    trace: str
    id: str
    parent: str
    start: float
    end: float
    name: str = ""
    kind: int = INTERNAL
    status: int = UNSET
    message: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    events: list[SpanEvent] = field(default_factory=list)

    def json(self) -> str:
        start = nanoseconds(self.start)
        told: dict[str, Any] = {
            "traceId": self.trace,
            "spanId": self.id,
            **({"parentSpanId": self.parent} if self.parent else {}),
            "name": self.name,
            "kind": self.kind,
            "startTimeUnixNano": str(start),
            "endTimeUnixNano": str(max(start, nanoseconds(self.end))),
            "attributes": pairs(self.attributes),
            "status": {"code": self.status, **({"message": self.message} if self.message else {})}
            if self.status
            else {},
        }
        if self.events:
            told["events"] = [
                {
                    "timeUnixNano": str(event["at"]),
                    "name": event["name"],
                    "attributes": pairs(event["attributes"]),
                }
                for event in self.events
            ]
        return as_json(told)


def nanoseconds(seconds: float) -> int:
    """To the microsecond, which is what a float of today holds; 0, OTLP's word for unknown, for a
    time that no clock shows."""
    if not math.isfinite(seconds) or seconds <= 0:
        return 0
    return min(LATEST, round(seconds * 1_000_000) * 1000)


def pairs(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(v)} for key, v in attributes.items() if v is not None]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return {"intValue": str(value)}
    if isinstance(value, float) and math.isfinite(value):
        return {"doubleValue": value}
    if isinstance(value, list | tuple):
        return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": value if isinstance(value, str) else as_json(value)}


def request(spans: Sequence[str]) -> str:
    """An export request of spans that are JSON already."""
    resource = {"attributes": pairs({"service.name": SCOPE})}
    head = f'{{"resource": {as_json(resource)}, "scopeSpans": [{{"scope": {{"name": "{SCOPE}"}}'
    return f'{{"resourceSpans": [{head}, "spans": [{", ".join(spans)}]}}]}}]}}\n'
