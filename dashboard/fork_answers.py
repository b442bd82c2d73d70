"""What forks, resumptions and replays tell programs, as JSON: from the verbs and from the API."""

from __future__ import annotations

from typing import Any

from agents.policies.system import whose
from agents.state import fold
from dashboard.answers import Json, run_object
from dashboard.run_rigs import told
from dashboard.service import Service


def fork_object(service: Service, run_id: str) -> Json:
    """The run object of `triptych run`, with what it shares and what is its own."""
    row = service.run(run_id)
    shared = row.forked_at or 0
    state = fold(service.events(run_id))
    recorded = told(service.store, row, shared)
    return {
        **run_object(service, row, service.steps([run_id])),
        "shared_events": shared,
        "live_events": max(0, row.events - shared),
        "system_prompt": whose(state, recorded, row.paradigm),
    }


def forks_object(service: Service, run_ids: list[str]) -> Json:
    """Several forks with the same change: how often they pass. `running` are not counted yet."""
    forks = [fork_object(service, run_id) for run_id in run_ids]
    ended = [one for one in forks if one["status"] != "running"]
    judged = [one for one in ended if one["passed"] is not None]
    told: dict[str, Any] = {
        "forks": forks,
        "times": len(forks),
        "judged": len(judged),
        "passed": sum(one["passed"] for one in judged),
        "succeeded": sum(one["status"] == "success" for one in ended),
        "running": [one["run"] for one in forks if one["status"] == "running"],
    }
    return told
