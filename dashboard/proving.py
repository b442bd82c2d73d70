"""Replay with proof, for a run as it is stored: each of its stretches on the rig that made it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import Any

from agents.errors import BadInput, TriptychError
from agents.events import Event, Replied
from agents.messages import Wire
from agents.models.catalog import KEYS
from agents.proof import Proof, prove
from agents.recording import Leg
from agents.rig import Rig
from dashboard.forks import stand_ins, told_of
from dashboard.run_rigs import as_told, is_own, rig_spec
from dashboard.service import Service
from dashboard.words import t
from data.record.script import record_script
from data.requests.of_run import RunRequests
from data.rigging import rig_of
from data.rows import RunRow
from data.store import Store

NO_KEYS = os.environ | dict.fromkeys(KEYS.values(), "replay")
"""Models only say how a request would look here; nothing is ever sent, so no key is needed."""


def replay(service: Service, run_id: str) -> dict[str, Any]:
    """The object of `triptych replay --json`. No model and no tool is called."""
    proof = proof_of(service, run_id)
    parted = proof.parted
    return {
        "run": run_id,
        "events": proof.events,
        "equal": proof.equal,
        "given": proof.given,
        "model_calls": 0,
        "tool_calls": 0,
        "ok": proof.ok,
        "parted": None
        if parted is None
        else {
            "at": parted.at,
            "why": parted.why,
            "differs": list(parted.differs),
            "diff": list(parted.diff),
        },
    }


def proof_of(service: Service, run_id: str) -> Proof:
    run = service.run(run_id)
    events = service.events(run_id)
    if not events:
        raise BadInput(t("wrong.proof-empty", run=run_id))
    requests = RunRequests(service.store, run_id)
    record = [(event, _sent(requests, event)) for event in events]
    return asyncio.run(prove(record, _legs(service, run, events)))


def _sent(requests: RunRequests, event: Event) -> Wire:
    if isinstance(event, Replied) and event.request:
        return tuple(requests.links(event.request))
    return ()


def _legs(service: Service, run: RunRow, events: Sequence[Event]) -> list[Leg]:
    legs = [Leg(run.forked_at or 0, _form(service.store, run, events))]
    while run.parent_run_id is not None and (run.forked_at or 0) > 0:
        start = run.forked_at or 0
        run = service.run(run.parent_run_id)
        if (run.forked_at or 0) < start:
            legs.append(Leg(run.forked_at or 0, _form(service.store, run, events)))
    if legs[-1].start > 0:  # what it was forked from is gone, and with it the rig of that
        legs.append(Leg(0, None))
    return legs


def _form(store: Store, run: RunRow, events: Sequence[Event]) -> Rig | None:
    """The rig only as a form. Tools that would have to be started or found (MCP servers, files)
    are described from the record; a scenario's own are today's. None for an imported run."""
    if not is_own(run):
        return None
    spec = rig_spec(run)
    bare = spec.model_copy(update={"tools": (), "over_mcp": False})
    told = told_of(store, run)
    script = None if run.scenario else record_script(told)
    absent = stand_ins(store, told or events, "stub")
    try:
        rig = rig_of(bare, run.scenario, _no_keys(), script=script, absent=absent)
        return as_told(rig, store, run, run.forked_at or 0)
    except TriptychError as error:
        raise BadInput(t("wrong.proof-rig", run=run.run_id, error=error)) from None


def _no_keys() -> Mapping[str, str]:
    return NO_KEYS
