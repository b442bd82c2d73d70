"""What is told of a run's family: for programs, and for the panel that draws the tree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dashboard.service import Service
from data.kinship.family import Family, Group, Member, family_of

Json = dict[str, Any]


def family_object(service: Service, run_id: str) -> Json:
    """Raises BadInput for a run that is not there."""
    service.run(run_id)
    found = family(service, run_id)
    return {
        "runs": [_member(one) for one in found.members],
        "groups": [_group(group) for group in found.groups if len(group.runs) > 1],
        "own_totals": asdict(found.own),
    }


def family(service: Service, run_id: str) -> Family:
    return family_of(service.store.family(run_id, service.active()))


def _member(one: Member) -> Json:
    run = one.run
    return {
        "run": run.run_id,
        "parent": run.parent_run_id,
        "forked_at": run.forked_at,
        "depth": one.depth,
        "edit": one.edit,
        "edited": one.edited,
        "paradigm": run.paradigm,
        "model": run.model,
        "status": run.status,
        "passed": run.passed,
        "cost_usd": run.cost_usd,
        "events": run.events,
        "own": asdict(one.own),
    }


def _group(group: Group) -> Json:
    return {
        "runs": list(group.runs),
        "ended": group.ended,
        "judged": group.judged,
        "passed": group.passed,
    }
