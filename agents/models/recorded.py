"""A model that answers from a run's own record, and from nothing else.

A reply is found by the digest of the request that it answered, and by how often that same request
was made before: never by its place in a row. A request that the record does not hold is an error
that says what differs; no model is ever asked in its stead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from agents.errors import ModelError, RecordingMismatch
from agents.events import Replied
from agents.messages import Link, Reply, Request, Wire
from agents.models.base import Hear, Model, deaf
from agents.policies.base import FORCED_BY
from agents.remembering import digest
from agents.waiting import Cancelled, TimedOut

Recorded = Sequence[tuple[Replied, Wire]]
"""Replies with the requests they answered, in the order of the run."""


class RecordedModel:
    """`form` is a model of the kind that was recorded: it only says how a request would look, and
    is never asked. `actors` that share one request form share one RecordedModel."""

    def __init__(self, form: Model, recorded: Recorded) -> None:
        self.name = form.name
        self._form = form
        self._recorded = [(r, sent) for r, sent in recorded if r.origin != "edited"]
        self._asked: dict[str, int] = defaultdict(int)
        self._answers: dict[str, list[tuple[Replied, Wire]]] = defaultdict(list)
        for replied, sent in self._recorded:
            self._answers[replied.request].append((replied, sent))
        self._refused = _refused_settings(self._recorded)

    def wire(self, request: Request) -> Wire:
        """As it was recorded, where it was: some settings were left out because the provider had
        refused them, which the record tells by its notes."""
        wires = [self._wire(request, refused) for refused in self._refused]
        return next((w for w in wires if digest(w) in self._answers), wires[0])

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        """Raises RecordingMismatch; and what the recorded call ended in, where that was no reply:
        ModelError, or the cancellation or deadline."""
        sent = self.wire(request)
        name = digest(sent)
        held = self._answers.get(name, [])
        place = self._asked[name]
        if place >= len(held):
            raise self._mismatch(sent, len(held))
        self._asked[name] += 1
        replied, recorded = held[place]
        fault = replied.reading.fault
        if replied.finish == "error" and fault is not None and fault.kind == "model_error":
            raise ModelError(fault.text, sent=recorded or sent)
        if replied.text:
            hear(replied.text)
        if replied.finish == "cancelled":
            raise TimedOut if fault is not None and fault.kind == "deadline" else Cancelled
        return Reply(
            text=replied.text,
            sent=recorded or sent,
            model=replied.model,
            dialect=replied.dialect,
            calls=replied.reading.calls,
            thinking=replied.thinking,
            finish=replied.finish,
            usage=replied.usage,
            raw=replied.raw,
            notes=tuple(n for n in replied.notes if not n.startswith(FORCED_BY)),
            first_token_at=replied.first_token_at,
            origin="replayed",
        )

    def _wire(self, request: Request, refused: frozenset[str]) -> Wire:
        form: Any = self._form
        if not hasattr(form, "refused"):
            return self._form.wire(request)
        before = form.refused
        form.refused = set(refused)
        try:
            return self._form.wire(request)
        finally:
            form.refused = before

    def _mismatch(self, sent: Wire, times: int) -> RecordingMismatch:
        if times:
            text = (
                f"The record answers this request {times} time{'s' if times > 1 else ''}, and it "
                "was made once more: fork the run to go on with a live model."
            )
            return RecordingMismatch(text, ("times",))
        if not self._recorded:
            return RecordingMismatch(
                "The record holds no reply at all: fork the run to ask a live model.", ("messages",)
            )
        number, nearest = max(
            enumerate((wire for _, wire in self._recorded), 1),
            key=lambda one: (_shared(one[1], sent), -one[0]),
        )
        differs = differences(nearest, sent)
        where = _where(nearest, sent)
        text = (
            f"The record has no reply to this request: its {' and '.join(differs)} differ from "
            f"recorded model call {number}{where}. Fork the run to ask a live model."
        )
        return RecordingMismatch(text, differs, nearest, sent)


def differences(one: Wire, other: Wire) -> tuple[str, ...]:
    """Which of tools, messages and settings differ between two requests."""
    groups = {
        name: (_group(one, name), _group(other, name)) for name in ("tools", "messages", "settings")
    }
    found = tuple(name for name, (a, b) in groups.items() if a != b)
    return found or ("messages",)


def _group(wire: Wire, name: str) -> list[str]:
    return [link.digest for link in wire if _name(link) == name]


def _name(link: Link) -> str:
    return link.part if link.part in ("tools", "settings") else "messages"


def _shared(one: Wire, other: Wire) -> int:
    """How many links the two begin with alike."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a.digest != b.digest:
            break
        count += 1
    return count


def _where(one: Wire, other: Wire) -> str:
    """Where the messages first part, for the sentence; nothing where they do not."""
    mine, theirs = ([x for x in wire if _name(x) == "messages"] for wire in (one, other))
    shared = _shared(tuple(mine), tuple(theirs))
    if shared == len(mine) == len(theirs):
        return ""
    place = theirs[shared] if shared < len(theirs) else mine[shared]
    return f" (first in message {shared + 1}, {place.part})"


def _refused_settings(recorded: Recorded) -> list[frozenset[str]]:
    found: dict[frozenset[str], None] = {frozenset(): None}
    for replied, _ in recorded:
        ending = "_refused"
        refused = [n.removesuffix(ending) for n in replied.notes if n.endswith(ending)]
        found[frozenset(refused)] = None
    return list(found)
