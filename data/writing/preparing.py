"""What can be worked out of a batch of events before the tables are asked: their rows, and the
tokens of the texts in their requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from agents.events import Event, from_json
from agents.messages import Link
from data.writing.codec import EVENT_COLUMNS, skeleton
from data.writing.journal import Brings, ChainLink, Recorded

CountLink = Callable[[Link], int]
KNOWN = ("run_id", "seq", "request", "body")
"""Columns that are no part of the event, or all of it."""
PLACES = [EVENT_COLUMNS.index(column) for column in KNOWN]
BODY = EVENT_COLUMNS.index("body")
_NOTHING: dict[str, Any] = dict.fromkeys(EVENT_COLUMNS)


class Brought(NamedTuple):
    """Links that are new in the requests of a run."""

    run_id: str
    links: Sequence[ChainLink]


class Ready(NamedTuple):
    """A batch as it goes to the tables."""

    rows: Sequence[Sequence[Any]]
    """Of the table of events."""
    brought: Sequence[Brings]

    def chars(self) -> int:
        """Of the texts that it holds."""
        bodies = sum(len(row[BODY]) for row in self.rows)
        return bodies + sum(len(link.body) for one in self.brought for link in one.links)


def ready(batch: Sequence[Recorded]) -> Ready:
    return Ready([event_row(recorded) for recorded in batch], batch)


def counter() -> CountLink | None:
    """The tokenizer of agents.models.tokens, if it is there."""
    try:
        from agents.models.tokens import count_link
    except ImportError:
        return None
    return count_link


def message_of(link: ChainLink) -> Link:
    return Link(link.part, link.role, link.body)  # type: ignore[arg-type]


def digest_of(link: ChainLink) -> str:
    return link.message or message_of(link).digest


def counted(brought: Iterable[Brings], count: CountLink) -> dict[str, int | None]:
    """Digest of a message -> its tokens."""
    found: dict[str, int | None] = {}
    for one in brought:
        for link in one.links:
            digest = digest_of(link)
            if digest not in found:
                found[digest] = count(message_of(link))
    return found


def event_row(recorded: Recorded) -> list[Any]:
    return completed(columns(recorded.body, recorded.event), recorded)


def columns(body: str, event: Event | None = None) -> list[Any]:
    """The row of an event, but for the columns KNOWN."""
    try:
        row = skeleton(event or from_json(body))
    except ValidationError:
        # an event of another version, left in the journal by a crash before the update: kept as
        # it is, since one line must not keep the whole file from being opened
        row = {"kind": str(json.loads(body).get("kind"))}
    return list((_NOTHING | row).values())


def completed(row: list[Any], recorded: Recorded) -> list[Any]:
    told = (recorded.run_id, recorded.seq, recorded.request, recorded.body)
    for place, value in zip(PLACES, told, strict=True):
        row[place] = value
    return row
