"""A text looked for in every run: in what was said and done, and in what models were sent.

Two columns are searched, so each text of the file once: what an event holds, and each message of a
request, however many requests share it. They are read from end to end, or only where an index in
memory (data.search.text_index) says that a word may stand; nothing of it is in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from agents.errors import BadInput
from data.around import structural, texts
from data.search.holding import looked_into, places_of
from data.search.standing import Standing, standing
from data.writing.codec import plain

if TYPE_CHECKING:  # numpy, which no verb needs
    from data.search.text_index import TextIndex

MOST_CHARS, MOST_WORDS = 1_000, 20
MOST_LOOKED, MOST_READ = 500, 4_000
"""Places that are looked at closely for one page, where a word may stand in the form alone; and
that are read for one, where the index does not know."""
MOST_PACKS = 14
"""DuckDB unpacks 2,048 texts at once, in some 5 ms: so many of these packs are opened to tell
how many places there are exactly, and so many in search of those of a page."""
CHUNK = 50
AROUND = 90
"""Characters before and after a match in its snippet."""


class Piece(NamedTuple):
    text: str
    match: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a text first stands: `seq` is the event that holds it, or that was asked by the first
    request with it."""

    run_id: str
    seq: int
    who: str
    """`agent`, `planner` and so on for a reply; `tool`, `question`, `person`, `end`; or `sent`."""
    name: str
    """Of the model or the tool, or which part of what a model was sent: system, tools, ..."""
    snippet: tuple[Piece, ...]
    question: str
    created_at: float | None


@dataclass(frozen=True, slots=True)
class Found:
    hits: tuple[Hit, ...]
    total: int
    """Of all pages; where it is not `exact`, there are at most so many."""
    exact: bool
    next: int | None
    """The offset of the next page."""


NOTHING = Found((), 0, True, None)


def words(text: str) -> list[str]:
    """What has to stand there, all of it: words, and phrases in quotes. Raises BadInput."""
    if len(text) > MOST_CHARS:
        raise BadInput(f"A search may have up to {MOST_CHARS:,} characters.")
    found = [quoted or word for quoted, word in re.findall(r'"([^"]+)"|(\S+)', plain(text))]
    wanted = list(dict.fromkeys(word for word in found if word.strip()))
    if len(wanted) > MOST_WORDS:
        raise BadInput(f"A search may have up to {MOST_WORDS} words.")
    return wanted


def search(
    cur: duckdb.DuckDBPyConnection,
    text: str,
    limit: int,
    offset: int,
    index: TextIndex | None = None,
) -> Found:
    """Runs newest first, in a run its steps in order; in whatever case."""
    wanted = words(text)
    if not wanted or limit < 1:
        return NOTHING
    forms = [_forms(word) for word in wanted]
    known = None if index is None else index.candidates(cur, forms)
    read = known is None or sum(one.packs for one in known.values()) <= MOST_PACKS
    most = max(limit, MOST_LOOKED if read else MOST_READ)
    total, places = places_of(cur, forms, most, offset, known, read)
    held = None
    if not read:
        places, held = looked_into(cur, places, forms, MOST_PACKS)
    hits, looked = _page(cur, places, held, wanted, limit)
    dropped = looked - len(hits)
    exact = read and not dropped and not any(map(structural, wanted))
    end = offset + looked
    return Found(tuple(hits), total - dropped, exact, end if end < total else None)


def _page(
    cur: duckdb.DuckDBPyConnection,
    places: Sequence[Standing],
    held: Container[Standing] | None,
    wanted: Sequence[str],
    limit: int,
) -> tuple[list[Hit], int]:
    """The first hits, and how many places were looked at for them."""
    waiting = [number for number, place in enumerate(places) if held is None or place in held]
    closely = max(limit, MOST_LOOKED)
    hits: list[Hit] = []
    looked = 0
    for first in range(0, min(len(waiting), closely), CHUNK):
        some = waiting[first : min(first + CHUNK, closely)]
        for number, hit in zip(some, _hits(cur, [places[n] for n in some], wanted), strict=True):
            looked = number + 1
            if hit is not None:
                hits.append(hit)
            if len(hits) == limit:
                return hits, looked
    return hits, looked if len(waiting) > closely else len(places)


def _forms(word: str) -> list[str]:
    """As it stands in lower-case JSON: quotes and control characters are escaped in it, and in one
    with a lone surrogate all but ASCII."""
    said = {json.dumps(word, ensure_ascii=ascii_)[1:-1].lower() for ascii_ in (False, True)}
    return sorted(said)


def _hits(
    cur: duckdb.DuckDBPyConnection, places: Sequence[Standing], wanted: Sequence[str]
) -> Iterator[Hit | None]:
    """None for a place where a word stands in the form alone, in no text."""
    for told in standing(cur, places):
        snippet = told and _snippet(list(texts(told.body, told.form)), wanted)
        if told is None or not snippet:
            yield None
            continue
        yield Hit(
            told.run_id, told.seq, told.who, told.name, snippet, told.question, told.created_at
        )


def _snippet(said: Sequence[str], wanted: Sequence[str]) -> tuple[Piece, ...]:
    """Around the first match of the text that holds the most of the words; empty where one of
    them is in no text."""
    patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in wanted]
    if not all(any(pattern.search(text) for text in said) for pattern in patterns):
        return ()
    best = max(said, key=lambda text: sum(bool(pattern.search(text)) for pattern in patterns))
    either = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE)
    first = either.search(best)
    if first is None:
        return ()
    low, high = max(0, first.start() - AROUND), min(len(best), first.end() + 2 * AROUND)
    pieces = [Piece("…", False)] if low else []
    at = low
    for match in either.finditer(best, low, high):
        pieces += [Piece(best[at : match.start()], False), Piece(match[0], True)]
        at = match.end()
    pieces.append(Piece(best[at:high] + ("…" if high < len(best) else ""), False))
    return tuple(piece for piece in pieces if piece.text)
