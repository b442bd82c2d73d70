"""What a lane is handed to show: plain words, and nothing twice."""

from __future__ import annotations

from dataclasses import replace

from lanes_by_hand import lane, model, three

from dashboard.alerts import alerts
from dashboard.faults import FAULTS
from dashboard.viewmodels import lanes_data
from data.bundled import names, scenario


def shown(one, live="", found=()):
    run = one.run
    told = {run.run_id: one.steps}
    return lanes_data([run], told, {run.run_id: live}, {run.run_id: found}, {})["lanes"][0]


def running(steps, **changes):
    return lane(steps, status="running", ended_at=None, answer=None, **changes)


def test_before_the_first_call_there_is_a_dash_and_no_word():
    stats = {label: value for label, value, _ in shown(running([]))["stats"]}
    assert (stats["tokens read"], stats["cost"]) == ("–", "–")
    stats = {label: value for label, value, _ in shown(running([model(1, 0, 1)]))["stats"]}
    assert (stats["tokens read"], stats["cost"]) == ("300", "no price")


def test_a_plan_that_comes_in_is_not_shown_as_raw_json():
    planned = running([], paradigm="plan-execute")
    assert shown(planned, '{"goal": "x"')["live"] == "writing a plan… 12 characters"
    checked = running([model(1, 0, 1, actor="planner")], paradigm="plan-replan")
    assert shown(checked, '{"ok": tr')["live"] == "writing a verdict… 9 characters"
    assert shown(planned, "From the handbook:")["live"] == "From the handbook:"
    assert shown(running([]), '{"a": 1}')["live"] == '{"a": 1}'
    assert shown(planned)["live"] == "waiting…"


def test_the_ending_is_not_said_twice():
    why = "cancelled during the model call"
    last = model(1, 0, 1, status="cancelled", fault="cancelled", summary=why)
    assert shown(lane([last], status="cancelled", reason=why))["live"] == ""
    assert shown(lane([model(1, 0, 1)], status="cancelled", reason=why))["live"] == why


def test_a_fault_that_was_switched_on_stands_in_the_head():
    one = three()[0]
    faulty = replace(one, run=replace(one.run, rig={"faults": ["wrong-passage", "slow"]}))
    assert shown(faulty)["unusual"] == ["faults: wrong-passage, slow"]
    assert shown(one)["unusual"] == []


def test_a_lane_that_may_write_or_was_chosen_automatically_says_so():
    one = three()[0]
    rig = {"writes": "allow", "chosen": "chosen automatically: models of openai take tool calls"}
    told = shown(replace(one, run=replace(one.run, rig=rig)))["unusual"]
    assert told == ["writes: allowed", rig["chosen"]]
    for nonsense in ({"writes": ["allow"]}, {"chosen": 5}, {"writes": "ask", "chosen": ""}):
        assert shown(replace(one, run=replace(one.run, rig=nonsense)))["unusual"] == []


def test_every_alert_is_a_door_to_the_first_step_that_shows_it():
    plan = three()[2]
    (alert,) = shown(plan, found=alerts(plan.run, plan.steps))["alerts"]
    assert (alert["seq"], alert["level"]) == (2, "info")


def test_every_fault_that_can_be_switched_on_is_said_in_words():
    for name in names():
        assert set(scenario(name).faults) <= set(FAULTS), name


def test_lanes_of_several_questions_say_theirs_and_those_of_one_do_not():
    runs = [one.run for one in three()]
    assert [told["question"] for told in lanes_data(runs, {}, {}, {}, {})["lanes"]] == ["", "", ""]
    other = [replace(runs[0], question="Which\nbridge?"), *runs[1:]]
    told = [one["question"] for one in lanes_data(other, {}, {}, {}, {})["lanes"]]
    assert told[0] == "Which bridge?" and all(told)


def test_what_another_program_runs_is_not_ours_to_stop():
    assert shown(running([]))["ours"]
    assert not shown(running([], origin="imported"))["ours"]
