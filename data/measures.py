"""What a monitor asks of all runs: how many ended how, how long they took, how many turns."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

BUCKETS_S = (0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
"""Upper bounds of the duration histogram, in seconds."""


@dataclass(frozen=True, slots=True)
class Measure:
    """All ended runs of one paradigm that ended one way."""

    paradigm: str
    outcome: str
    runs: int
    seconds: float
    buckets: tuple[int, ...]
    """Runs that took at most each of BUCKETS_S; cumulative."""
    iterations: int
    """Model calls of the latest of these runs."""


def measures(cur: duckdb.DuckDBPyConnection) -> list[Measure]:
    counts = ", ".join(f"count(*) FILTER (WHERE took <= {bound})" for bound in BUCKETS_S)
    rows = cur.execute(
        f"""WITH ended AS (
            SELECT r.paradigm, s.status, r.created_at,
                epoch(s.ended_at) - epoch(r.created_at) AS took,
                (SELECT count(*) FROM events e
                    WHERE e.run_id = r.run_id AND e.kind = 'replied') AS turns
            FROM runs r JOIN events s ON s.run_id = r.run_id AND s.kind = 'stopped'
            WHERE r.called_by IS NULL)
        SELECT paradigm, status, count(*), sum(took), arg_max(turns, created_at), {counts}
        FROM ended GROUP BY ALL ORDER BY ALL"""
    ).fetchall()
    return [Measure(row[0], row[1], row[2], row[3] or 0.0, tuple(row[5:]), row[4]) for row in rows]
