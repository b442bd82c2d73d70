"""Which stored events make up a run: its own, and before them its parents' up to each fork."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import duckdb

# depth: an imported file may claim that two runs are each other's parent
LINE = """line(target, run_id, below, depth) AS (
    SELECT run_id, run_id, 2147483647, 0 FROM runs WHERE {chosen}
    UNION ALL
    SELECT l.target, r.parent_run_id, least(l.below, r.forked_at), l.depth + 1
    FROM line l JOIN runs r ON r.run_id = l.run_id
    WHERE r.parent_run_id IS NOT NULL AND l.depth < 1000)"""
"""A recursive CTE: `target` holds the events of `run_id` that are numbered below `below`. A fork's
own events begin at its forked_at, so no two lines of a target share a number."""

CHOSEN = "run_id IN (SELECT unnest($ids::TEXT[]))"

EVENTS = """(SELECT unnest($targets::TEXT[]) AS target, unnest($homes::TEXT[]) AS home,
    unnest($belows::INTEGER[]) AS below) l
JOIN events e ON e.run_id = l.home AND e.seq < l.below
    AND e.run_id IN (SELECT unnest($homes::TEXT[]))"""
"""The events of some runs, by the values of `known`. A join with LINE itself would be planned
without knowing how small it is, and read the whole table (measured with 1.5 million events:
450 ms instead of 26)."""


class Line(NamedTuple):
    target: str
    run_id: str
    below: int


def lines(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> list[Line]:
    """The oldest ancestor of each run first."""
    rows = cur.execute(
        f"WITH RECURSIVE {LINE.format(chosen=CHOSEN)} "
        "SELECT target, run_id, below FROM line ORDER BY target, depth DESC",
        {"ids": list(run_ids)},
    ).fetchall()
    return [Line(*row) for row in rows]


def known(found: Collection[Line]) -> dict[str, list[str] | list[int]]:
    """The named parameters of EVENTS."""
    return {
        "targets": [line.target for line in found],
        "homes": [line.run_id for line in found],
        "belows": [line.below for line in found],
    }
