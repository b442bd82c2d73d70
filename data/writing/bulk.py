"""Many runs and events in one transaction, whatever their size: what an import writes through.

Written apart from the journal and its lock, so that runs that are being recorded go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import duckdb

from agents.events import Event
from agents.messages import Link
from data.afar.behind import Behind
from data.kinship import regrown
from data.runs import NewRun
from data.runs_there import RunsThere
from data.scenario import Judgement
from data.writing import intern
from data.writing.batches import Batches
from data.writing.journal import Brings, ChainLink, Recorded
from data.writing.preparing import CountLink, Ready, counted, ready

A_PART = 32_000_000
"""Characters that are committed at a time."""


class Bulk(RunsThere):
    """Made by `Store.importing`; a Sink, for what is told here and for what comes ready."""

    def __init__(
        self,
        cur: duckdb.DuckDBPyConnection,
        count: CountLink | None,
        commit: Callable[[], None] | None = None,
    ) -> None:
        """`commit` is called where what was told so far may be committed; with it, events are
        written by a thread behind the reader's back, which `close` ends."""
        self._cur = cur
        self._count = count
        self._commit = commit
        self._behind = Behind() if commit else None
        self._uncommitted = 0
        self._told = Batches(self._full)
        self._parted: list[regrown.Parted] = []
        self._replaced = False
        """Something that stood in the file is gone: it comes back if this fails."""

    def event(
        self, run_id: str, seq: int, event: Event, request: str, links: Sequence[ChainLink]
    ) -> None:
        self._told.event(run_id, seq, event, request, links)

    def run(self, run: NewRun) -> None:
        self._told.run(run)

    def verdict(self, run_id: str, judgement: Judgement, at: float) -> None:
        self._told.verdict(run_id, judgement, at)

    def expect(self) -> None:
        """Batches are being made ready elsewhere: until they come, the tokenizer is loaded."""
        if self._count:
            self._count(Link("question", "user", ""))

    def take(self, batch: Ready) -> None:
        """What was made ready elsewhere (see data.afar.reading)."""
        tokens = counted(batch.brought, self._count) if self._count else None
        self._later(partial(self._write, batch, tokens))

    def add_rows(self, runs: Sequence[list[Any]], verdicts: Sequence[list[Any]]) -> None:
        """The same of the tables of runs and of verdicts."""
        self._told.runs += runs
        self._told.verdicts += verdicts
        self._rows()

    def _rows(self) -> duckdb.DuckDBPyConnection:
        """For what looks at runs or changes them: what was told of them stands in the table, and
        nobody else uses the cursor."""
        if self._behind:
            self._behind.wait()
        for table, rows in (("runs", self._told.runs), ("verdicts", self._told.verdicts)):
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

    def _full(self) -> None:
        if self._told.runs or self._told.verdicts:
            self._rows()
        self._pass_on()

    def _pass_on(self) -> None:
        if batch := self._told.take():
            self._later(partial(self._make_and_write, batch))

    def _later(self, write: Callable[[], object]) -> None:
        if self._behind:
            self._behind.put(write)
        else:
            write()

    def _make_and_write(self, batch: Sequence[Recorded]) -> None:
        self._write(ready(batch))

    def _write(self, batch: Ready, tokens: Mapping[str, int | None] | None = None) -> None:
        intern.write(self._cur, batch, self._count, tokens)
        self._uncommitted += batch.chars()
        if self._commit and not self._replaced and self._uncommitted >= A_PART:
            self._commit()
            self._uncommitted = 0
