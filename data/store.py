"""The store: everything at rest, behind one object that any thread may call.

An event is acknowledged when its line stands in the journal, which is on the disk. The journal is
settled into the tables in bulk: before anything is read, when it has grown, at open and at close.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb

from agents.errors import StoreError
from agents.events import Event
from agents.messages import Wire
from data.database import Database, open_database
from data.deletion import deleting, garbage, gone
from data.deletion.deleting import Deleted
from data.reading import Reading
from data.runs import NewRun, run_values, verdict_values
from data.scenario import Judgement
from data.writing import intern
from data.writing.bulk import Bulk
from data.writing.journal import Tails, pack
from data.writing.preparing import CountLink, ready
from data.writing.preparing import counter as _counter

SETTLE_LINES = 128
SETTLE_CHARS = 4_000_000
BATCH = 5_000
UNDER_WAY = "import under way"
"""A setting that stands as long as a large import does."""


class Store(Reading, AbstractContextManager["Store"]):
    """Every method raises StoreError, in one sentence, when the file cannot do what is asked."""

    def __init__(self, database: Database, count_link: CountLink | None) -> None:
        self._database = database
        self._count_link = count_link
        self._tails = Tails()
        self._pending, self._pending_chars = 1, 0  # a crash may have left lines: settle looks
        self._bulk = threading.Lock()  # taken before the database's own lock, never after
        self.deletions = 0
        """How often runs were deleted, for whoever remembers what stands in the file."""
        self.before_deletion: list[Callable[[], object]] = []

    @classmethod
    def open(cls, path: str | Path, count_link: CountLink | None = None) -> Self:
        """Opens or makes the file (`:memory:` for none), its folder too.

        `count_link` counts the tokens of what is new in a request; without it, the tokenizer of
        agents.models.tokens is used, if it is there.
        """
        store = cls(open_database(path), count_link or _counter())
        try:
            store.settle()
            store._sweep()
            deleting.finish_late(store._database)
        except BaseException:
            store._database.close()
            raise
        return store

    @property
    def path(self) -> str:
        return self._database.path

    def close(self) -> None:
        """Waits for what is being read. Nothing acknowledged depends on it."""
        with suppress(StoreError):
            self.settle()
        self._database.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def add_run(self, run: NewRun) -> None:
        with self._database.writing() as cur:
            intern.insert(cur, "runs", [run_values(run)])

    def append(self, run_id: str, seq: int, event: Event, sent: Wire = ()) -> None:
        """Adds one event; committed when this returns. `sent` is the request as it went out.

        Raises BadInput when `seq` is not the next number of a run this store has been recording.
        """
        with self._database.lock:
            recorded, wire, digests = self._tails.record(run_id, seq, event, sent)
            line = pack(recorded)
            self._database.put(line)
            self._tails.commit(recorded, wire, digests)
            self._pending += 1
            self._pending_chars += len(line)
            if self._pending > SETTLE_LINES or self._pending_chars > SETTLE_CHARS:
                # the event is safe already; what hinders this will be told to the next reader
                with suppress(StoreError):
                    self.settle()

    def append_many(
        self, batch: Iterable[tuple[str, int, Event, Wire]], runs: Iterable[NewRun] = ()
    ) -> None:
        """Adds runs and events (run_id, seq, event, sent) in bulk: all of them, or none."""
        tails = Tails()
        touched: set[str] = set()
        rest = iter(batch)
        with self._database.writing() as cur:
            intern.insert(cur, "runs", [run_values(run) for run in runs])
            while some := list(islice(rest, BATCH)):
                recorded = []
                for run_id, seq, event, sent in some:
                    record, wire, digests = tails.record(run_id, seq, event, sent)
                    tails.commit(record, wire, digests)
                    recorded.append(record)
                    touched.add(run_id)
                intern.write(cur, ready(recorded), self._count_link)
            self._tails.forget(touched)

    @contextmanager
    def importing(self, large: bool = False) -> Iterator[Bulk]:
        """Writes that stand or fall together, of any size, while recording goes on. One at a time;
        what is deleted meanwhile waits, since the new may stand on the texts of the old.

        DuckDB holds what is not committed in memory. Of a `large` import the events and texts are
        committed as they come, which nobody sees without a run, and swept away if it fails.
        """
        with self._bulk:
            self.settle()
            if large:
                self.set_setting(UNDER_WAY, "1")
            try:
                with self._database.apart() as cur:
                    part = partial(self._database.go_on, cur)
                    bulk = Bulk(cur, self._count_link, part if large else None)
                    with closing(bulk):
                        yield bulk
                        bulk.flush()
            except BaseException:
                with suppress(StoreError):  # else it is done when the file is opened again
                    self._sweep()
                raise
            if large:
                with self._database.writing() as cur:
                    cur.execute("DELETE FROM settings WHERE key = ?", [UNDER_WAY])

    def _sweep(self) -> None:
        """What an import that did not come to its end left."""
        if self.get_setting(UNDER_WAY) is None:
            return
        with self._database.lock, self._database.writing() as cur:
            garbage.sweep(cur)
            cur.execute("DELETE FROM settings WHERE key = ?", [UNDER_WAY])

    def add_verdict(self, run_id: str, judgement: Judgement, at: float | None = None) -> None:
        """The last one by `at` counts (seconds since the epoch; None is now)."""
        row = verdict_values(run_id, judgement, time.time() if at is None else at)
        with self._database.writing() as cur:
            intern.insert(cur, "verdicts", [row])

    def delete_runs(self, run_ids: Collection[str]) -> Deleted:
        """With the texts that only they refer to; the file is written anew, so that their bytes
        are gone from it too, and copies of before a migration that hold a deleted run go as well.
        A fork that stays keeps what it inherited."""
        for told in self.before_deletion:
            told()
        with self._bulk, self._database.lock:
            self.settle()
            self.deletions += 1
            with self._database.writing() as cur:
                found = garbage.delete(cur, run_ids)
                if found:
                    deleting.begin(cur)
            self._tails.forget(run_ids)
            return Deleted(found, deleting.finish(self._database) if found else [])

    def bring_back(self, paths: Iterable[str], marks: Iterable[str]) -> None:
        """What was deleted of these files, and these, may be imported unasked again (see
        data.deletion.gone)."""
        with self._bulk, self._database.writing() as cur:
            gone.lift_paths(cur, paths)
            gone.lift(cur, marks)

    def receive(self, sent: Sequence[Any]) -> None:
        """A row of the inbox (see data.live.inbox); on the disk when this returns."""
        self._database.receive(sent)

    def let_go(self, upto: int) -> None:
        """The inbox's rows up to this number."""
        with self._database.writing() as cur:
            cur.execute("DELETE FROM inbox WHERE number <= ?", [upto])

    @contextmanager
    def keeping(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A transaction of a few rows that is on the disk at its end, for data.trials."""
        with self._database.lock:
            self.settle()
            with self._database.writing() as cur:
                yield cur

    @contextmanager
    def looking(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A reading of what was settled before, for data.live."""
        with self._database.reading() as cur:
            yield cur

    def set_setting(self, key: str, value: str) -> None:
        with self._database.writing() as cur:
            cur.execute("DELETE FROM settings WHERE key = ?", [key])
            cur.execute("INSERT INTO settings VALUES (?, ?)", [key, value])

    @contextmanager
    def _reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Where the journal cannot be settled (a full disk), it is settled only for this reading:
        in its own transaction, which is rolled back."""
        settled = True
        try:
            self.settle()
        except StoreError:
            settled = False
        with self._database.reading() as cur:
            if not settled:
                lines = cur.execute("SELECT line FROM journal").fetchall()
                intern.write_lines(cur, [line for (line,) in lines], self._count_link)
            yield cur

    def settle(self) -> None:
        """Moves the journal's lines to the tables, as one transaction."""
        if not self._pending:
            return
        with self._database.lock:
            if not self._pending:
                return
            with self._database.writing() as cur:
                lines = cur.execute("SELECT line FROM journal").fetchall()
                if lines:
                    intern.write_lines(cur, [line for (line,) in lines], self._count_link)
                    cur.execute("DELETE FROM journal")
            self._pending, self._pending_chars = 0, 0
