"""Spans as they came, kept beside the runs that are told from them.

Texts of requests stand with all others, once; what is kept here of a span is small, and packed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from data import intern
from data.importers.hostile import body_of, parse
from data.importers.otlp_spans import Span
from data.journal import ChainLink, Recorded
from data.store import Store

LEVEL = 6


class Deleted(Exception):
    """Runs were deleted since the caller looked: what it remembers may not be there any more."""


@dataclass
class Known:
    """A trace that is in the file."""

    run_id: str
    spans: list[Span] = field(default_factory=list)
    by_file: int = 0
    """How many spans of it an import brought, where no span of it came live."""


class TracedSpans:
    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def deletions(self) -> int:
        return self._store.deletions

    def add(
        self,
        rows: Sequence[tuple[str, str, Sequence[Span]]],
        links: Sequence[tuple[str, tuple[ChainLink, ...]]],
        at: float,
        deletions: int,
    ) -> None:
        """Run, trace and spans, with what is new in their requests: all of it, or none. Raises
        Deleted, StoreError."""
        moment = datetime.fromtimestamp(at, UTC).replace(tzinfo=None)
        values = [
            [run_id, trace, moment, len(spans), packed(spans)] for run_id, trace, spans in rows
        ]
        batch = [Recorded(run_id, 0, "", None, new) for run_id, new in links if new]
        with self._store.keeping() as (cur, count):
            if self._store.deletions != deletions:
                raise Deleted
            if batch:
                intern.write_links(cur, batch, count)
            intern.insert(cur, "spans", values)

    def of(self, traces: Sequence[str]) -> dict[str, Known]:
        """What is known of those of these traces that were here before."""
        found: dict[str, Known] = {}
        with self._store.looking() as cur:
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
        for trace, run_id, body in rows:
            known = found.setdefault(trace, Known(run_id))
            known.run_id, known.by_file = run_id, 0
            known.spans += unpacked(body)
        return found

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


def packed(spans: Sequence[Span]) -> bytes:
    return zlib.compress(body_of([s.told() for s in spans]).encode(), LEVEL)


def unpacked(body: bytes) -> list[Span]:
    return [Span(**told) for told in parse(zlib.decompress(body))]
