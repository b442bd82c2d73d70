"""Trial sets that this process runs: a thread each, until done, paused, cancelled or capped.

Every cell is an ordinary run of the one launcher. Which run fills which cell is on the disk before
the run is, so that a set whose process died goes on where it was: a finished cell is not run
again, one that broke off is run anew, and its cost counts all the same.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from agents.errors import BadInput, TriptychError
from agents.models.warm import warm
from dashboard.formats import money
from dashboard.launch import rigs_of
from dashboard.live_runs import BROKEN
from dashboard.trials.progress import Progress, open_cells, progress_of, rows_of
from dashboard.trials.spending import Spending, check_cap
from dashboard.trials.work import Work, Worker, launch_of
from dashboard.words import t
from data.rows import RunRow
from data.trials import sets
from data.trials.plan import State, TrialPlan
from data.trials.sets import TrialSet

if TYPE_CHECKING:
    from dashboard.service import Service

log = logging.getLogger("triptych.trials")


class Trials:
    """Of one process. May be used from any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._works: dict[str, Work] = {}
        self._lock = threading.Lock()

    def start(self, plan: TrialPlan) -> str:
        """Returns at once. Raises BadInput or NotReady with nothing stored or started."""
        self.check(plan)
        set_id = sets.add(self._service.store, plan)
        self._begin(sets.one(self._service.store, set_id))
        return set_id

    def check(self, plan: TrialPlan) -> None:
        """Whether every cell could be run, and the cap be kept. Raises BadInput or NotReady."""
        check_cap(plan.models, plan.budget_usd)
        seen = set()
        for cell in plan.cells():
            made_of = (cell.key.scenario, cell.key.model, cell.key.paradigm)
            if cell.trial == 0 and made_of not in seen:
                seen.add(made_of)
                rigs_of(launch_of(cell), self._service.environ)

    def resume(self, set_id: str, budget_usd: float | None = None) -> None:
        """Raises BadInput where it is running, or nothing is left to be run; and like `start`."""
        if self.is_running(set_id):
            raise BadInput(t("trials.wrong-running", set=set_id))
        store = self._service.store
        found = sets.one(store, set_id)
        cap = found.budget_usd if budget_usd is None else budget_usd
        check_cap(found.plan.models, cap)
        rows = self.rows(found)
        if not list(open_cells(self._service, found, rows)):
            raise BadInput(t("trials.wrong-filled", n=found.plan.size, set=set_id))
        self.check(found.plan)
        spent = Spending(cap)
        spent.add_all(rows.values())
        if spent.reached:
            told = {"set": set_id, "spent": money(spent.usd), "cap": money(cap)}
            raise BadInput(t("trials.wrong-spent", **told))
        sets.note(store, set_id, "running", "resumed", budget_usd)
        self._begin(sets.one(store, set_id))

    def pause(self, set_id: str) -> bool:
        """Lets the runs that go on end, and begins no more. False where it is not running."""
        return self._wish(set_id, "paused", "paused by the user")

    def cancel(self, set_id: str) -> bool:
        """Breaks off the runs that go on, too."""
        return self._wish(set_id, "cancelled", "cancelled by the user")

    def is_running(self, set_id: str) -> bool:
        return set_id in self._works

    def wait(self, set_id: str, timeout: float | None = None) -> None:
        work = self._works.get(set_id)
        if work is not None:
            work.ended.wait(timeout)

    def close(self) -> None:
        """Before the runner: sets pause, and are on record as paused."""
        works = list(self._works.values())
        for work in works:
            if work.wish is None:
                work.wish, work.why = "paused", "Triptych was closed"
            for run_id, _ in list(work.running.values()):
                self._service.cancel(run_id)
        for work in works:
            work.ended.wait(5)

    def progress(self, found: TrialSet, rows: dict[str, RunRow] | None = None) -> Progress:
        rows = self.rows(found) if rows is None else rows
        return progress_of(found, rows, self.is_running(found.set_id))

    def rows(self, found: TrialSet) -> dict[str, RunRow]:
        return rows_of(self._service, found)

    def _wish(self, set_id: str, wish: State, why: str) -> bool:
        work = self._works.get(set_id)
        if work is None:
            sets.one(self._service.store, set_id)  # raises where there is no such set
            return False
        work.wish, work.why = wish, why
        return True

    def _begin(self, found: TrialSet) -> None:
        work = Work(found.set_id, found.plan)
        with self._lock:
            if self._works.setdefault(found.set_id, work) is not work:
                raise BadInput(t("trials.wrong-running", set=found.set_id))
        warm()
        name = f"trials {found.set_id}"
        threading.Thread(target=self._work, args=(work, found), daemon=True, name=name).start()

    def _work(self, work: Work, found: TrialSet) -> None:
        state: State = "failed"
        reason = BROKEN
        try:
            state, reason = Worker(self._service, work).run(found)
        except TriptychError as error:
            reason = str(error)
        except Exception:
            log.exception("trial set %s broke", work.set_id)
        try:
            sets.note(self._service.store, work.set_id, state, reason)
        except TriptychError as error:
            log.warning("how trial set %s ended could not be noted: %s", work.set_id, error)
        finally:
            self._works.pop(work.set_id, None)
            work.ended.set()
