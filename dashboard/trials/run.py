"""Runs trial sets: a thread each, so many runs at once, until done, paused, cancelled or capped.

Every cell is an ordinary run of the one launcher. Which run fills which cell is on the disk before
the run is, so that a set whose process died goes on where it was: a finished cell is not run
again, one that broke off is run anew, and its cost counts all the same.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agents.errors import BadInput, TriptychError
from agents.events import Stopped
from agents.models.catalog import is_scripted
from agents.models.warm import warm
from dashboard.formats import count, money
from dashboard.launch import Launch, rigs_of
from dashboard.live_runs import BROKEN, as_read
from dashboard.runner import NOT_JUDGED
from dashboard.trials.spending import Spending, check_cap
from data.bundled import scenario
from data.ids import new_id
from data.rows import RunRow
from data.trials import sets
from data.trials.plan import Cell, State, TrialPlan
from data.trials.sets import TrialSet

if TYPE_CHECKING:
    from dashboard.service import Service

log = logging.getLogger("triptych.trials")
LOOK_S = 0.2
LOOK_TOGETHER_S = 1.0
ERRORS_IN_A_ROW = 5
"""So many runs that ended in an error of their model, one after the other, pause a set: a key or
a server is missing, and the rest would fail like them."""
UNFINISHED = frozenset({"interrupted", "stale", "cancelled"})
Stop = tuple[State, str]
"""How a set stands when nothing of it runs any more, and why."""
LABEL = "trial "
"""Begins the label of a run that belongs to a set; its id follows."""


@dataclass
class Work:
    set_id: str
    plan: TrialPlan
    wish: State | None = None
    why: str = ""
    """Of the wish."""
    running: dict[int, tuple[str, Future[None]]] = field(default_factory=dict)
    """Cell -> run."""
    unread: list[str] = field(default_factory=list)
    """Runs that have ended and that nobody has looked at."""
    read_at: float = 0.0
    ended: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Progress:
    """Cells of a set by what became of them; `errors` ended, in an error of their model."""

    state: State
    reason: str
    cells: int
    finished: int
    errors: int
    running: int
    spent_usd: float | None
    """Of all of its runs, broken-off ones too, as far as they are priced; None for none."""
    unpriced_runs: int

    @property
    def waiting(self) -> int:
        return self.cells - self.finished - self.errors - self.running


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
                rigs_of(_launch(cell), self._service.environ)

    def resume(self, set_id: str, budget_usd: float | None = None) -> None:
        """Raises BadInput where it is running, or nothing is left to be run; and like `start`."""
        if self.is_running(set_id):
            raise BadInput(f"Trial set {set_id} is running already.")
        store = self._service.store
        found = sets.one(store, set_id)
        cap = found.budget_usd if budget_usd is None else budget_usd
        check_cap(found.plan.models, cap)
        open_cells = list(self._open(found, self.rows(found)))
        if not open_cells:
            raise BadInput(f"All {found.plan.size} cells of {set_id} are filled; nothing is left.")
        self.check(found.plan)
        spent = Spending(cap)
        spent.add_all(self._begun(found))
        if spent.reached:
            raise BadInput(
                f"Trial set {set_id} has spent {money(spent.usd)} of its {money(cap)}: give a "
                "higher cap to go on."
            )
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
        running = self.is_running(found.set_id)
        filled = [rows.get(run_id) for run_id in found.filled.values()]
        errors = sum(row is not None and row.status == "error" for row in filled)
        going_on = sum(row is not None and row.status == "running" for row in filled)
        finished = sum(row is not None and _finished(row) for row in filled)
        spent = Spending(None)
        spent.add_all(self._begun(found, rows))
        state: State = found.last.state
        if state == "running" and not running:
            state = "interrupted"
        return Progress(
            "running" if running else state,
            found.last.reason if not running else "",
            found.plan.size,
            finished,
            errors,
            going_on,
            spent.usd,
            spent.unpriced_runs,
        )

    def rows(self, found: TrialSet) -> dict[str, RunRow]:
        """Run id -> row, of every run that was begun for it and is still here."""
        ids = list(dict.fromkeys(run_id for _, run_id in found.fills))
        return {row.run_id: row for row in self._service.store.these(ids, self._service.active())}

    def _begun(self, found: TrialSet, rows: dict[str, RunRow] | None = None) -> list[RunRow]:
        return list((self.rows(found) if rows is None else rows).values())

    def _open(self, found: TrialSet, rows: dict[str, RunRow]) -> Iterable[Cell]:
        """The cells that no finished run fills. One that ended without its verdict, since the
        process died just then, is judged now."""
        filled = found.filled
        for cell in found.plan.cells():
            row = rows.get(filled.get(cell.number, ""))
            if row is None or not _finished(row):
                yield cell
            elif row.passed is None and row.status not in NOT_JUDGED:
                self._judge(row)

    def _judge(self, row: RunRow) -> None:
        store = self._service.store
        events = store.events(row.run_id)
        end = events[-1] if events else None
        if isinstance(end, Stopped):
            verdict = scenario(row.scenario).evaluate(end.answer, as_read(store, events))
            store.add_verdict(row.run_id, verdict)

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
                raise BadInput(f"Trial set {found.set_id} is running already.")
        warm()
        name = f"trials {found.set_id}"
        threading.Thread(target=self._work, args=(work, found), daemon=True, name=name).start()

    def _work(self, work: Work, found: TrialSet) -> None:
        state: State = "failed"
        reason = BROKEN
        try:
            state, reason = self._run(work, found)
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

    def _run(self, work: Work, found: TrialSet) -> Stop:
        rows = self.rows(found)
        todo = deque(self._open(found, rows))
        spending = Spending(found.budget_usd)
        spending.add_all(rows.values())
        failed = 0
        stop: Stop | None = None
        while True:
            stop = self._stopped(work, spending, failed) or stop
            while todo and stop is None and len(work.running) < work.plan.concurrency:
                self._launch(work, todo.popleft())
            if not work.running:
                break
            for row in self._ended(work):
                spending.add(row)
                failed = failed + 1 if row.status == "error" else 0
            if spending.cap is not None:
                going_on = [run_id for run_id, _ in work.running.values()]
                spending.watch(self._service.store.these(going_on, self._service.active()))
        return stop or self._done(found.set_id)

    def _stopped(self, work: Work, spending: Spending, failed: int) -> Stop | None:
        """Why no more runs are to be begun, if so. Those that would only cost more are broken
        off; a pause lets them end."""
        reason: Stop | None = None
        if work.wish == "cancelled":
            reason = ("cancelled", work.why)
        elif spending.why:
            reason = ("budget", spending.why)
        elif work.wish == "paused":
            return ("paused", work.why)
        elif failed >= ERRORS_IN_A_ROW:
            return ("failed", f"{failed} runs in a row ended in an error of their model")
        if reason is not None:
            for run_id, _ in work.running.values():
                self._service.cancel(run_id)
        return reason

    def _launch(self, work: Work, cell: Cell) -> None:
        run_id = new_id("r")
        sets.fill(self._service.store, work.set_id, cell.number, run_id)
        label = f"{LABEL}{work.set_id} · {cell.trial + 1} of {work.plan.trials}"
        work.running[cell.number] = run_id, self._service.start_run(_launch(cell), run_id, label)

    def _ended(self, work: Work) -> list[RunRow]:
        """Runs that have ended. Those of the scripted model are looked at together, once a
        second: it costs nothing and does not fail, and looking takes longer than running."""
        futures = {future: cell for cell, (_, future) in work.running.items()}
        done, _ = wait(futures, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        ids = [work.running.pop(futures[future])[0] for future in done]
        for run_id in ids:
            if problem := self._service.problem(run_id):
                raise BadInput(f"Run {run_id} could not be recorded: {problem}")
        work.unread += ids
        lately = time.monotonic() - work.read_at < LOOK_TOGETHER_S
        if not work.unread or (lately and work.running and all(map(is_scripted, work.plan.models))):
            return []
        ids, work.unread, work.read_at = work.unread, [], time.monotonic()
        return self._service.store.these(ids, self._service.active())

    def _done(self, set_id: str) -> Stop:
        told = self.progress(sets.one(self._service.store, set_id))
        if not told.errors:
            return "done", ""
        runs = "run" if told.errors == 1 else "runs"
        again = "it" if told.errors == 1 else "them"
        return "done", f"{count(told.errors)} {runs} ended in an error; resume to try {again} again"


def _launch(cell: Cell) -> Launch:
    return Launch(scenario=cell.key.scenario, lanes=(cell.spec(),))


def _finished(row: RunRow) -> bool:
    return row.status not in UNFINISHED and row.status not in ("running", "error")
