"""Trial sets for tests: made, run to their end, and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dashboard.service import Service
from dashboard.trials.results import Results, results
from data.store import Store
from data.trials.plan import TrialPlan, plan_from

SMALL: dict[str, Any] = {
    "scenarios": ["larkspur-2"], "paradigms": ["function-calling", "plan-execute"], "trials": 2,
}  # fmt: skip
NO_KEYS: Mapping[str, str] = {}


def small(**more: Any) -> TrialPlan:
    return plan_from({**SMALL, **more})


@contextmanager
def serviced(environ: Mapping[str, str] = NO_KEYS, path: str = ":memory:") -> Iterator[Service]:
    service = Service(Store.open(path), environ)
    try:
        yield service
    finally:
        service.close()


def tried(service: Service, plan: TrialPlan) -> Results:
    """To the end of the set, however it ends."""
    set_id = service.trials.start(plan)
    service.trials.wait(set_id)
    return results(service, set_id)
