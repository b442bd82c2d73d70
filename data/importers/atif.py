"""ATIF, Harbor's trajectories (1.0 to 1.8): steps of the user, the system and the agent.

Results mostly do not say which call they belong to, and there may be more of them than calls.
Steps that are copied from elsewhere to give context are no calls of this run. `final_metrics` adds
up what sub-agents took, so that the steps' own metrics are what counts. Ids of sessions repeat over
files and name nothing here.
"""

from __future__ import annotations

from typing import Any

from agents.errors import BadInput
from data.importers.atif_trajectory import Trajectory
from data.importers.head import Head
from data.importers.hostile import word
from data.importers.records import records_of, unknown
from data.importers.source import Source
from data.importers.writing import Out

name = "atif"

Json = dict[str, Any]


def looks_like(head: Head) -> float:
    return max((_sure(one) for one in head.objects()), default=0.0)


def _sure(one: Json) -> float:
    if not isinstance(one.get("steps"), list):
        return 0.0
    if word(one.get("schema_version")).upper().startswith("ATIF"):
        return 0.98
    steps = [step for step in one["steps"][:3] if isinstance(step, dict)]
    stepped = any({"step_id", "source"} <= step.keys() for step in steps)
    return 0.9 if stepped and isinstance(one.get("agent"), dict) else 0.0


def read(source: Source, out: Out) -> None:
    for record in records_of(source, out.report):
        if isinstance(record, dict) and isinstance(record.get("steps"), list):
            Trajectory(out, record).tell()
        else:
            unknown(out.report, record)
    if not out.runs:
        raise BadInput(f"{source.path} holds no trajectory with steps.")
