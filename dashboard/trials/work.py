"""The work on one trial set: runs begun and looked after until it is done or has to stop."""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agents.errors import BadInput
from agents.models.catalog import is_scripted
from dashboard.formats import count
from dashboard.launch import Launch
from dashboard.trials.progress import open_cells, progress_of, rows_of
from dashboard.trials.spending import Spending
from data.ids import new_id
from data.rows import RunRow
from data.trials import sets
from data.trials.plan import Cell, State, TrialPlan

if TYPE_CHECKING:
    from dashboard.service import Service
    from data.trials.sets import TrialSet

LOOK_S = 0.2
LOOK_TOGETHER_S = 1.0
ERRORS_IN_A_ROW = 5
"""So many runs that ended in an error of their model, one after the other, stop a set: a key or a
server is missing, and the rest would fail like them."""
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


class Worker:
    def __init__(self, service: Service, work: Work) -> None:
        self._service, self._work = service, work

    def run(self, found: TrialSet) -> Stop:
        rows = rows_of(self._service, found)
        todo = deque(open_cells(self._service, found, rows))
        spending = Spending(found.budget_usd)
        spending.add_all(rows.values())
        failed = 0
        stop: Stop | None = None
        while True:
            stop = self._stopped(spending, failed) or stop
            while todo and stop is None and len(self._work.running) < self._work.plan.concurrency:
                self._launch(todo.popleft())
            if not self._work.running:
                break
            for row in self._ended():
                spending.add(row)
                failed = failed + 1 if row.status == "error" else 0
            if spending.cap is not None:
                going_on = [run_id for run_id, _ in self._work.running.values()]
                spending.watch(self._service.store.these(going_on, self._service.active()))
        return stop or self._done(found.set_id)

    def _stopped(self, spending: Spending, failed: int) -> Stop | None:
        """Why no more runs are to be begun, if so. Those that would only cost more are broken
        off; a pause lets them end."""
        reason: Stop | None = None
        if self._work.wish == "cancelled":
            reason = ("cancelled", self._work.why)
        elif spending.why:
            reason = ("budget", spending.why)
        elif self._work.wish == "paused":
            return ("paused", self._work.why)
        elif failed >= ERRORS_IN_A_ROW:
            return ("failed", f"{failed} runs in a row ended in an error of their model")
        if reason is not None:
            for run_id, _ in self._work.running.values():
                self._service.cancel(run_id)
        return reason

    def _launch(self, cell: Cell) -> None:
        run_id = new_id("r")
        sets.fill(self._service.store, self._work.set_id, cell.number, run_id)
        label = f"{LABEL}{self._work.set_id} · {cell.trial + 1} of {self._work.plan.trials}"
        self._work.running[cell.number] = (
            run_id,
            self._service.start_run(launch_of(cell), run_id, label),
        )

    def _ended(self) -> list[RunRow]:
        """Runs that have ended. Those of the scripted model are looked at together, once a
        second: it costs nothing and does not fail, and looking takes longer than running."""
        futures = {future: cell for cell, (_, future) in self._work.running.items()}
        done, _ = wait(futures, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        ids = [self._work.running.pop(futures[future])[0] for future in done]
        for run_id in ids:
            if problem := self._service.problem(run_id):
                raise BadInput(f"Run {run_id} could not be recorded: {problem}")
        self._work.unread += ids
        lately = time.monotonic() - self._work.read_at < LOOK_TOGETHER_S
        if not self._work.unread or (
            lately and self._work.running and all(map(is_scripted, self._work.plan.models))
        ):
            return []
        ids, self._work.unread, self._work.read_at = self._work.unread, [], time.monotonic()
        return self._service.store.these(ids, self._service.active())

    def _done(self, set_id: str) -> Stop:
        found = sets.one(self._service.store, set_id)
        errors = progress_of(found, rows_of(self._service, found), True).errors
        if not errors:
            return "done", ""
        runs, again = ("run", "it") if errors == 1 else ("runs", "them")
        return "done", f"{count(errors)} {runs} ended in an error; resume to try {again} again"


def launch_of(cell: Cell) -> Launch:
    return Launch(scenario=cell.key.scenario, lanes=(cell.spec(),))
