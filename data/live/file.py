"""Traces in the file: their spans as they came, kept beside the runs that are told from them.

Texts of requests stand with all others, once; what is kept here of a span is small, and packed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import duckdb

from agents.events import from_json
from data import span_texts
from data.importers.hostile import parse
from data.importers.otlp_spans import Span
from data.live.change import Change, Known, Stale
from data.store import Store
from data.writing import intern
from data.writing.codec import stamp
from data.writing.preparing import completed, event_row


class StoredTraces:
    """data.live.change.TraceFile over a store. What it is told is of a file from which as many
    runs had been deleted as at `begin`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._deletions = store.deletions

    def begin(self) -> None:
        self._deletions = self._store.deletions

    def known(self, traces: Sequence[str]) -> dict[str, Known]:
        found: dict[str, Known] = {}
        sources = [f"otlp:{trace}" for trace in traces]
        with self._store.looking() as cur:
            # most traces are new, and then this is all that is asked
            here = cur.execute(
                "SELECT count(*) FROM (SELECT source FROM runs UNION ALL "
                "SELECT 'otlp:' || trace FROM spans UNION ALL "
                "SELECT 'otlp:' || trace FROM ended_spans) "
                "WHERE source IN (SELECT unnest(?::TEXT[]))",
                [sources],
            ).fetchall()
            if here == [(0,)]:
                return found
            rows = cur.execute(
                "SELECT source, run_id, rig FROM runs WHERE source IN (SELECT unnest(?::TEXT[]))",
                [sources],
            ).fetchall()
            for source, run_id, rig in rows:
                told = json.loads(rig).get("imported", {})
                known = found[source.removeprefix("otlp:")] = Known(run_id)
                known.by_file = int(told.get("spans_in_trace", 0))
            for trace, run_id, spans in _packed(cur, traces):
                found[trace] = Known(run_id, spans, packed=True)
            rows = cur.execute(
                "SELECT trace, run_id, body FROM spans WHERE trace IN (SELECT unnest(?::TEXT[])) "
                "ORDER BY received_at",
                [list(traces)],
            ).fetchall()
        for trace, run_id, body in rows:
            known = found.setdefault(trace, Known(run_id))
            known.run_id, known.by_file = run_id, 0
            known.spans += unpacked(body)
        return found

    def write(self, change: Change) -> None:
        """Raises Stale where runs were deleted since `begin`, StoreError."""
        with self._store.importing() as bulk:
            if self._store.deletions != self._deletions:
                raise Stale
            gone = [*change.gone]
            for main, run_ids in change.anew:
                gone += [*run_ids, *bulk.called_by(main)]
            if gone:
                bulk.replace(gone)
            cur = bulk.cursor()
            _take_away(cur, change)
            bulk.at_once(change.brought, _rows(change))
            intern.insert(cur, "runs", change.runs)
            intern.insert(cur, "verdicts", change.verdicts)
            bulk.rejoin()
            for table, rows in (("spans", change.spans), ("ended_spans", change.packs)):
                intern.insert(cur, table, [
                    (run_id, trace, stamp(at), amount, body.encode())
                    for run_id, trace, at, amount, body in rows
                ])  # fmt: skip

    def untold(self) -> list[str]:
        """Traces of a file of before schema 7 that were taken and have no run, or came to their
        run later."""
        with self._store.looking() as cur:
            rows = cur.execute(
                "SELECT trace FROM (SELECT trace, run_id, sum(amount) AS came FROM spans "
                "GROUP BY trace, run_id) s LEFT JOIN runs USING (run_id) "
                "WHERE runs.run_id IS NULL OR came <> "
                "coalesce(TRY_CAST(json_extract_string(runs.rig, '$.imported.spans_came') "
                "AS INTEGER), -1)"
            ).fetchall()
        return [str(row[0]) for row in rows]


def _rows(change: Change) -> list[list[Any]]:
    if change.rows is None:
        return [event_row(event) for event in change.events]
    return [completed(row, event) for row, event in zip(change.rows, change.events, strict=True)]


def _take_away(cur: duckdb.DuckDBPyConnection, change: Change) -> None:
    for table, run_ids in (
        ("spans", change.unkept), ("ended_spans", change.unkept), ("runs", change.forgotten),
        ("verdicts", change.unjudged),
    ):  # fmt: skip
        if run_ids:
            cur.execute(
                f"DELETE FROM {table} WHERE run_id IN (SELECT unnest(?::TEXT[]))", [run_ids]
            )
    if change.cuts:
        runs, first, upto = map(list, zip(*change.cuts, strict=True))
        cur.execute(
            "DELETE FROM events USING (SELECT unnest(?::TEXT[]) AS run, unnest(?::INTEGER[]) "
            "AS first, unnest(?::INTEGER[]) AS upto) AS cut "
            "WHERE run_id = run AND seq >= first AND seq < upto",
            [runs, first, upto],
        )


def _packed(
    cur: duckdb.DuckDBPyConnection, traces: Sequence[str]
) -> list[tuple[str, str, list[Span]]]:
    """Trace, run and spans."""
    rows = cur.execute(
        "SELECT trace, run_id, body FROM ended_spans WHERE trace IN (SELECT unnest(?::TEXT[]))",
        [list(traces)],
    ).fetchall()
    found = []
    for trace, run_id, body in rows:
        events = cur.execute("SELECT seq, body FROM events WHERE run_id = ?", [run_id]).fetchall()
        told = {seq: from_json(event) for seq, event in events}
        found.append((trace, run_id, span_texts.unpacked(body, told)))
    return found


def unpacked(body: bytes) -> list[Span]:
    # files of before schema 5 hold them as zlib
    told = body if body.startswith(b"[") else zlib.decompress(body)
    return [Span(**one) for one in parse(told)]
