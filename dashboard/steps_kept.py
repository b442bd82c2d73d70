"""Steps of runs that have ended, kept in memory: a page reads them several times."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from data.rows import RunRow, StepRow
from data.store import Store

MOST_STEPS = 60_000
"""Of all kept runs together, some 60 MB."""


class StepsKept:
    """May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, float, int], tuple[StepRow, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, runs: Sequence[RunRow]) -> dict[str, Sequence[StepRow]]:
        """Run id -> its steps, in the order of their events. Events are only ever appended, so an
        ended run with as many events has the same steps."""
        with self._lock:
            found: dict[str, Sequence[StepRow]] = {
                run.run_id: self._kept[key] for run in runs if (key := _key(run)) in self._kept
            }
        missing = [run for run in runs if run.run_id not in found]
        fresh: dict[str, list[StepRow]] = {run.run_id: [] for run in missing}
        for step in self._store.steps(list(fresh)):
            fresh[step.run_id].append(step)
        for run in missing:
            if run.status != "running":
                self._keep(run, tuple(fresh[run.run_id]))
        return {**found, **fresh}

    def _keep(self, run: RunRow, steps: tuple[StepRow, ...]) -> None:
        with self._lock:
            self._kept[_key(run)] = steps
            while sum(map(len, self._kept.values())) > MOST_STEPS and len(self._kept) > 1:
                self._kept.popitem(last=False)


def _key(run: RunRow) -> tuple[str, float, int]:
    return run.run_id, run.started_at, run.events
