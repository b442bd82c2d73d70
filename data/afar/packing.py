"""A batch for the tables as it goes from one process to another: its long texts one after the
other, the rest by columns, those of one value told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from data.afar.frames import Frame
from data.writing.journal import ChainLink, Recorded
from data.writing.preparing import BODY, Brought, Ready, event_row

LINK_BODY = ChainLink._fields.index("body")
Columns = list[Any]


def pack(batch: Sequence[Recorded]) -> Frame:
    rows = [event_row(recorded) for recorded in batch]
    links = [link for recorded in batch for link in recorded.links]
    texts = [recorded.body for recorded in batch]
    texts += [link.body for link in links]
    brought = [(recorded.run_id, len(recorded.links)) for recorded in batch if recorded.links]
    about = (
        len(rows), _columns(rows, BODY), len(links), _columns(links, LINK_BODY), brought,
        list(map(len, texts)),
    )  # fmt: skip
    return Frame(about, "".join(texts).encode())


def unpack(frame: Frame) -> Ready:
    many, row_columns, many_links, link_columns, brought, lengths = frame.value
    texts = _cut(frame.data.decode(), lengths)
    rows = list(_rows(many, row_columns, texts[:many], BODY))
    links = list(map(ChainLink._make, _rows(many_links, link_columns, texts[many:], LINK_BODY)))
    found, at = [], 0
    for run_id, amount in brought:
        found.append(Brought(run_id, links[at : at + amount]))
        at += amount
    return Ready(rows, found)


def _columns(rows: Sequence[Sequence[Any]], texts: int) -> Columns:
    """The column of `texts` is left out."""
    found: Columns = []
    for place, column in enumerate(zip(*rows, strict=True)):
        if place == texts:
            found.append([None])
        else:
            # compared by their type too: True is no 1
            first = column[0]
            same = column.count(first) == len(column) and len(set(map(type, column))) == 1
            found.append([first] if same else column)
    return found


def _rows(
    many: int, columns: Columns, texts: Sequence[str], place: int
) -> Iterable[tuple[Any, ...]]:
    whole: list[Iterable[Any]] = [
        repeat(column[0], many) if len(column) == 1 else column for column in columns
    ]
    if whole:
        whole[place] = texts
    return zip(*whole, strict=True)


def _cut(text: str, lengths: Sequence[int]) -> list[str]:
    found, at = [], 0
    for length in lengths:
        found.append(text[at : at + length])
        at += length
    return found
