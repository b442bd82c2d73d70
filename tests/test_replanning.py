"""What a replanner is told, and what runs after it."""

from __future__ import annotations

import json

from agents.events import Replied, Returned
from agents.policies.plan_execute import PlanReplan
from agents.rig import Limits
from tests.rigs import play_scenario


def test_a_replanner_is_told_what_was_done_what_failed_why_and_what_is_left_S0_38() -> None:
    ran = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",))
    wires = [w for e, w in zip(ran.events, ran.wires, strict=True)
             if isinstance(e, Replied) and e.actor == "replanner"]  # fmt: skip
    told_it = json.loads(json.loads(wires[0][-2].body)["content"])
    assert set(told_it) == {"completed", "failed", "reason", "remaining"}
    assert told_it["reason"] and len(told_it["remaining"]) == 3


def test_the_third_failure_in_a_row_does_not_replan_S0_38() -> None:
    ran = play_scenario("larkspur-2", "plan-replan", faults=("empty",))
    asked = [e.actor for e in ran.events if isinstance(e, Replied)]
    assert asked.count("replanner") <= Limits().max_replans * asked.count("evaluator")
    streak = 0
    for actor in asked:
        streak = streak + 1 if actor == "replanner" else streak
        assert streak <= 2
    assert PlanReplan.name == "plan-replan"


def test_after_replanning_the_new_plan_is_what_runs_S0_39() -> None:
    ran = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",))
    place = next(i for i, e in enumerate(ran.events)
                 if isinstance(e, Replied) and e.actor == "replanner")  # fmt: skip
    replanned = ran.events[place]
    assert isinstance(replanned, Replied) and replanned.reading.plan is not None
    after = [dict(e.call.arguments) for e in ran.events[place:] if isinstance(e, Returned)]
    assert after == [dict(step.args) for step in replanned.reading.plan.steps]
