"""The verb's half of trials: from the file itself, or through the dashboard that has it open."""

from __future__ import annotations

import time
import urllib.parse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from dashboard.trials.estimate import estimate
from dashboard.trials.export import exported
from dashboard.trials.results import results
from dashboard.trials.told import list_object, progress_object, set_object
from data.trials.plan import TrialPlan

if TYPE_CHECKING:
    from dashboard.service import Service

Json = dict[str, Any]
Seen = Callable[[Json], None]
"""Told how far a set has come, again and again."""
LOOK_S = 0.2


class TrialsDesk(Protocol):
    def estimate(self, plan: TrialPlan) -> Json: ...
    def start(self, plan: TrialPlan) -> str: ...
    def resume(self, set_id: str, budget_usd: float | None) -> str: ...
    def follow(self, set_id: str, seen: Seen) -> None: ...
    def pause(self, set_id: str) -> None: ...
    def show(self, set_id: str) -> Json: ...
    def listed(self) -> Json: ...
    def export(self, set_id: str, format: str) -> bytes: ...


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


class RemoteTrials:
    """`ask(path, body)` and `fetch(path)` speak to the dashboard's API."""

    def __init__(self, ask: Callable[..., Json], fetch: Callable[[str], bytes]) -> None:
        self._ask, self._fetch = ask, fetch

    def estimate(self, plan: TrialPlan) -> Json:
        return self._ask("/api/trials/estimate", plan.model_dump(mode="json"))

    def start(self, plan: TrialPlan) -> str:
        return str(self._ask("/api/trials", plan.model_dump(mode="json"))["trials"])

    def resume(self, set_id: str, budget_usd: float | None) -> str:
        self._ask(f"{_of(set_id)}/resume", {"budget_usd": budget_usd})
        return set_id

    def follow(self, set_id: str, seen: Seen) -> None:
        while (found := self._ask(f"{_of(set_id)}/progress"))["state"] == "running":
            seen(found)
            time.sleep(LOOK_S)

    def pause(self, set_id: str) -> None:
        self._ask(f"{_of(set_id)}/pause", {})

    def show(self, set_id: str) -> Json:
        return self._ask(_of(set_id))

    def listed(self) -> Json:
        return self._ask("/api/trials")

    def export(self, set_id: str, format: str) -> bytes:
        return self._fetch(f"{_of(set_id)}/export?format={urllib.parse.quote(format)}")


def _of(set_id: str) -> str:
    return f"/api/trials/{urllib.parse.quote(set_id, safe='')}"
