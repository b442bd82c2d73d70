"""What can be worked out of a batch of events before the tables are asked: their rows, the names
of the texts in their requests, and the tokens of those."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from agents.events import from_json
from agents.messages import Link
from data.codec import EVENT_COLUMNS, skeleton
from data.journal import ChainLink, Recorded

CountLink = Callable[[Link], int]


class Prepared(NamedTuple):
    rows: list[list[Any]]
    """Of the table of events, in the order of the batch."""
    named: dict[str, str]
    """Digest of a link in its place -> digest of its message."""
    tokens: dict[str, int | None]
    """Digest of a message -> its tokens; None where nothing counts."""


def prepare(batch: Sequence[Recorded], count: CountLink | None) -> Prepared:
    named: dict[str, str] = {}
    tokens: dict[str, int | None] = {}
    for recorded in batch:
        for link in recorded.links:
            if link.digest in named:
                continue
            name = named[link.digest] = digest_of(link)
            if name not in tokens:
                tokens[name] = count(message_of(link)) if count else None
    return Prepared([event_row(recorded) for recorded in batch], named, tokens)


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


def event_row(recorded: Recorded) -> list[Any]:
    try:
        row = skeleton(recorded.event or from_json(recorded.body))
    except ValidationError:
        # an event of another version, left in the journal by a crash before the update: kept as
        # it is, since one line must not keep the whole file from being opened
        row = {"kind": str(json.loads(recorded.body).get("kind"))}
    row["run_id"] = recorded.run_id
    row["seq"] = recorded.seq
    row["request"] = recorded.request
    row["body"] = recorded.body
    return [row.get(column) for column in EVENT_COLUMNS]
