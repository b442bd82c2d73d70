"""Which run a trace is: a new one, one that is here already, or one that has grown.

A run's `source` is `FORMAT:IDENTITY` for what has a name for all the world, else
`FORMAT:DIGEST#N`, by the content of the file and the place in it, with `:THREAD` behind it for
something that may grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.errors import BadInput
from data.deletion import gone
from data.ids import new_id
from data.importers.source import Source
from data.telling import Kin
from data.writing.bulk import Bulk

FEW = 8


class Places:
    """Of one file that is being imported."""

    def __init__(self, bulk: Bulk, format: str, source: Source) -> None:
        self._bulk = bulk
        self._format = format
        self._file = source
        self._before = bulk.imported(f"{self._mark}#")
        self._old: dict[str, str] = {}
        """Thread -> id, of the shorter version of this file that is being replaced."""
        self._count = 0
        self._named: dict[str, str] | None = None
        self._sources: dict[str, str] = {}
        self._marks: dict[str, str] = {}
        """Run -> what it would be known by if it were deleted."""
        self._gone = gone.all_gone(bulk.cursor())

    @property
    def _mark(self) -> str:
        return f"{self._format}:{self._file.digest}"

    def before(self) -> dict[str, Any] | None:
        """The report of this very content, if all of its runs are here."""
        if not self._before:
            return None
        first = f"{self._mark}#0"
        run_id = next((r for s, r in self._before.items() if f"{s}:".startswith(f"{first}:")), "")
        report = self._bulk.report(run_id)
        return report if report.get("all_runs") == len(self._before) else None

    def known(self) -> list[str]:
        return list(self._before.values())

    def place(self, identity: str, thread: str) -> tuple[str, bool]:
        """The id of the next run of the file, and whether nothing of it is to be written: it is
        here already, or it was deleted and nobody asked for it."""
        number, self._count = self._count, self._count + 1
        mark = gone.mark_of(self._format, self._file.path, number, identity or thread)
        if self._file.unasked and self._was_deleted(mark, thread):
            return gone.away(mark), True
        source = f"{self._mark}#{number}" + (f":{thread}" if thread else "")
        if identity:
            source = f"{self._format}:{identity}"
            here = self._known(source)
        else:
            here = self._before.get(source)
        if here is None and thread:
            self._look_for_shorter(thread)
        if here is None and source in self._sources.values():
            raise BadInput(f"{self._file.path} holds two traces of the same name “{identity}”.")
        run_id = here or self._old.pop(thread, None) or new_id("r")
        self._sources[run_id], self._marks[run_id] = source, mark
        return run_id, here is not None

    def _was_deleted(self, mark: str, thread: str) -> bool:
        """A sub-run may stand in a file of its own: its thread is `CALLER/OWN`."""
        caller, _, own = thread.rpartition("/")
        above = gone.mark_of(self._format, "", 0, caller) if caller and own else mark
        return mark in self._gone or above in self._gone

    def _known(self, source: str) -> str | None:
        """A question for each of a few traces; for the many of a large file one question."""
        if self._count <= FEW:
            return self._bulk.imported(source).get(source)
        if self._named is None:
            self._named = self._bulk.imported(f"{self._format}:")
        return self._named.get(source)

    def own(self, run_id: str) -> bool:
        """Whether this run of Triptych's own is here already."""
        number, self._count = self._count, self._count + 1
        if run_id in self._sources:
            raise BadInput(f"{self._file.path} holds the run {run_id[:40]} twice.")
        self._sources[run_id] = f"{self._mark}#{number}"
        mark = self._marks[run_id] = gone.mark_of(gone.NATIVE, "", 0, run_id)
        return (self._file.unasked and mark in self._gone) or self._bulk.has(run_id)

    def source(self, run_id: str) -> str:
        return self._sources[run_id]

    def settle(self, runs: Sequence[Kin]) -> None:
        """Brings callers and sub-runs together that stand in different files, and forks back to
        runs that were replaced."""
        if not self._gone.keys().isdisjoint(self._marks.values()):
            gone.lift(self._bulk.cursor(), self._marks.values())
        self._bulk.rejoin()
        for run in runs:
            if run.known:
                continue
            if run.belongs_to:
                for caller in self._bulk.of_thread(self._format, run.belongs_to).values():
                    calls = self._bulk.report(caller).get("children", {})
                    self._bulk.adopt(caller, {run.run_id: str(calls.get(run.thread, ""))})
            if run.thread and not run.called:
                orphans = self._bulk.orphans(self._format, f"{run.thread}/")
                self._bulk.adopt(
                    run.run_id,
                    {found: run.children.get(thread, "") for thread, found in orphans.items()},
                )

    def _look_for_shorter(self, thread: str) -> None:
        found = self._bulk.of_thread(self._format, thread)
        reports = self._bulk.reports(list(found.values()))
        for source, run_id in found.items():
            mark = source.partition("#")[0]
            size = reports[run_id].get("size")
            if mark == self._mark or not isinstance(size, int) or size >= self._file.size:
                continue
            if mark == f"{self._format}:{self._file.digest_of_first(size)}":
                old = self._bulk.imported(f"{mark}#")
                self._old = {s.partition("#")[2].partition(":")[2]: r for s, r in old.items()}
                self._bulk.replace(list(old.values()))
                return
