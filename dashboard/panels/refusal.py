"""Why a comparison was not started, with the lane that stands in the way."""

from __future__ import annotations

from agents.errors import TriptychError
from dashboard.launch import Launch
from data.rigging import rig_of


def refusal(launch: Launch | None, error: TriptychError) -> str:
    """Names the lane, where some lanes could run and others not."""
    if launch is None:
        return str(error)
    for place, spec in enumerate(launch.lanes, 1):
        try:
            rig_of(spec, launch.scenario)
        except TriptychError as found:
            models = " and ".join(filter(None, (spec.model, spec.planner_model)))
            return f"Lane {place} ({models}): {found}"
    return str(error)
