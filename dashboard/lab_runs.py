"""Puts a run of the lab into the store, when somebody opens it: until then it is kept nowhere."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from agents.events import Event, Started
from agents.messages import Wire, canonical
from agents.rig import Rig
from dashboard.service import Service
from data.bundled import scenario
from data.ids import named_id
from data.lab.lessons import Lesson
from data.lab.playing import Played
from data.lab.setting import Agent, Setting
from data.lab.tables import run_of
from data.lab.world import world_name
from data.runs import NewRun

CONTRAST = "contrast: a loop that ends on any turn without a tool call, and raises at its limit"
_one_at_a_time = threading.Lock()


def keep_setting(service: Service, setting: Setting, agents: Sequence[Agent]) -> list[str]:
    """The ids of these runs of a setting; the same setting is the same run again."""
    label = (
        f"lab: {setting.lookups} look-ups, {setting.wrong} wrong, cap {setting.cap}, "
        f"{setting.evaluator} evaluator"
    )
    return [_keep_played(service, setting, run_of(setting, agent), label) for agent in agents]


def keep_lesson(service: Service, lesson: Lesson) -> str:
    """The id of a lesson's run. One that really took time is another run each time it is played."""
    begun = "" if lesson.ours and not lesson.rig.spec.faults else str(lesson.events[0])
    label = f"lab: {lesson.rig.spec.paradigm} on {lesson.scenario}"
    if not lesson.ours:
        label = f"{label}; {CONTRAST}"
    return _keep(service, lesson.scenario, lesson.rig, lesson.record, label, begun)


def _keep_played(service: Service, setting: Setting, played: Played, label: str) -> str:
    if played.agent == "react-raising":
        label = f"{label}; {CONTRAST}"
    return _keep(
        service, world_name(setting.lookups), played.rig, played.record, label, played.agent
    )


def _keep(
    service: Service,
    world: str,
    rig: Rig,
    record: Sequence[tuple[Event, Wire]],
    label: str,
    which: str,
) -> str:
    spec = rig.spec.model_dump(mode="json")
    run_id = named_id("r", "lab", world, canonical(spec), which)
    store = service.store
    with _one_at_a_time:
        if store.run(run_id) is not None:
            return run_id
        start = record[0][0]
        run = NewRun(
            run_id=run_id,
            question=scenario(world).question,
            scenario=world,
            paradigm=rig.spec.paradigm,
            model=rig.spec.model,
            rig=spec,
            origin="simulated",
            label=label,
            created_at=start.at if isinstance(start, Started) else None,
        )
        store.append_many(
            [(run_id, seq, event, sent) for seq, (event, sent) in enumerate(record)], [run]
        )
        events = [event for event, _ in record]
        answer = getattr(events[-1], "answer", None)
        store.add_verdict(run_id, scenario(world).evaluate(answer, events))
    return run_id
