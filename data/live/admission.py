"""A request of spans, looked at before it is kept: whatever is kept can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agents.errors import BadInput
from data.importers.otlp_decode import from_json
from data.importers.otlp_protobuf import request_of
from data.importers.otlp_raw import Raw


@dataclass
class Taken:
    """What became of a request. `why` in a sentence, where spans were rejected."""

    accepted: int = 0
    rejected: int = 0
    why: str = ""


def of_protobuf(body: bytes) -> Taken:
    """Raises BadInput."""
    return _taken(
        len(span.trace_id) == 16 and any(span.trace_id)
        and len(span.span_id) == 8 and any(span.span_id)
        for group in request_of(body).resource_spans
        for scope in group.scope_spans
        for span in scope.spans
    )  # fmt: skip


def of_json(body: Any) -> Taken:
    """`body` is the JSON of an export request. Raises BadInput."""
    if not isinstance(body, dict):
        raise BadInput("An OTLP request in JSON is an object with “resourceSpans”.")
    found = from_json(body, lambda kind, raw: None)
    return _taken(raw.sound for raw in found if isinstance(raw, Raw))


def _taken(sound: Iterable[bool]) -> Taken:
    taken = Taken()
    for one in sound:
        if one:
            taken.accepted += 1
        else:
            taken.rejected += 1
    if taken.rejected:
        taken.why = "Spans without a trace id of 16 bytes and a span id of 8 were rejected."
    return taken
