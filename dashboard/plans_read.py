"""Planned, executed and rejected steps of runs (S2-32), folded from their events and kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from agents.planned import PlanCounts, plan_counts
from agents.state import fold
from data.rows import RunRow
from data.store import Store

WITH_A_PLAN = frozenset({"plan-execute", "plan-replan"})
KEPT = 5_000


class PlansRead:
    """May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, float, int], PlanCounts | None] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, runs: Sequence[RunRow]) -> dict[str, PlanCounts | None]:
        """Run id -> counts; None for a run that makes no plan (or has not made it yet)."""
        planning = {run.run_id: _key(run) for run in runs if run.paradigm in WITH_A_PLAN}
        with self._lock:
            found = {i: self._kept[key] for i, key in planning.items() if key in self._kept}
        missing = [run_id for run_id in planning if run_id not in found]
        fresh: dict[str, PlanCounts | None] = {}
        for run_id, events in self._store.histories(missing).items() if missing else ():
            upto = planning[run_id][2]
            fresh[run_id] = plan_counts(fold(events[:upto]).plan) if events else None
        with self._lock:
            self._kept.update({planning[run_id]: counts for run_id, counts in fresh.items()})
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return dict.fromkeys((run.run_id for run in runs), None) | found | fresh


def _key(run: RunRow) -> tuple[str, float, int]:
    return run.run_id, run.started_at, run.events
