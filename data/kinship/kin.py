"""The runs that forks tie together, with what each did itself, and what was edited to begin it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import duckdb

from agents.events import Event, from_json
from data.queries import details
from data.rows import RunRow
from data.totals import Totals

_ROOT = """WITH RECURSIVE up(run_id) AS (
    SELECT run_id FROM runs WHERE run_id = $id
    UNION SELECT r.parent_run_id FROM up JOIN runs r ON r.run_id = up.run_id
        WHERE r.parent_run_id IN (SELECT run_id FROM runs)),
kin(run_id) AS (
    SELECT run_id FROM up
    UNION SELECT r.run_id FROM kin JOIN runs r ON r.parent_run_id = kin.run_id)
SELECT run_id FROM kin JOIN runs USING (run_id)
ORDER BY forked_at NULLS FIRST, created_at, run_id"""
# UNION and not UNION ALL: an imported file may claim that two runs are each other's parent

_OWN = """SELECT run_id,
    count(*) FILTER (WHERE kind = 'replied'), count(*) FILTER (WHERE kind = 'returned'),
    sum(input_tokens)::BIGINT, sum(output_tokens)::BIGINT,
    count(*) FILTER (WHERE kind = 'replied' AND (input_tokens IS NULL OR output_tokens IS NULL)),
    sum(cost_usd), count(*) FILTER (WHERE kind = 'replied' AND cost_usd IS NULL)
FROM events WHERE run_id IN (SELECT unnest($ids::TEXT[])) GROUP BY run_id"""

_EDITS = """SELECT e.run_id, e.seq, r.forked_at, e.body FROM events e JOIN runs r USING (run_id)
WHERE run_id IN (SELECT unnest($ids::TEXT[])) AND e.origin = 'edited'
    AND e.kind IN ('edited', 'replied', 'returned')
    AND r.forked_at IS NOT NULL ORDER BY e.run_id, e.seq"""


@dataclass(frozen=True, slots=True)
class Kin:
    run: RunRow
    own: Totals
    """Without what it inherited: the family's sum counts each event once."""
    edits: tuple[Event, ...] = field(default=())
    """Its first own events, as far as a person made them."""


def family(cur: duckdb.DuckDBPyConnection, run_id: str, active: Collection[str]) -> list[Kin]:
    ids = [row[0] for row in cur.execute(_ROOT, {"id": run_id}).fetchall()]
    values = {"ids": ids}
    own = {row[0]: Totals(*row[1:]) for row in cur.execute(_OWN, values).fetchall()}
    edits: dict[str, list[Event]] = {}
    for home, seq, forked_at, body in cur.execute(_EDITS, values).fetchall():
        before = edits.setdefault(home, [])
        if seq == forked_at + len(before):
            before.append(from_json(body))
    rows = details(cur, ids, active)
    return [
        Kin(row, own.get(row.run_id, Totals()), tuple(edits.get(row.run_id, ()))) for row in rows
    ]
