"""Many runs and events in one transaction, whatever their size: what an import writes through.

Written apart from the journal and its lock, so that runs that are being recorded go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import duckdb

from agents.events import Event, to_json
from agents.messages import as_json
from data import intern, regrown
from data.behind import Behind
from data.codec import stamp
from data.journal import Brings, ChainLink, Recorded
from data.preparing import CountLink, Prepared
from data.runs import NewRun, run_values
from data.runs_there import RunsThere
from data.scenario import Judgement

MOST_EVENTS = 2_000
MOST_CHARS = 4_000_000
A_PART = 32_000_000


class Bulk(RunsThere):
    """Made by `Store.importing`. Events may come in any order; runs may follow their events."""

    def __init__(
        self,
        cur: duckdb.DuckDBPyConnection,
        count: CountLink | None,
        commit: Callable[[], None] | None = None,
        helped: bool = False,
    ) -> None:
        """`commit` is called where what was told so far may be committed; with it, events are
        written by a thread behind the reader's back, and where `helped`, with the help of a second
        process, which counts tokens as agents.models.tokens does. `close` ends both."""
        self._cur = cur
        self._count = count
        self._commit = commit
        self._behind = Behind(self._write, helped) if commit else None
        self._uncommitted = 0
        self._waiting: list[Recorded] = []
        self._chars = 0
        self._parted: list[regrown.Parted] = []
        self._runs: list[list[Any]] = []
        self._verdicts: list[list[Any]] = []
        self._replaced = False
        """Something that stood in the file is gone: it comes back if this fails."""

    def event(
        self, run_id: str, seq: int, event: Event, request: str, links: Sequence[ChainLink]
    ) -> None:
        """`request` is the digest that `links` end in, empty for none; `links` are what is new."""
        recorded = Recorded(run_id, seq, to_json(event), request or None, tuple(links), event)
        self._waiting.append(recorded)
        self._chars += len(recorded.body) + sum(len(link.body) for link in links)
        if len(self._waiting) >= MOST_EVENTS or self._chars >= MOST_CHARS:
            if self._runs or self._verdicts:
                self._rows()
            self._pass_on()

    def run(self, run: NewRun) -> None:
        """It is written with others: each insert of its own costs milliseconds."""
        self._runs.append(run_values(run))

    def verdict(self, run_id: str, judgement: Judgement, at: float) -> None:
        checks = as_json([asdict(check) for check in judgement.checks])
        self._verdicts.append([run_id, judgement.passed, checks, stamp(at)])

    def _rows(self) -> duckdb.DuckDBPyConnection:
        """For what looks at runs or changes them: what was told of them stands in the table, and
        nobody else uses the cursor."""
        if self._behind:
            self._behind.wait()
        for table, rows in (("runs", self._runs), ("verdicts", self._verdicts)):
            intern.insert(self._cur, table, rows)
            rows.clear()
        return self._cur

    def replace(self, run_ids: Sequence[str]) -> None:
        """Takes away what is known of these runs but not their texts, which are about to be used
        again: a file that has grown is read anew under the ids it had. Forks keep what they
        inherit; `rejoin` is called once the events have come again."""
        self._parted += regrown.part(self._rows(), run_ids)
        self._replaced = True
        for table in ("events", "verdicts", "runs"):
            self._rows().execute(
                f"DELETE FROM {table} WHERE run_id IN (SELECT unnest(?::TEXT[]))", [list(run_ids)]
            )

    def rejoin(self) -> None:
        """After `replace`, when the new events are told."""
        if self._parted:
            self.flush()
            regrown.rejoin(self._rows(), self._parted)
            self._parted = []

    def at_once(self, brought: Sequence[Brings], rows: Sequence[Sequence[Any]]) -> None:
        """Links, and rows of events that are at hand as a whole."""
        intern.write_links(self._rows(), brought, self._count)
        intern.insert(self._cur, "events", rows)

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Of the transaction; what was told of runs stands in the tables."""
        return self._rows()

    def flush(self) -> None:
        """All that was told stands in the tables."""
        self._pass_on()
        self._rows()

    def close(self) -> None:
        """What is not flushed is let go of."""
        if self._behind:
            self._behind.close()

    def _pass_on(self) -> None:
        batch, self._waiting, self._chars = self._waiting, [], 0
        if batch and self._behind:
            self._behind.put(batch)
        elif batch:
            self._write(batch, None)

    def _write(self, batch: Sequence[Recorded], prepared: Prepared | None) -> None:
        intern.write(self._cur, batch, self._count, prepared)
        self._uncommitted += sum(
            len(r.body) + sum(len(link.body) for link in r.links) for r in batch
        )
        if self._commit and not self._replaced and self._uncommitted >= A_PART:
            self._commit()
            self._uncommitted = 0
