"""Runs as rows: found by a filter, with the totals of their events.

A run's totals are over all of its events, those that a fork inherits too: they say what it took
to come to this answer, and agree with what the player shows step by step.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any

import duckdb

from data.filters import RunFilter, count_query, page_query
from data.kinship.lineage import CHOSEN, EVENTS, known, lines
from data.kinship.sub_runs import inner_totals
from data.rows import RunRow

_RUNS = f"""SELECT run_id, comparison_id, parent_run_id, forked_at, question, scenario, paradigm,
    model, planner_model, rig, origin, label, called_by, coalesce(called_as, '') AS called_as,
    coalesce(source, '') AS source, epoch(created_at) AS created_at
    FROM runs WHERE {CHOSEN}"""

_TOTALS = f"""SELECT l.target AS run_id,
    epoch(min(e.started_at) FILTER (WHERE l.home = l.target)) AS started_at,
    count(*) AS events,
    count(*) FILTER (WHERE e.kind = 'replied') AS model_calls,
    count(*) FILTER (WHERE e.kind = 'returned') AS tool_calls,
    count(*) FILTER (WHERE e.kind = 'returned' AND e.status NOT IN ('ok', 'refused'))
        AS tool_errors,
    sum(e.input_tokens)::BIGINT AS input_tokens,
    sum(e.cached_tokens)::BIGINT AS cached_tokens,
    sum(e.output_tokens)::BIGINT AS output_tokens,
    max(e.input_tokens) AS peak_input_tokens,
    count(*) FILTER (WHERE e.kind = 'replied'
        AND (e.input_tokens IS NULL OR e.output_tokens IS NULL)) AS unknown_usage,
    list(DISTINCT e.usage_source ORDER BY e.usage_source)
        FILTER (WHERE e.kind = 'replied' AND e.usage_source <> 'unknown') AS sources,
    sum(e.cost_usd) AS cost_usd,
    count(*) FILTER (WHERE e.kind = 'replied' AND e.cost_usd IS NULL) AS unpriced,
    list(DISTINCT e.cost_why ORDER BY e.cost_why)
        FILTER (WHERE e.kind = 'replied' AND e.cost_why <> '') AS whys
FROM {EVENTS} GROUP BY l.target"""

_STOPS = f"""SELECT run_id, status, reason, answer, epoch(ended_at) AS ended_at FROM events
WHERE kind = 'stopped' AND {CHOSEN} ORDER BY seq"""

_VERDICTS = f"SELECT run_id, passed FROM verdicts WHERE {CHOSEN} ORDER BY judged_at"

_FORKS = """SELECT parent_run_id AS run_id, count(*) AS forks FROM runs
WHERE parent_run_id IN (SELECT unnest($ids::TEXT[])) GROUP BY parent_run_id"""

_COUNTS = (
    "events",
    "model_calls",
    "tool_calls",
    "tool_errors",
    "unknown_usage",
    "unpriced",
    "forks",
    "sub_runs",
    "inner_model_calls",
    "inner_tool_calls",
)
_UNTOLD: dict[str, Any] = {field.name: None for field in fields(RunRow)} | dict.fromkeys(_COUNTS, 0)


def page(
    cur: duckdb.DuckDBPyConnection,
    chosen: RunFilter,
    limit: int,
    offset: int,
    active: Collection[str],
) -> list[RunRow]:
    sql, values = page_query(chosen, active, limit, offset)
    return details(cur, [row[0] for row in cur.execute(sql, values).fetchall()], active)


def count(cur: duckdb.DuckDBPyConnection, chosen: RunFilter, active: Collection[str]) -> int:
    sql, values = count_query(chosen, active)
    return int(cur.execute(sql, values).fetchall()[0][0])


def of_comparison(cur: duckdb.DuckDBPyConnection, comparison_id: str) -> list[str]:
    """Its lanes in the order they were launched in."""
    rows = cur.execute(
        "SELECT run_id FROM runs WHERE comparison_id = ? ORDER BY created_at, run_id",
        [comparison_id],
    ).fetchall()
    return [row[0] for row in rows]


def forks_of(cur: duckdb.DuckDBPyConnection, run_id: str) -> list[str]:
    rows = cur.execute(
        "SELECT run_id FROM runs WHERE parent_run_id = ? ORDER BY forked_at, created_at, run_id",
        [run_id],
    ).fetchall()
    return [row[0] for row in rows]


def report(cur: duckdb.DuckDBPyConnection, run_id: str) -> dict[str, Any]:
    """What its import told; empty for a run that was not imported."""
    rows = cur.execute("SELECT report FROM runs WHERE run_id = ?", [run_id]).fetchall()
    found: dict[str, Any] = json.loads(rows[0][0] or "{}") if rows else {}
    return found


def sources(cur: duckdb.DuckDBPyConnection, wanted: Collection[str]) -> dict[str, str]:
    """Which of these sources are here already: source to run_id."""
    rows = cur.execute(
        "SELECT source, run_id FROM runs WHERE source IN (SELECT unnest(?::TEXT[]))",
        [list(wanted)],
    ).fetchall()
    return dict(rows)


def choices(cur: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """The values that runs have, for the fields of a filter."""
    return {
        f"{column}s": [
            row[0]
            for row in cur.execute(
                f"SELECT DISTINCT {column} FROM runs WHERE {column} <> '' ORDER BY {column}"
            ).fetchall()
        ]
        for column in ("paradigm", "model", "scenario", "origin")
    }


def verdict(
    cur: duckdb.DuckDBPyConnection, run_id: str
) -> tuple[bool | None, list[dict[str, Any]]] | None:
    rows = cur.execute(
        "SELECT passed, checks FROM verdicts WHERE run_id = ? ORDER BY judged_at DESC LIMIT 1",
        [run_id],
    ).fetchall()
    return (rows[0][0], json.loads(rows[0][1])) if rows else None


def verdicts(
    cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]
) -> dict[str, tuple[bool | None, list[dict[str, Any]]]]:
    """The last of each run; one without a verdict is left out."""
    rows = cur.execute(
        f"SELECT run_id, passed, checks FROM verdicts WHERE {CHOSEN} ORDER BY judged_at",
        {"ids": list(run_ids)},
    ).fetchall()
    return {run_id: (passed, json.loads(checks)) for run_id, passed, checks in rows}


def details(
    cur: duckdb.DuckDBPyConnection, run_ids: Sequence[str], active: Collection[str]
) -> list[RunRow]:
    """The rows of these runs, in this order; an unknown id has none."""
    if not run_ids:
        return []

    def by_run(sql: str, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        rows = cur.execute(sql, values)
        names = [column[0] for column in rows.description or ()]
        return {row[0]: dict(zip(names, row, strict=True)) for row in rows.fetchall()}

    ids = {"ids": list(run_ids)}
    found = by_run(_RUNS, ids)
    made_of = known(lines(cur, run_ids))
    layers = [
        by_run(_TOTALS, made_of),
        *(by_run(sql, ids) for sql in (_STOPS, _VERDICTS, _FORKS)),
        inner_totals(cur, run_ids, made_of),
    ]
    return [
        _row({key: value for layer in layers for key, value in layer.get(run_id, {}).items()}
             | found[run_id], run_id in active)
        for run_id in run_ids
        if run_id in found
    ]  # fmt: skip


def _row(found: dict[str, Any], is_active: bool) -> RunRow:
    """`found` lacks what no event has told yet."""
    sources = found.pop("sources", None) or ["unknown"]
    started_at, created_at = found.pop("started_at", None), found.pop("created_at")
    told = {
        "status": "running" if is_active else "interrupted",
        "reason": "",
        "usage_source": sources[0] if len(sources) == 1 else "mixed",
        "cost_why": "; ".join(found.pop("whys", None) or ()),
        "started_at": created_at if started_at is None else started_at,
    }
    values = _UNTOLD | told | found
    if is_active:  # it may have its last event already, but not yet its verdict
        values["status"] = "running"
    rig = json.loads(values["rig"])
    if values["status"] == "interrupted" and _is_live_trace(rig):
        values["status"] = "stale"
    return RunRow(**values | {"rig": rig})


def _is_live_trace(rig: Any) -> bool:
    told = rig.get("imported") if isinstance(rig, dict) else None
    return isinstance(told, dict) and told.get("live") is True
