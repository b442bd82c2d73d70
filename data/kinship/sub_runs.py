"""The runs that carried out calls of other runs, and what they took: told apart from the totals
of the run that called them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from data.kinship.lineage import CHOSEN, EVENTS, known, lines

# a killed caller has no result that names its sub-run; a fork inherits results of its parent's
_CALLED = f"""SELECT l.target, e.sub_run FROM {EVENTS} JOIN runs r ON r.run_id = e.sub_run
    WHERE e.sub_run <> ''
UNION SELECT called_by, run_id FROM runs WHERE called_by IN (SELECT unnest($ids::TEXT[]))"""

_TOOK = f"""SELECT run_id,
    count(*) FILTER (WHERE kind = 'replied'), count(*) FILTER (WHERE kind = 'returned'),
    sum(input_tokens)::BIGINT, sum(output_tokens)::BIGINT, sum(cost_usd)
FROM events WHERE {CHOSEN} GROUP BY run_id"""

_COUNTS = ("inner_model_calls", "inner_tool_calls")
_NAMES = (*_COUNTS, "inner_input_tokens", "inner_output_tokens", "inner_cost_usd")


def of(cur: duckdb.DuckDBPyConnection, run_id: str) -> list[str]:
    """Oldest first."""
    found = _called(cur, [run_id], known(lines(cur, [run_id]))).get(run_id, [])
    rows = cur.execute(
        f"SELECT run_id FROM runs WHERE {CHOSEN} ORDER BY created_at, run_id", {"ids": found}
    ).fetchall()
    return [row[0] for row in rows]


def inner_totals(
    cur: duckdb.DuckDBPyConnection, run_ids: Sequence[str], made_of: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Fields of a RunRow by run id; `made_of` is `lineage.known` of these runs."""
    called = _called(cur, run_ids, made_of)
    subs = [sub for found in called.values() for sub in found]
    rows = cur.execute(_TOOK, {"ids": subs}).fetchall() if subs else []
    took = {run_id: dict(zip(_NAMES, values, strict=True)) for run_id, *values in rows}
    return {
        run_id: {
            "sub_runs": len(found),
            **_added([took[sub] for sub in found if sub in took]),
        }
        for run_id, found in called.items()
    }


def _called(
    cur: duckdb.DuckDBPyConnection, run_ids: Sequence[str], made_of: Mapping[str, Any]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for run_id, sub in cur.execute(_CALLED, {**made_of, "ids": list(run_ids)}).fetchall():
        found[run_id].append(sub)
    return found


def _added(took: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Counts are always known; of tokens and dollars None is."""
    told = {name: [one[name] for one in took if one[name] is not None] for name in _NAMES}
    return {
        name: sum(amounts) if amounts or name in _COUNTS else None for name, amounts in told.items()
    }
