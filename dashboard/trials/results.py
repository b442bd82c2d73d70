"""What a trial set has shown so far: cells, averages over tasks, and what may be said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dashboard.words import t
from dashboard.words.many import many
from data.trials import sets
from data.trials.imported import ImportedSet, imported_set
from data.trials.plan import NO_FAULT, CellKey
from data.trials.statistics import (
    Interval,
    Tally,
    averaged,
    bootstrap,
    of_one_task,
    pass_at_k,
    pass_hat_k,
    wilson,
)

if TYPE_CHECKING:
    from dashboard.service import Service
    from dashboard.trials.measure import Measured
    from dashboard.trials.progress import Progress
    from data.trials.sets import TrialSet

WILSON = "Wilson"
BOOTSTRAP = "bootstrap over tasks"
UNTOLD = "unknown"


@dataclass(frozen=True, slots=True)
class Trial:
    """A place in a cell, and what filled it; None while nothing has."""

    number: int
    run_id: str | None
    measured: Measured | None


class Estimate(NamedTuple):
    k: int
    value: float
    interval: Interval | None
    tasks: int
    """How many tasks had at least k trials."""


@dataclass(frozen=True)
class CellResult:
    key: CellKey
    trials: tuple[Trial, ...]
    deterministic: bool
    """All of its repeats must be equal: they say no more than one, and have no interval."""

    @property
    def measured(self) -> list[Measured]:
        return [trial.measured for trial in self.trials if trial.measured is not None]

    @property
    def tally(self) -> Tally:
        judged = [one.passed for one in self.measured if one.passed is not None]
        return Tally(len(judged), sum(judged))

    @property
    def unjudged(self) -> int:
        """Ended without a verdict: an error of the model, or nobody judges."""
        return sum(one.passed is None for one in self.measured)

    @property
    def runs(self) -> list[str]:
        return [trial.run_id for trial in self.trials if trial.run_id]

    @property
    def rate(self) -> float | None:
        return self.tally.passed / self.tally.trials if self.tally.trials else None

    @property
    def interval(self) -> Interval | None:
        tally = self.tally
        return None if self.deterministic else wilson(tally.passed, tally.trials)


@dataclass(frozen=True)
class Group:
    """Cells that differ in their task alone: what an average is over."""

    fault: str
    model: str
    paradigm: str
    cells: tuple[CellResult, ...]

    @property
    def measured(self) -> list[Measured]:
        return [one for cell in self.cells for one in cell.measured]

    @property
    def deterministic(self) -> bool:
        return all(cell.deterministic for cell in self.cells)

    @property
    def tallies(self) -> list[Tally]:
        return [cell.tally for cell in self.cells if cell.tally.trials]

    @property
    def most(self) -> int:
        return max((tally.trials for tally in self.tallies), default=0)

    @property
    def method(self) -> str:
        """Which interval it has."""
        return BOOTSTRAP if len(self.tallies) > 1 else WILSON

    def pass_hat(self) -> list[Estimate]:
        return self._estimates(pass_hat_k)

    def pass_at(self) -> list[Estimate]:
        return self._estimates(pass_at_k)

    def _estimates(self, estimator: Callable[[int, int, int], float | None]) -> list[Estimate]:
        found = []
        for k in range(1, self.most + 1):
            enough = [tally for tally in self.tallies if tally.trials >= k]
            value = averaged(enough, k, estimator)
            if value is not None:
                found.append(Estimate(k, value, self._interval(enough, k, estimator), len(enough)))
        return found

    def _interval(
        self,
        tallies: Sequence[Tally],
        k: int,
        estimator: Callable[[int, int, int], float | None],
    ) -> Interval | None:
        if len(tallies) == 1:
            return None if self.deterministic else of_one_task(tallies[0], k, estimator)
        return bootstrap(tallies, k, estimator)

    @property
    def rate(self) -> float | None:
        found = self.pass_hat()
        return found[0].value if found else None


@dataclass(frozen=True)
class Results:
    set_id: str
    name: str
    imported: bool
    stored: TrialSet | None
    progress: Progress | None
    """None for an imported set, which is what it is."""
    cells: tuple[CellResult, ...]
    format: str = ""
    """Of an imported set: what its runs were written in."""

    def groups(self) -> list[Group]:
        found: dict[tuple[str, str, str], list[CellResult]] = {}
        for cell in self.cells:
            key = cell.key
            found.setdefault((key.fault, key.model, key.paradigm), []).append(cell)
        return [Group(*key, tuple(cells)) for key, cells in found.items()]

    def cell(self, key: CellKey) -> CellResult | None:
        return next((cell for cell in self.cells if cell.key == key), None)

    @property
    def notes(self) -> list[str]:
        return self.notes_in("")

    def notes_in(self, language: str) -> list[str]:
        """What a reader has to know before believing a number."""
        said = []
        alike = [cell for cell in self.cells if cell.deterministic and len(cell.trials) > 1]
        if alike:
            key = "results.note-every" if len(alike) == len(self.cells) else "results.note-some"
            repeats = len(alike[0].trials)
            said.append(t(key, language, n=len(alike), repeats=repeats))
        unjudged = sum(cell.unjudged for cell in self.cells)
        if unjudged:
            said.append(many("results.note-unjudged", unjudged, language))
        few = [g for g in self.groups() if 1 < len(g.tallies) < 10]
        if few:
            said.append(t("results.note-few", language, n=len(few[0].tallies)))
        return said


def results(service: Service, named: str) -> Results:
    """Of a stored set by its id, or of an imported one (see data.trials.imported). Raises
    BadInput where there is none."""
    if named in sets.names(service.store):
        return _stored(service, sets.one(service.store, named))
    return _imported(service, imported_set(service.store, named))


def _stored(service: Service, found: TrialSet) -> Results:
    rows = service.trials.rows(found)
    measured = service.measures.of(list(rows.values()))
    filled = found.filled
    places: dict[CellKey, list[Trial]] = {}
    alike: dict[CellKey, bool] = {}
    for cell in found.plan.cells():
        run_id = filled.get(cell.number)
        run_id = run_id if run_id in rows else None
        one = measured.get(run_id or "")
        if one is not None and one.status in ("cancelled", "interrupted"):
            one = None  # it broke off, and its cell is open
        places.setdefault(cell.key, []).append(Trial(cell.trial, run_id, one))
        alike[cell.key] = cell.deterministic
    cells = tuple(CellResult(key, tuple(trials), alike[key]) for key, trials in places.items())
    progress = service.trials.progress(found, rows)
    return Results(found.set_id, found.plan.name, False, found, progress, cells)


def _imported(service: Service, found: ImportedSet) -> Results:
    ids = [trial.run_id for trial in found.trials]
    rows = {row.run_id: row for row in service.store.these(ids)}
    measured = service.measures.of(list(rows.values()))
    places: dict[CellKey, list[Trial]] = {}
    for trial in found.trials:
        row = rows[trial.run_id]
        key = CellKey(f"task {trial.task}", NO_FAULT, row.model or UNTOLD, row.paradigm)
        one = Trial(trial.trial, trial.run_id, measured.get(trial.run_id))
        places.setdefault(key, []).append(one)
    cells = tuple(
        CellResult(key, tuple(sorted(trials, key=lambda t: t.number)), False)
        for key, trials in sorted(places.items(), key=lambda pair: _natural(pair[0].scenario))
    )
    return Results(found.set_id, f"{found.format}, imported", True, None, None, cells, found.format)


def _natural(name: str) -> tuple[str, int, str]:
    head, _, last = name.rpartition(" ")
    return (head, int(last), "") if last.isascii() and last.isdigit() else (name, -1, last)
