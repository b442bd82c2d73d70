"""Forks of a run that is read anew because its file has grown.

A fork stands on its parent's events. Those that come again are mostly the same; where they are
not (what was the end of the session is now its middle), the fork keeps what it was made from, as
its own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import duckdb

from data.deletion import garbage


class Parted(NamedTuple):
    fork: str
    parent: str
    forked_at: int


def part(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> list[Parted]:
    """Gives every fork of these runs the events that it inherits. Before they are replaced."""
    ids = sorted(run_ids)
    rows = cur.execute(
        "SELECT run_id, parent_run_id, forked_at FROM runs "
        "WHERE parent_run_id IN (SELECT unnest(?::TEXT[])) "
        "AND run_id NOT IN (SELECT unnest(?::TEXT[]))",
        [ids, ids],
    ).fetchall()
    if rows:
        garbage.hand_over(cur, ids)
    return [Parted(*row) for row in rows]


def rejoin(cur: duckdb.DuckDBPyConnection, parted: Collection[Parted]) -> None:
    """Lets those forks stand on their parents again whose events are what they were, but for the
    first, which tells of the whole session."""
    for one in parted:
        mine, theirs = (
            cur.execute(
                "SELECT seq, body FROM events WHERE run_id = ? AND seq > 0 AND seq < ? "
                "ORDER BY seq",
                [run_id, one.forked_at],
            ).fetchall()
            for run_id in (one.fork, one.parent)
        )
        if mine != theirs:
            continue
        cur.execute("DELETE FROM events WHERE run_id = ? AND seq < ?", [one.fork, one.forked_at])
        cur.execute(
            "UPDATE runs SET parent_run_id = ?, forked_at = ? WHERE run_id = ?",
            [one.parent, one.forked_at, one.fork],
        )
