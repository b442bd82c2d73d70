"""Spans as they came, kept beside the runs that are told from them.

Texts of requests stand with all others, once; what is kept here of a span is small, and packed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.events import from_json
from data import intern, span_texts
from data.importers.hostile import body_of, parse
from data.importers.otlp_spans import Span
from data.journal import Arrived
from data.store import Store


class Deleted(Exception):
    """Runs were deleted since the caller looked: what it remembers may not be there any more."""


@dataclass
class Known:
    """A trace that is in the file."""

    run_id: str
    spans: list[Span] = field(default_factory=list)
    by_file: int = 0
    """How many spans of it an import brought, where no span of it came live."""


@dataclass
class Pack:
    """All spans of a run's trace, in the form of data.span_texts."""

    run_id: str
    amount: int
    body: bytes


class TracedSpans:
    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def deletions(self) -> int:
        return self._store.deletions

    def settle(self) -> None:
        """What was added stands in the tables afterwards. Raises StoreError."""
        self._store.settle()

    def add(self, arrived: Sequence[Arrived], deletions: int) -> None:
        """All of it, or none. Raises Deleted, StoreError."""
        if not self._store.keep(arrived, deletions):
            raise Deleted

    def of(self, traces: Sequence[str]) -> dict[str, Known]:
        """What is known of those of these traces that were here before; of what was settled."""
        found: dict[str, Known] = {}
        with self._store.looking() as cur:
            # most traces are new, and then this is all that is asked
            here = cur.execute(
                "SELECT count(*) FROM (SELECT source FROM runs UNION ALL "
                "SELECT 'otlp:' || trace FROM spans UNION ALL "
                "SELECT 'otlp:' || trace FROM ended_spans) "
                "WHERE source IN (SELECT unnest(?::TEXT[]))",
                [[f"otlp:{trace}" for trace in traces]],
            ).fetchall()
            if here == [(0,)]:
                return found
            rows = cur.execute(
                "SELECT source, run_id, rig FROM runs WHERE source IN (SELECT unnest(?::TEXT[]))",
                [[f"otlp:{trace}" for trace in traces]],
            ).fetchall()
            for source, run_id, rig in rows:
                told = json.loads(rig).get("imported", {})
                known = found[source.removeprefix("otlp:")] = Known(run_id)
                known.by_file = int(told.get("spans_in_trace", 0))
            rows = cur.execute(
                "SELECT trace, run_id, body FROM spans WHERE trace IN (SELECT unnest(?::TEXT[])) "
                "ORDER BY received_at",
                [list(traces)],
            ).fetchall()
            ended = cur.execute(
                "SELECT trace, run_id, received_at, amount, body FROM ended_spans "
                "WHERE trace IN (SELECT unnest(?::TEXT[]))",
                [list(traces)],
            ).fetchall()
        for trace, run_id, body in rows:
            known = found.setdefault(trace, Known(run_id))
            known.run_id, known.by_file = run_id, 0
            known.spans += unpacked(body)
        for trace, run_id, spans in self._reopened(ended):
            known = found.setdefault(trace, Known(run_id))
            known.run_id, known.by_file = run_id, 0
            known.spans = spans + known.spans
        return found

    def replace(self, packs: Sequence[Pack]) -> None:
        """Where all spans of a run are in its pack, that takes their place. Raises StoreError."""
        if not packs:
            return
        with self._store.keeping() as cur:
            found = cur.execute(
                "SELECT run_id, any_value(trace), max(received_at), sum(amount)::BIGINT FROM spans "
                "WHERE run_id IN (SELECT unnest(?::TEXT[])) GROUP BY run_id",
                [[pack.run_id for pack in packs]],
            ).fetchall()
            known = {run_id: more for run_id, *more in found}
            rows = [
                (pack.run_id, *known[pack.run_id], pack.body)
                for pack in packs
                if known.get(pack.run_id, [0])[-1] == pack.amount
            ]
            cur.execute(
                "DELETE FROM spans WHERE run_id IN (SELECT unnest(?::TEXT[]))",
                [[row[0] for row in rows]],
            )
            intern.insert(cur, "ended_spans", rows)

    def _reopened(self, rows: Sequence[tuple[Any, ...]]) -> list[tuple[str, str, list[Span]]]:
        """Trace, run and spans of rows of `ended_spans`, which stand in `spans` from now on, since
        the events that they refer to are about to be told anew."""
        if not rows:
            return []
        found: dict[str, list[Span]] = {}
        ids = [run_id for _, run_id, *_ in rows]
        with self._store.keeping() as cur:
            for _, run_id, _, _, body in rows:
                events = cur.execute("SELECT seq, body FROM events WHERE run_id = ?", [run_id])
                told = {seq: from_json(event) for seq, event in events.fetchall()}
                found[run_id] = span_texts.unpacked(body, told)
            intern.insert(cur, "spans", [
                (run_id, trace, moment, amount, packed(found[run_id]).encode())
                for trace, run_id, moment, amount, _ in rows
            ])  # fmt: skip
            cur.execute("DELETE FROM ended_spans WHERE run_id IN (SELECT unnest(?::TEXT[]))", [ids])
        return [(trace, run_id, found[run_id]) for trace, run_id, *_ in rows]

    def untold(self) -> list[str]:
        """Traces that were taken and have no run, or came to their run later."""
        with self._store.looking() as cur:
            rows = cur.execute(
                "SELECT trace FROM (SELECT trace, run_id, sum(amount) AS came FROM spans "
                "GROUP BY trace, run_id) s LEFT JOIN runs USING (run_id) "
                "WHERE runs.run_id IS NULL OR came <> "
                "coalesce(TRY_CAST(json_extract_string(runs.rig, '$.imported.spans_came') "
                "AS INTEGER), -1)"
            ).fetchall()
        return [str(row[0]) for row in rows]


def packed(spans: Sequence[Span]) -> str:
    return body_of([s.told() for s in spans])


def unpacked(body: bytes) -> list[Span]:
    # files of before schema 5 hold them as zlib
    told = body if body.startswith(b"[") else zlib.decompress(body)
    return [Span(**one) for one in parse(told)]
