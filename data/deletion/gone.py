"""Traces that a person deleted: a watched folder does not bring them back, a person does.

Of each only digests are kept, as a setting: of the name that the trace has whoever imports it (so
that its file may grow), and of the path of that file. No text of it is left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING

from data.ids import new_id

if TYPE_CHECKING:  # whatever reads a file needs the ids alone
    import duckdb

PREFIX = "gone:"
INNER = "inner "
"""Before the path of a sub-run, which is not counted."""
NATIVE = "native"
AWAY = "away"
_BY_CONTENT = re.compile(r"([^:#]*):[0-9a-f]{32}#(\d+)(?::(.*))?", re.DOTALL)
"""A source that is named by a digest of its file (see data.placing)."""
_STAYING = "FROM runs WHERE source <> '' AND run_id NOT IN (SELECT unnest(?::TEXT[]))"
_UNNAMED = "regexp_full_match(source, '[^:#]*:[0-9a-f]{32}#[0-9]+')"


def mark_of(format: str, path: str, number: int, name: str) -> str:
    """What stays the same of a trace while its file grows: its name (an identity or a thread), or
    the place in the file of one that has none."""
    return _digest(format, name) if name else _digest(format, path, str(number))


def mark_of_path(path: str) -> str:
    return _digest(path)


def away(mark: str = "") -> str:
    """The id of a run of which nothing is written, and by which it is known what it is of. Sub-runs
    of such a run have ids of this kind too."""
    return f"{AWAY}{mark}" if mark else new_id(AWAY)


def is_away(run_id: str) -> bool:
    return run_id.startswith(AWAY)


def marks_in(run_ids: Iterable[str]) -> list[str]:
    return [run_id.removeprefix(AWAY) for run_id in run_ids if is_away(run_id)]


def bury(cur: duckdb.DuckDBPyConnection, ids: Collection[str]) -> None:
    """Before these runs are deleted. `cur` is in a transaction. What a run that stays tells of as
    well is not gone."""
    rows = cur.execute(
        "SELECT run_id, source, called_by, report FROM runs "
        "WHERE source <> '' AND run_id IN (SELECT unnest(?::TEXT[]))",
        [list(ids)],
    ).fetchall()
    marks: dict[str, str] = {}
    unnamed = False
    for run_id, source, called_by, report in rows:
        told = json.loads(report or "{}")
        path = str(told.get("path", ""))
        unnamed = unnamed or _is_unnamed(source)
        about = f"{INNER if called_by else ''}{mark_of_path(path)}"
        marks[_mark(source, path)] = about
        if told.get("format") == NATIVE:  # it kept the source that it once had
            marks[mark_of(NATIVE, "", 0, run_id)] = about
    if not marks:
        return
    lift(cur, marks)
    for mark in _staying(cur, list(ids), unnamed):
        marks.pop(mark, None)
    for mark, about in marks.items():
        cur.execute("INSERT INTO settings VALUES (?, ?)", [f"{PREFIX}{mark}", about])


def _staying(cur: duckdb.DuckDBPyConnection, ids: list[str], unnamed: bool) -> Iterable[str]:
    rows = cur.execute(f"SELECT source {_STAYING} AND NOT {_UNNAMED}", [ids]).fetchall()
    yield from (_mark(source, "") for (source,) in rows)
    if unnamed:
        rows = cur.execute(f"SELECT source, report {_STAYING} AND {_UNNAMED}", [ids]).fetchall()
        for source, report in rows:
            yield _mark(source, str(json.loads(report or "{}").get("path", "")))


def _is_unnamed(source: str) -> bool:
    match = _BY_CONTENT.fullmatch(source)
    return match is not None and not match[3]


def _mark(source: str, path: str) -> str:
    match = _BY_CONTENT.fullmatch(source)
    if match is None:
        format, _, identity = source.partition(":")
        return mark_of(format, path, 0, identity)
    return mark_of(match[1], path, int(match[2]), match[3] or "")


def lift(cur: duckdb.DuckDBPyConnection, marks: Iterable[str]) -> None:
    """These may come again."""
    keys = [f"{PREFIX}{mark}" for mark in marks]
    cur.execute("DELETE FROM settings WHERE key IN (SELECT unnest(?::TEXT[]))", [keys])


def lift_paths(cur: duckdb.DuckDBPyConnection, paths: Iterable[str]) -> None:
    """What was read from these files may come again, sub-runs too."""
    marks = [mark_of_path(path) for path in paths]
    cur.execute(
        "DELETE FROM settings WHERE starts_with(key, ?) AND value IN (SELECT unnest(?::TEXT[]))",
        [PREFIX, [*marks, *(f"{INNER}{mark}" for mark in marks)]],
    )


def all_gone(cur: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Mark -> mark of the path, with INNER before it for a sub-run."""
    rows = cur.execute(
        "SELECT key, value FROM settings WHERE starts_with(key, ?)", [PREFIX]
    ).fetchall()
    return {key.removeprefix(PREFIX): about for key, about in rows}


def _digest(*told: str) -> str:
    # surrogatepass: a name is whatever the system or the file says
    whole = "\0".join(told).encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=16).hexdigest()
