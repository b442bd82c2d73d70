"""What can be worked out of a batch of events before the tables are asked: their rows, and the
tokens of the texts in their requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from agents.events import Event, from_json
from agents.messages import Link
from data.codec import EVENT_COLUMNS, skeleton
from data.journal import Brings, ChainLink, Recorded

CountLink = Callable[[Link], int]
KNOWN = ("run_id", "seq", "request", "body")
"""Columns that are no part of the event, or all of it."""
PLACES = [EVENT_COLUMNS.index(column) for column in KNOWN]


class Prepared(NamedTuple):
    rows: list[list[Any]]
    """Of the table of events, in the order of the batch."""
    tokens: dict[str, int | None]
    """Digest of a message -> its tokens; None where nothing counts."""


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


def texts_of(batch: Iterable[Brings]) -> dict[str, ChainLink]:
    """Digest of a message -> the first link that it stands in."""
    found: dict[str, ChainLink] = {}
    for recorded in batch:
        for link in recorded.links:
            found.setdefault(digest_of(link), link)
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
    return list(map(row.get, EVENT_COLUMNS))


def completed(row: list[Any], recorded: Recorded) -> list[Any]:
    told = (recorded.run_id, recorded.seq, recorded.request, recorded.body)
    for place, value in zip(PLACES, told, strict=True):
        row[place] = value
    return row


def rows_of(batch: Sequence[Recorded], prepared: Prepared | None) -> list[list[Any]]:
    return prepared.rows if prepared else [event_row(recorded) for recorded in batch]
