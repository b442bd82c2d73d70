"""Where an importer puts what it reads: runs, their events, and what was lost.

Nothing is gathered: an event goes to the store as soon as it is told, and the run's first event,
which holds what is known of the whole run, goes last.
"""

from __future__ import annotations

from typing import Any, Protocol

from data.deletion.gone import away, is_away
from data.importers.hostile import sound
from data.importers.own import OwnRun
from data.importers.report import Report
from data.importers.run_events import UNTIMED
from data.importers.run_out import REBUILT, UNANSWERED, RunOut
from data.runs import NewRun
from data.writing.sink import Sink

__all__ = ["REBUILT", "UNANSWERED", "UNTIMED", "Out", "Placing", "RunOut"]


class Placing(Protocol):
    """Says which run a trace is (see data.placing)."""

    def place(self, identity: str, thread: str) -> tuple[str, bool]:
        """The id that the next run has or is to have, and whether it is here already, or is to
        stay away (see data.deletion.gone)."""
        ...

    def own(self, run_id: str) -> bool:
        """Whether the run of this id is here already."""
        ...


class Out:
    """Of one file. `file_time` (seconds) stands in where the file tells no time at all."""

    def __init__(self, sink: Sink, report: Report, file_time: float, placing: Placing) -> None:
        self.sink = sink
        self.report = report
        self.file_time = file_time
        self.runs: list[RunOut | OwnRun] = []
        self._placing = placing

    def run(
        self,
        *,
        identity: str = "",
        thread: str = "",
        called_by: RunOut | None = None,
        called_as: str = "",
        **known: Any,
    ) -> RunOut:
        """A new run; with `called_by` it is a sub-run, else it is counted as a trace.

        `identity` names the run for all the world (an OTLP trace id), so that it is the same run
        in whichever file it stands. `thread` names something that may grow (a session): a longer
        version of the same file takes the place of the shorter one. Without either, the content of
        the file is the run's name. `known` are fields of RunOut.
        """
        identity, thread = sound(identity), sound(thread)
        run_id, here = self._placing.place(identity, thread)
        if called_by is not None and is_away(called_by.run_id):
            run_id, here = away(), True
        run = RunOut(
            self, run_id, here, identity, thread, called_by=called_by, called_as=called_as, **known
        )
        self.runs.append(run)
        self.report.traces += called_by is None
        return run

    def own(self, run: NewRun) -> OwnRun:
        """A run of Triptych's own, whole."""
        told = OwnRun(self.sink, run, self._placing.own(run.run_id))
        # of a run that stands before it in the file it is a sub-run, else a trace by itself
        told.called_by = next((r for r in self.runs if r.run_id == run.called_by), None)
        self.runs.append(told)
        self.report.traces += told.called_by is None
        return told
