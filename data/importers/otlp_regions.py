"""The requests of a trace's spans as bytes, so that one that goes on from another is recognised."""

from __future__ import annotations

from dataclasses import dataclass

from data.importers.otlp_bytes import varint

FIRST_MESSAGE = b"llm.input_messages.0."
MESSAGES = b"llm.input_messages."
AS_JSON = b"gen_ai.input.messages"
AS_JSON_KEY = b"\x0a" + bytes([len(AS_JSON)]) + AS_JSON


@dataclass(slots=True)
class Region:
    """The part of a span that held its request: attributes side by side (OpenInference), or one
    text of JSON (GenAI), then without its closing bracket."""

    data: bytes
    """Empty where a request of attributes does not stand in one piece."""
    as_json: bool
    fresh: bytes = b""
    """Of a text of JSON: what follows what was known of it."""
    known: int = 0
    """Bytes at its beginning that an earlier region of the trace had, all of it."""
    before: Region | None = None
    """That earlier region."""


class Regions:
    """The last regions of each trace; the caller says which of them stand for something."""

    def of(self, trace: str) -> list[Region]:
        """Newest first."""
        return []


NONE = Regions()


def earlier_of(data: bytes, at: int, end: int, regions: list[Region]) -> Region | None:
    """The one that the attributes from `at` on begin with."""
    for known in regions:
        if (
            not known.as_json
            and known.data
            and at + len(known.data) <= end
            and data.startswith(known.data, at)
        ):
            return known
    return None


def json_region(data: bytes, at: int, end: int, earlier: list[Region]) -> Region | None:
    """The text of the attribute whose value stands from `at`; None where it is no text."""
    if at >= end or data[at] != 0x12:
        return None
    _, at = varint(data, at + 1)
    if at >= end or data[at] != 0x0A:
        return None
    size, at = varint(data, at + 1)
    if at + size != end or data[end - 1 : end] != b"]":
        return None
    for before in earlier:
        known = len(before.data)
        if (
            before.as_json
            and known < size
            and data.startswith(before.data, at)
            and data[at + known : at + known + 1] in (b",", b"]")
        ):
            return Region(data[at : end - 1], True, data[at + known : end - 1], known, before)
    return Region(data[at : end - 1], True)
