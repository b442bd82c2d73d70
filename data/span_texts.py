"""Spans of a trace that has ended, with what its run's events tell as references to these.

A tool's result stands in its own span, in the next model call's and in the run: here it is told
once, and a whole trace takes a fraction of its text. Such spans can only be read beside the events
that they were packed with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from data.importers.hostile import body_of, parse
from data.importers.otlp_spans import Span

SHORTEST = 48
"""Characters of a text that is worth a reference."""
FIELDS = ("input", "output", "message", "question", "thinking")


def packed(spans: Iterable[Span], events: Sequence[Event]) -> bytes:
    """`events` are those of the trace's main run, from its first one on."""
    places = {
        text: [seq, place]
        for seq, event in enumerate(events)
        for place, text in enumerate(_texts(event))
        if len(text) >= SHORTEST
    }
    return body_of([_referring(span.told(), places) for span in spans]).encode()


def unpacked(body: bytes, events: Mapping[int, Event]) -> list[Span]:
    """`events` by number. Raises LookupError where one of them is not there any more."""
    return [Span(**_whole(told, events)) for told in parse(body)]


def _texts(event: Event) -> tuple[str, ...]:
    if isinstance(event, Replied):
        return event.text, event.thinking
    if isinstance(event, Returned):
        return (event.output,)
    if isinstance(event, Started):
        return (event.question,)
    if isinstance(event, Edited):
        return (event.value,)
    return (event.answer or "",) if isinstance(event, Stopped) else ()


def _referring(told: dict[str, Any], places: Mapping[str, list[int]]) -> dict[str, Any]:
    for name in FIELDS:
        if (place := places.get(told.get(name, ""))) is not None:
            told[name] = place
    if "results" in told:
        told["results"] = [
            [native, places.get(text, text), *at] for native, text, *at in told["results"]
        ]
    return told


def _whole(told: dict[str, Any], events: Mapping[int, Event]) -> dict[str, Any]:
    for name in FIELDS:
        if isinstance(told.get(name), list):
            told[name] = _at(told[name], events)
    if "results" in told:
        told["results"] = [
            [native, _at(text, events) if isinstance(text, list) else text, *at]
            for native, text, *at in told["results"]
        ]
    return told


def _at(place: Sequence[int], events: Mapping[int, Event]) -> str:
    seq, which = place
    return _texts(events[seq])[which]
