"""The verb's half of trials: what it asks for, and how it asks the dashboard that has the file."""

from __future__ import annotations

import time
import urllib.parse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from data.trials.plan import TrialPlan

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
