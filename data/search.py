"""A text looked for in every run: in what was said and done, and in what models were sent.

Two columns are searched, so each text of the file once: what an event holds, and each message of a
request, however many requests share it. They are read from end to end, or only where an index in
memory (data.text_index) says that a word may stand; nothing of it is in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from agents.errors import BadInput
from data.around import structural, texts
from data.codec import plain
from data.standing import Standing, standing

if TYPE_CHECKING:  # numpy, which no verb needs
    from data.text_index import Rows, TextIndex

MOST_CHARS, MOST_WORDS = 1_000, 20
MOST_LOOKED, MOST_READ = 500, 4_000
"""Places that are looked at closely for one page, where a word may stand in the form alone; and
that are read for one, where the index does not know."""
PACK, MOST_PACKS = 2_048, 14
"""DuckDB unpacks so many texts at once, in some 5 ms: so many of these packs are opened to tell
how many places there are exactly, and so many in search of those of a page."""
CHUNK = 50
TABLES = {"events": "run_id, seq", "messages": "digest"}
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
    total, places = _places(cur, forms, most, offset, known, read)
    held = None
    if not read:
        places, held = _looked_into(cur, places, forms)
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


def _places(
    cur: duckdb.DuckDBPyConnection,
    forms: Sequence[Sequence[str]],
    limit: int,
    offset: int,
    known: Mapping[str, Rows] | None,
    read: bool,
) -> tuple[int, list[Standing]]:
    """How many there are, and some of them. What a run said itself and then sent to a model again
    is told once, by the event. Without `read`, those that have to be read are told unread."""
    holds, values = _condition(forms)
    for name, one in (known or {}).items():
        # a parameter of 100,000 numbers would take longer than the query
        cur.register(f"sure_{name}", {"place": one.sure})
        cur.register(f"may_{name}", {"place": one.may})
    chosen = {name: _chosen(name, holds, known[name] if known else None, read) for name in TABLES}
    rows = cur.execute(
        f"""WITH said AS MATERIALIZED ({chosen["events"]}),
        heard AS MATERIALIZED ({chosen["messages"]}),
        tellers AS MATERIALIZED (SELECT DISTINCT run_id FROM said),
        firsts AS (
            SELECT h.place, min(r.rowid) AS link
            FROM requests r JOIN heard h ON r.message = h.digest GROUP BY h.place),
        places AS MATERIALIZED (
            SELECT run_id, seq, place, NULL AS message, NULL AS link, '' AS part FROM said
            UNION ALL
            SELECT r.run_id, NULL, f.place, r.message, f.link, r.part
            FROM firsts f JOIN requests r ON r.rowid = f.link
            WHERE r.part NOT IN ('question', 'reasoning', 'observation')
                OR r.run_id NOT IN (FROM tellers))
        SELECT (SELECT count(*) FROM places), p.run_id, p.seq, p.place,
            replace(p.message::TEXT, '-', ''), p.link, p.part
        FROM places p LEFT JOIN runs ON runs.run_id = p.run_id
        ORDER BY runs.created_at DESC NULLS LAST, p.run_id, p.seq NULLS FIRST, p.link
        LIMIT {limit:d} OFFSET {max(0, offset):d}""",
        values,
    ).fetchall()
    return (rows[0][0] if rows else 0), [Standing(*row[1:]) for row in rows]


def _chosen(table: str, holds: str, known: Rows | None, read: bool) -> str:
    """The rows of a table that hold the words, by the index as far as it goes."""
    columns = f"{TABLES[table]}, rowid AS place"
    if known is None:
        return f"SELECT {columns} FROM {table} WHERE {holds}"
    parts = [f"SELECT {columns} FROM {table} WHERE rowid >= {known.upto:d} AND {holds}"]
    if len(known.sure):
        parts.append(
            f"SELECT {columns} FROM {table} WHERE rowid IN (SELECT place FROM sure_{table})"
        )
    if len(known.may):
        named = f"FROM {table} WHERE rowid IN (SELECT place FROM may_{table})"
        # fetched first: with the condition beside it DuckDB would read every text
        of = f"(SELECT {columns}, body {named} LIMIT {len(known.may):d}) WHERE {holds}"
        parts.append(f"SELECT {TABLES[table]}, place FROM {of}" if read
                     else f"SELECT {columns} {named}")  # fmt: skip
    return " UNION ALL ".join(parts)


def _looked_into(
    cur: duckdb.DuckDBPyConnection, places: Sequence[Standing], forms: Sequence[Sequence[str]]
) -> tuple[list[Standing], set[Standing]]:
    """As many of the first places as stand in few packs, and those of them that hold the words."""
    packs: set[tuple[str, int]] = set()
    some: list[Standing] = []
    for place in places:
        packs.add((_table(place), place.place // PACK))
        if len(packs) > MOST_PACKS:
            break
        some.append(place)
    holds, values = _condition(forms)
    held: set[tuple[str, int]] = set()
    for table in TABLES:
        rows = [place.place for place in some if _table(place) == table]
        found = cur.execute(
            f"SELECT place FROM (SELECT rowid AS place, body FROM {table} WHERE rowid IN "
            f"(SELECT unnest($rows::BIGINT[])) LIMIT {len(rows):d}) WHERE {holds}",
            {**values, "rows": rows},
        ).fetchall()
        held |= {(table, row) for (row,) in found}
    return some, {place for place in some if (_table(place), place.place) in held}


def _table(place: Standing) -> str:
    return "messages" if place.seq is None else "events"


def _forms(word: str) -> list[str]:
    """As it stands in lower-case JSON: quotes and control characters are escaped in it, and in one
    with a lone surrogate all but ASCII."""
    said = {json.dumps(word, ensure_ascii=ascii_)[1:-1].lower() for ascii_ in (False, True)}
    return sorted(said)


def _condition(wanted: Sequence[Sequence[str]]) -> tuple[str, dict[str, Any]]:
    """Of a column `body`, which is JSON."""
    values: dict[str, Any] = {}
    conditions = []
    for forms in wanted:
        names = [f"w{len(values) + number}" for number in range(len(forms))]
        values |= dict(zip(names, forms, strict=True))
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
