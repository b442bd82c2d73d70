"""A cost cap: what a set has spent, and whether that can be known at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.errors import BadInput
from agents.messages import Usage
from agents.models.catalog import is_scripted
from agents.models.prices import as_if
from dashboard.formats import money
from dashboard.words import t
from data.rows import RunRow

BROKEN_OFF = frozenset({"error", "cancelled", "interrupted"})


def check_cap(models: Sequence[str], cap: float | None) -> None:
    """Raises BadInput for a cap on a model without a price: it could not be kept. The scripted
    model calls no provider, so that no cap can be crossed by it."""
    if cap is None:
        return
    for model in models:
        if is_scripted(model):
            continue
        found = as_if(Usage(0, 0), model)
        if found.usd is None:
            raise BadInput(t("trials.wrong-cap", model=model, why=found.why))


class Spending:
    """Every run is added once it has ended; those that go on are watched."""

    def __init__(self, cap: float | None) -> None:
        self.cap = cap
        self.usd: float | None = None
        self.unpriced_runs = 0
        self._going_on = 0.0
        self._untold = ""

    def add_all(self, rows: Iterable[RunRow]) -> None:
        for row in rows:
            self.add(row)

    def add(self, row: RunRow) -> None:
        if row.whole_cost_usd is not None:
            self.usd = (self.usd or 0.0) + row.whole_cost_usd
        self._look(row)
        self.unpriced_runs += row.unpriced > 0

    def watch(self, rows: Iterable[RunRow]) -> None:
        self._going_on = 0.0
        for row in rows:
            self._going_on += row.whole_cost_usd or 0.0
            self._look(row)

    @property
    def reached(self) -> bool:
        return self.cap is not None and (self.usd or 0.0) + self._going_on >= self.cap

    @property
    def why(self) -> str:
        """Why nothing more may be spent; empty while it may."""
        if self.cap is None:
            return ""
        if self._untold:
            return self._untold
        if self.reached:
            spent = money((self.usd or 0.0) + self._going_on)
            return f"the cost cap of {money(self.cap)} is reached ({spent} spent)"
        return ""

    def _look(self, row: RunRow) -> None:
        """The last call of a run that broke off brings no usage, and the set tells of that run;
        any other one that has no price makes the sum unknown."""
        broke_off = row.status in BROKEN_OFF and row.unpriced == 1
        if row.unpriced and not is_scripted(row.model) and not broke_off:
            why = row.cost_why or "its usage is unknown"
            self._untold = f"a cost cap cannot be kept: a call of {row.model} has no price ({why})"
