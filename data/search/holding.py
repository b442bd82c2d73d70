"""Which events and messages hold all of some words: by reading them, or as far as the index in
memory knows.

A word is given in the forms that it may have in lower-case JSON (see data.search).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from data.search.standing import Standing

if TYPE_CHECKING:  # numpy, which no verb needs
    from data.search.text_index import Rows

TABLES = {"events": "run_id, seq", "messages": "digest"}
PACK = 2_048
"""So many texts DuckDB unpacks at once."""


def places_of(
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


def looked_into(
    cur: duckdb.DuckDBPyConnection,
    places: Sequence[Standing],
    forms: Sequence[Sequence[str]],
    most_packs: int,
) -> tuple[list[Standing], set[Standing]]:
    """As many of the first places as stand in few packs, and those of them that hold the words."""
    packs: set[tuple[str, int]] = set()
    some: list[Standing] = []
    for place in places:
        packs.add((_table(place), place.place // PACK))
        if len(packs) > most_packs:
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


def _condition(wanted: Sequence[Sequence[str]]) -> tuple[str, dict[str, Any]]:
    """Of a column `body`, which is JSON."""
    values: dict[str, Any] = {}
    conditions = []
    for forms in wanted:
        names = [f"w{len(values) + number}" for number in range(len(forms))]
        values |= dict(zip(names, forms, strict=True))
        conditions.append(" OR ".join(f"contains(lower(body), ${name})" for name in names))
    return " AND ".join(f"({one})" for one in conditions), values
