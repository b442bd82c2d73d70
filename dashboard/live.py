"""The lanes as they stand now: for the page that shows them and for the API that keeps it fresh."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.alerts import alerts
from dashboard.house import house
from dashboard.viewmodels import Data, lanes_data
from data.rows import StepRow

EVERY_MS = 120
"""A step is to be seen within 500 ms of happening, reading and drawing included."""


def lanes_now(run_ids: Sequence[str]) -> Data:
    """Raises BadInput for a run that is not there."""
    service = house().service
    runs = service.these(run_ids)
    steps = service.steps_of(runs)
    thresholds = service.thresholds()
    data = lanes_data(
        runs,
        steps,
        {run_id: service.live_text(run_id) for run_id in run_ids},
        {run.run_id: alerts(run, steps[run.run_id], thresholds) for run in runs},
        {run_id: service.problem(run_id) for run_id in run_ids},
        {run.run_id: service.findings.known(run) for run in runs},
    )
    data["poll"] = {
        "url": f"api/lanes?runs={','.join(run_ids)}",
        "token": house().passes.issue(),
        "every_ms": EVERY_MS,
    }
    return data


def by_run(run_ids: Sequence[str], steps: Sequence[StepRow]) -> dict[str, list[StepRow]]:
    found: dict[str, list[StepRow]] = {run_id: [] for run_id in run_ids}
    for step in steps:
        found[step.run_id].append(step)
    return found
