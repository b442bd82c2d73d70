"""A run's events and steps, with what a fork inherits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields

import duckdb

from agents.events import Event, from_json
from data.kinship.lineage import EVENTS, known, lines
from data.requests import chains
from data.rows import StepRow

_STEPS = f"""SELECT l.target, e.seq, CASE e.kind WHEN 'replied' THEN 'model' ELSE 'tool' END,
    coalesce(e.actor, ''), e.name, epoch(e.started_at), epoch(e.ended_at), e.status, e.origin,
    e.input_tokens, e.cached_tokens, e.cache_write_tokens, e.output_tokens, e.reasoning_tokens,
    coalesce(e.usage_source, 'unknown'), e.cost_usd, coalesce(e.cost_why, ''),
    replace(e.request::TEXT, '-', ''), e.summary, coalesce(e.call_key, ''), e.fault,
    coalesce(e.forced, FALSE), epoch(e.first_token_at), coalesce(e.sub_run, ''),
    coalesce(e.reason, ''), l.home
FROM {EVENTS}
WHERE e.kind IN ('replied', 'returned') ORDER BY l.target, e.seq"""

_REQUEST = [field.name for field in fields(StepRow)].index("request")


def steps(cur: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> list[StepRow]:
    """The steps of these runs, run by run in this order, with the parts of each request."""
    rows = cur.execute(_STEPS, known(lines(cur, run_ids))).fetchall()
    homes = {row[-1] for row in rows}
    requests = {row[_REQUEST] for row in rows if row[_REQUEST]}
    parts = chains.parts(chains.load(cur, requests, homes), requests)
    by_run: dict[str, list[StepRow]] = {run_id: [] for run_id in run_ids}
    for *columns, _ in rows:
        columns.append(parts.get(columns[_REQUEST]) or {})
        by_run[columns[0]].append(StepRow(*columns))
    return [step for run_id in by_run for step in by_run[run_id]]


def requests(cur: duckdb.DuckDBPyConnection, run_id: str) -> list[str]:
    rows = cur.execute(
        f"SELECT replace(e.request::TEXT, '-', '') FROM {EVENTS} "
        "WHERE e.request IS NOT NULL ORDER BY e.seq",
        known(lines(cur, [run_id])),
    ).fetchall()
    return [row[0] for row in rows]


def bodies(
    cur: duckdb.DuckDBPyConnection, run_id: str, first: int = 0, upto: int | None = None
) -> list[str]:
    """The events of a run as JSON, from number `first` to before number `upto`."""
    found: list[str] = []
    for line in lines(cur, [run_id]):
        below = line.below if upto is None else min(line.below, upto)
        rows = cur.execute(
            "SELECT body FROM events WHERE run_id = ? AND seq >= ? AND seq < ? ORDER BY seq",
            [line.run_id, first, below],
        ).fetchall()
        found += [row[0] for row in rows]
    return found


def events(cur: duckdb.DuckDBPyConnection, run_id: str, upto: int | None = None) -> list[Event]:
    return [from_json(body) for body in bodies(cur, run_id, 0, upto)]


def histories(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> dict[str, list[Event]]:
    """The events of several runs; one that two of them share is read once and is one object."""
    found = lines(cur, run_ids)
    deepest: dict[str, int] = {}
    for line in found:
        deepest[line.run_id] = max(line.below, deepest.get(line.run_id, 0))
    homes: dict[str, dict[int, Event]] = {}
    for run_id, below in deepest.items():
        rows = cur.execute(
            "SELECT seq, body FROM events WHERE run_id = ? AND seq < ? ORDER BY seq",
            [run_id, below],
        ).fetchall()
        homes[run_id] = {seq: from_json(body) for seq, body in rows}
    whole: dict[str, list[Event]] = {run_id: [] for run_id in run_ids}
    for line in found:
        whole[line.target] += [e for seq, e in homes[line.run_id].items() if seq < line.below]
    return whole
