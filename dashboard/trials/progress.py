"""How far a trial set has come: which of its cells are filled, and which are open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.events import Stopped
from dashboard.live_runs import as_read
from dashboard.runner import NOT_JUDGED
from dashboard.trials.spending import Spending
from data.bundled import scenario
from data.rows import RunRow
from data.trials.plan import Cell, State

if TYPE_CHECKING:
    from dashboard.service import Service
    from data.trials.sets import TrialSet

UNFINISHED = frozenset({"interrupted", "stale", "cancelled", "running", "error"})


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


def rows_of(service: Service, found: TrialSet) -> dict[str, RunRow]:
    """Run id -> row, of every run that was begun for it and is still here."""
    ids = list(dict.fromkeys(run_id for _, run_id in found.fills))
    return {row.run_id: row for row in service.store.these(ids, service.active())}


def progress_of(found: TrialSet, rows: dict[str, RunRow], is_running: bool) -> Progress:
    filled = [row for run_id in found.filled.values() if (row := rows.get(run_id)) is not None]
    spent = Spending(None)
    spent.add_all(rows.values())
    state: State = "running" if is_running else found.last.state
    return Progress(
        "interrupted" if state == "running" and not is_running else state,
        "" if is_running else found.last.reason,
        found.plan.size,
        sum(row.status not in UNFINISHED for row in filled),
        sum(row.status == "error" for row in filled),
        sum(row.status == "running" for row in filled),
        spent.usd,
        spent.unpriced_runs,
    )


def open_cells(service: Service, found: TrialSet, rows: dict[str, RunRow]) -> Iterable[Cell]:
    """The cells that no finished run fills. One that ended without its verdict, since the process
    died just then, is judged now."""
    filled = found.filled
    for cell in found.plan.cells():
        row = rows.get(filled.get(cell.number, ""))
        if row is None or row.status in UNFINISHED:
            yield cell
        elif row.passed is None and row.status not in NOT_JUDGED:
            _judge(service, row)


def _judge(service: Service, row: RunRow) -> None:
    events = service.store.events(row.run_id)
    end = events[-1] if events else None
    if isinstance(end, Stopped):
        verdict = scenario(row.scenario).evaluate(end.answer, as_read(service.store, events))
        service.store.add_verdict(row.run_id, verdict)
