"""A request of spans, looked at before it is kept: whatever is kept can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from agents.errors import BadInput
from data.importers.otlp_decode import NO_SPAN, RESOURCE_SPANS, SCOPE_SPANS, from_json
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
    for group in _objects(body, RESOURCE_SPANS):
        for scope in _objects(group, SCOPE_SPANS):
            if not isinstance(scope.get("spans", []), list):
                raise BadInput("In an OTLP request “spans” is a list.")
    unknown: list[str] = []
    found = from_json(body, lambda kind, raw: unknown.append(kind))
    sound = [raw.sound for raw in found if isinstance(raw, Raw)]
    return _taken([*sound, *([False] * unknown.count(NO_SPAN))])


def _objects(holder: dict[str, Any], names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """A file is read as far as it goes; a program that sends is told what is wrong."""
    for name in names:
        told = holder.get(name)
        if told is None:
            continue
        if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
            raise BadInput(f"In an OTLP request “{name}” is a list of objects.")
        yield from told


def _taken(sound: Iterable[bool]) -> Taken:
    taken = Taken()
    for one in sound:
        if one:
            taken.accepted += 1
        else:
            taken.rejected += 1
    if taken.rejected:
        taken.why = (
            "Spans that are no objects, or have no trace id of 16 bytes and no span id of 8, were "
            "rejected."
        )
    return taken
