"""A run's skeleton: every event as plain columns, without its texts, for the player."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from data.kinship.lineage import EVENTS, known, lines

SORT = ("kind", "actor", "name", "status", "origin", "fault", "usage", "why")
"""What together makes the sort of an event: a run has few, so each event only names its own."""
_SORT = ("kind", "actor", "name", "status", "origin", "fault", "usage_source", "cost_why")
_TIMES = {"start": "started_at", "end": "ended_at", "first": "first_token_at"}
_VALUES = {
    "read": "input_tokens",
    "cached": "cached_tokens",
    "written": "output_tokens",
    "cost": "cost_usd",
    "summary": "summary",
}
COLUMNS = (*_TIMES, *_VALUES)


@dataclass(frozen=True, slots=True)
class Film:
    """Events from `first` on, in their order."""

    first: int
    count: int
    began_at: float | None
    """Of the run's first event, in seconds since the epoch; times count from it."""
    sorts: list[list[str]]
    """Each a value for every one of SORT."""
    sort: list[int]
    """For each event the place of its sort in `sorts`."""
    columns: dict[str, str]
    """COLUMNS as JSON arrays, one value an event: milliseconds, tokens, dollars, a line of text;
    null is unknown."""


def film(cur: duckdb.DuckDBPyConnection, run_id: str, first: int = 0) -> Film:
    """Empty for a run that is not there. DuckDB writes the JSON of the columns itself: a Python
    object for each of a million numbers would take several times as long."""
    found = known(lines(cur, [run_id]))
    began = cur.execute(
        f"SELECT epoch_us(e.started_at) FROM {EVENTS} ORDER BY e.seq LIMIT 1", found
    ).fetchall()
    base = began[0][0] if began else None
    named = {**found, "first": first}
    columns = ", ".join(f"e.{column}" for column in _SORT)
    kinds = cur.execute(
        f"SELECT hash({columns}), {columns} FROM {EVENTS} WHERE e.seq >= $first GROUP BY ALL",
        named,
    ).fetchall()
    row = cur.execute(_query(columns, base), named).fetchall()[0]
    places = {kind[0]: place for place, kind in enumerate(kinds)}
    sort = [places[kind] for kind in row[0] or ()]
    return Film(
        first,
        len(sort),
        None if base is None else base / 1_000_000,
        [[value or "" for value in kind[1:]] for kind in kinds],
        sort,
        {name: text or "[]" for name, text in zip(COLUMNS, row[1:], strict=True)},
    )


def _query(sort: str, base: int | None) -> str:
    since = "NULL::DOUBLE" if base is None else f"(epoch_us(e.{{}}) - {base:d}) / 1000"
    values = [since.format(column) for column in _TIMES.values()]
    values += [f"e.{column}" for column in _VALUES.values()]
    arrays = [f"to_json(list({value} ORDER BY e.seq))::TEXT" for value in values]
    return (
        f"SELECT list(hash({sort}) ORDER BY e.seq), {', '.join(arrays)} "
        f"FROM {EVENTS} WHERE e.seq >= $first"
    )
