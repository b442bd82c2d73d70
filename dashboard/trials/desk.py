"""The verb's half of trials where no dashboard is open: from the file itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.trials.estimate import estimate
from dashboard.trials.export import exported
from dashboard.trials.remote import LOOK_S, Json, Seen
from dashboard.trials.results import results
from dashboard.trials.told import list_object, progress_object, set_object
from data.trials.plan import TrialPlan

if TYPE_CHECKING:
    from dashboard.service import Service


class LocalTrials:
    def __init__(self, service: Service) -> None:
        self._service = service

    def estimate(self, plan: TrialPlan) -> Json:
        return estimate(self._service, plan).told()

    def start(self, plan: TrialPlan) -> str:
        return self._service.trials.start(plan)

    def resume(self, set_id: str, budget_usd: float | None) -> str:
        self._service.trials.resume(set_id, budget_usd)
        return set_id

    def follow(self, set_id: str, seen: Seen) -> None:
        while self._service.trials.is_running(set_id):
            seen(progress_object(self._service, set_id))
            self._service.trials.wait(set_id, LOOK_S)

    def pause(self, set_id: str) -> None:
        """And waits until it is: the file is closed after this."""
        self._service.trials.pause(set_id)
        self._service.trials.wait(set_id)

    def show(self, set_id: str) -> Json:
        return set_object(self._service, set_id)

    def listed(self) -> Json:
        return list_object(self._service)

    def export(self, set_id: str, format: str) -> bytes:
        return exported(results(self._service, set_id), format)
