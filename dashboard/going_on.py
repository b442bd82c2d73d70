"""Starting forks and resuming runs; and what a fork would do, before it does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.asking import request_of
from agents.errors import BadInput
from agents.events import Event, Stopped
from agents.forking import Edit, edited, onwards
from agents.loop import next_move
from agents.messages import Usage
from agents.models.catalog import is_scripted
from agents.models.prices import price
from agents.models.tokens import count_wire
from agents.models.warm import warm
from agents.policies.base import Act, Ask, End, Move
from agents.policies.system import whose
from agents.state import fold
from dashboard.forks import Change, Prepared, prepare, ready_rig, told_of
from dashboard.palette import part_name
from dashboard.run_rigs import is_own, rig_spec
from dashboard.runner import Job
from dashboard.service import Service
from dashboard.steps import FOLDED, call_text, request_block
from dashboard.words import t
from data.bundled import scenario as find_scenario
from data.ids import new_id
from data.record.tools import ANY
from data.runs import NewRun
from data.scenario import Evaluate


def fork(service: Service, run_id: str, change: Change) -> list[str]:
    """Starts the forks and returns their ids at once. Raises BadInput or NotReady with nothing
    recorded."""
    parent = service.run(run_id)
    prepared = [
        prepare(service.store, parent, change, service.environ) for _ in range(change.times)
    ]
    warm()
    return [_start(service, one) for one in prepared]


def resume(service: Service, run_id: str, edits: Sequence[Edit] = ()) -> None:
    """Goes on after the last event of an interrupted run, with what a person adds, if anything.
    Raises BadInput where there is nothing to go on with, and what `rig_of` raises."""
    run = service.run(run_id)
    if run.status == "running":
        raise BadInput(t("resume.wrong-running", run=run_id))
    events = service.events(run_id)
    if not events or any(isinstance(e, Stopped) for e in events[-1:]):
        how = t("resume.ended", status=run.status) if events else t("resume.no-events")
        raise BadInput(t("resume.wrong-ended", run=run_id, how=how))
    if not is_own(run):
        raise BadInput(t("resume.wrong-imported", run=run_id))
    told = told_of(service.store, run)
    rig = ready_rig(service.store, run, rig_spec(run), told, service.environ, len(events))
    rig = onwards(rig, events)
    own = edited(fold(events), edits, rig)
    warm()
    service.carry_on(Job(run_id, rig, own, events, _judge(run.scenario)))


def preview(service: Service, run_id: str, change: Change) -> dict[str, Any]:
    """What would come first: `next` is ask, tools or end. For a model call the request as it
    would be sent, its tokens as we count them, and what reading it is estimated to cost."""
    prepared = prepare(service.store, service.run(run_id), change, service.environ)
    move = next_move(prepared.state, prepared.rig)
    told: dict[str, Any] = {"shared_events": prepared.at, "paradigm": prepared.rig.spec.paradigm,
                            "model": prepared.rig.spec.model}  # fmt: skip
    return told | foreign(prepared) | _told(move, prepared)


def foreign(prepared: Prepared) -> dict[str, Any]:
    """Of a fork of a run that another program made: whose system prompt is sent (`system` is
    recorded, both, own, or edited), and how many tools its trace tells no more of than a name."""
    if is_own(prepared.parent) and prepared.rig.told is None:
        return {}
    specs = [tool.spec for tool in prepared.rig.tools.values()]
    bare = sum(not spec.description and spec.parameters == ANY for spec in specs)
    lost = prepared.rig.told.lost if prepared.rig.told else {}
    return {
        "system": whose(prepared.state, prepared.rig.told, prepared.rig.spec.paradigm),
        "bare_tools": bare,
        "not_sent": lost,
    }


def _told(move: Move, prepared: Prepared) -> dict[str, Any]:
    match move:
        case Ask(actor=actor):
            model = prepared.rig.models[actor]
            wire = model.wire(request_of(move, prepared.rig))
            tokens = count_wire(wire)
            cost = price(Usage(tokens, 0, source="counted"), model.name, prepared.rig.clock())
            blocks = [
                request_block(
                    part_name(link.part),
                    link.body,
                    link.part,
                    new=False,
                    opened=link.part not in FOLDED,
                )
                for link in wire
            ]
            return {"next": "ask", "actor": actor, "blocks": blocks, "input_tokens": tokens,
                    "cost_usd": cost.usd, "cost_why": cost.why, "limit": move.why}  # fmt: skip
        case Act(calls):
            return {"next": "tools", "calls": [call_text(call) for call in calls]}
        case End(status, reason):
            return {"next": "end", "status": status, "reason": reason}


def _start(service: Service, prepared: Prepared) -> str:
    run_id = new_id("r")
    spec = prepared.rig.spec
    service.store.add_run(
        NewRun(
            run_id=run_id,
            question=prepared.question,
            scenario=prepared.scenario,
            paradigm=spec.paradigm,
            model=spec.model,
            planner_model=spec.planner_model,
            rig=spec.model_dump(mode="json"),
            origin="simulated" if is_scripted(spec.model) else "live",
            parent_run_id=prepared.parent.run_id,
            forked_at=prepared.at,
        )
    )
    before: list[Event] = prepared.before
    job = Job(run_id, prepared.rig, prepared.own, before, _judge(prepared.scenario))
    service.carry_on(job)
    return run_id


def _judge(scenario: str) -> Evaluate | None:
    return find_scenario(scenario).evaluate if scenario else None
