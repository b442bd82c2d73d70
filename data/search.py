"""A text looked for in every run: in what was said and done, and in what models were sent.

Two columns are read from end to end, each text of the file once: what an event holds, and each
message of a request, however many requests share it. Nothing is indexed: an index of every text
would cost a tenth of the file and of the time of an import.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import duckdb

from agents.errors import BadInput
from data.around import structural, texts
from data.codec import plain
from data.standing import Standing, standing

MOST_CHARS, MOST_WORDS = 1_000, 20
MOST_LOOKED = 3_000
"""Places that are looked at closely for one page, where a word may stand in the form alone."""
CHUNK = 100
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


def search(cur: duckdb.DuckDBPyConnection, text: str, limit: int, offset: int) -> Found:
    """Runs newest first, in a run its steps in order; in whatever case."""
    wanted = words(text)
    if not wanted or limit < 1:
        return NOTHING
    total, places = _places(cur, wanted, max(limit, MOST_LOOKED), offset)
    hits: list[Hit] = []
    looked = 0
    while looked < len(places) and len(hits) < limit:
        some = places[looked : looked + CHUNK]
        for hit in _hits(cur, some, wanted):
            looked += 1
            if hit is not None:
                hits.append(hit)
            if len(hits) == limit:
                break
    dropped = looked - len(hits)
    exact = not dropped and not any(map(structural, wanted))
    end = offset + looked
    return Found(tuple(hits), total - dropped, exact, end if end < total else None)


def _places(
    cur: duckdb.DuckDBPyConnection, wanted: Sequence[str], limit: int, offset: int
) -> tuple[int, list[Standing]]:
    """How many there are, and some of them. What a run said itself and then sent to a model again
    is told once, by the event."""
    holds, values = _condition(wanted)
    rows = cur.execute(
        f"""WITH said AS MATERIALIZED (SELECT run_id, seq FROM events WHERE {holds}),
        heard AS MATERIALIZED (SELECT digest FROM messages WHERE {holds}),
        sent AS (
            SELECT message, min(rowid) AS row_of, arg_min(run_id, rowid) AS run_id,
                arg_min(part, rowid) AS part
            FROM requests WHERE message IN (SELECT digest FROM heard) GROUP BY message),
        places AS (
            SELECT run_id, seq, NULL AS message, NULL AS row_of, '' AS part FROM said
            UNION ALL
            SELECT run_id, NULL, message, row_of, part FROM sent
            WHERE part NOT IN ('question', 'reasoning', 'observation')
                OR run_id NOT IN (SELECT run_id FROM said))
        SELECT count(*) OVER (), p.run_id, p.seq, replace(p.message::TEXT, '-', ''),
            p.row_of, p.part
        FROM places p LEFT JOIN runs ON runs.run_id = p.run_id
        ORDER BY runs.created_at DESC NULLS LAST, p.run_id, p.seq NULLS FIRST, p.row_of
        LIMIT {limit:d} OFFSET {max(0, offset):d}""",
        values,
    ).fetchall()
    return (rows[0][0] if rows else 0), [Standing(*row[1:]) for row in rows]


def _condition(wanted: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Of a column `body`, which is JSON: quotes and control characters are escaped in it, and in
    one with a lone surrogate all but ASCII."""
    values: dict[str, str] = {}
    conditions = []
    for word in wanted:
        forms = {json.dumps(word, ensure_ascii=ascii_)[1:-1].lower() for ascii_ in (False, True)}
        names = [f"w{len(values) + number}" for number in range(len(forms))]
        values |= dict(zip(names, sorted(forms), strict=True))
        conditions.append(" OR ".join(f"contains(lower(body), ${name})" for name in names))
    return " AND ".join(f"({one})" for one in conditions), values


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
