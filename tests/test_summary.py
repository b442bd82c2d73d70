"""One sentence above a comparison, only from what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lanes_by_hand import lane, model, three

from dashboard.lanes import Lane, lane_names
from dashboard.summary import summary


def but(one: Lane, **changes) -> Lane:
    return Lane(replace(one.run, **changes), one.steps)


def test_all_three_answered_with_the_fewest_tokens_first():
    react, calling, plan = three()
    said = summary([but(react, input_tokens=1_728), but(calling, input_tokens=640), plan])
    assert said == (
        "All three answered. The fixed plan read the fewest tokens (620), function calling a"
        " little more (640), ReAct 2.8 times as many; the fixed plan did not check its results."
    )


def test_the_example_of_the_screens():
    react, calling, plan = three()
    lanes = [but(react, input_tokens=1_728), but(calling, input_tokens=640)]
    said = summary([*lanes, but(plan, input_tokens=None, unknown_usage=2)])
    assert said.startswith(
        "All three answered. Function calling read the fewest tokens (640), ReAct 2.7 times as"
        " many;"
    )
    assert "what the fixed plan read is not fully known" in said
    assert said.endswith("the fixed plan did not check its results.")


def test_verdicts_are_said_where_every_answer_has_one():
    react, calling, plan = three()
    good = [but(calling, passed=True), but(plan, passed=True)]
    assert summary([but(react, passed=True), *good]).startswith("All three passed.")
    said = summary([but(react, passed=False), *good])
    assert said.startswith("Two of three passed; ReAct answered wrongly.")
    assert summary([react, *good]).startswith("All three answered.")


def test_failures_are_named_with_how_they_ended():
    react, calling, plan = three()
    broken = but(react, status="error", answer=None)
    said = summary([broken, but(calling, passed=True), but(plan, passed=True)])
    assert said.startswith("Two of three passed; ReAct ended in an error.")
    both = [broken, but(calling, status="error", answer=None)]
    assert summary(both) == "Neither answered: ReAct and function calling ended in an error."


def test_several_that_failed_alike_are_said_in_the_plural():
    cut = [but(one, status="cancelled", answer=None) for one in three()[:2]]
    assert summary(cut) == "Neither answered: ReAct and function calling were cancelled."


def test_a_lane_that_broke_off_is_not_praised_for_reading_little():
    react, calling, _ = three()
    said = summary([react, but(calling, status="cancelled", answer=None, input_tokens=10)])
    assert said == "One of two answered; function calling was cancelled. ReAct read 5,740 tokens."


def test_an_answer_in_part_is_not_called_whole():
    react, calling, _ = three()
    assert "ReAct only in part" in summary([but(react, status="limit"), calling])


def test_ties_are_ties():
    _, calling, _ = three()
    said = summary([calling, but(calling, run_id="again")])
    assert said == (
        "Both answered. Function calling (1) and function calling (2) read equally many tokens"
        " (640)."
    )


def test_unknown_tokens_are_never_the_fewest():
    react, calling, _ = three()
    said = summary([react, but(calling, input_tokens=None, unknown_usage=2)])
    assert "fewest" not in said
    assert "what function calling read is not fully known" in said


def test_a_partial_sum_is_not_compared_either():
    react, calling, _ = three()
    assert "fewest" not in summary([react, but(calling, unknown_usage=1)])


@pytest.mark.parametrize("status", ["success", "error", "cancelled", "interrupted", "limit"])
def test_one_lane_is_said_simply(status):
    react = three()[0]
    answer = "It ends." if status == "success" else None
    said = summary([but(react, status=status, answer=answer)])
    assert said.startswith("ReAct ") and "one" not in said.lower()


def test_six_lanes_stay_one_readable_line():
    lanes = [but(three()[0], run_id=str(n), input_tokens=1000 * n) for n in range(1, 7)]
    said = summary(lanes)
    assert said.startswith("All six answered. ReAct (1) read the fewest tokens (1,000),")
    assert said.endswith("ReAct (6) the most, 6.0 times as many.")


def test_nothing_is_said_before_all_have_ended():
    react, calling, _ = three()
    assert summary([react, but(calling, status="running", answer=None, ended_at=None)]) == ""
    assert summary([]) == ""


def test_lanes_are_named_as_shortly_as_tells_them_apart():
    runs = [one.run for one in three()]
    assert lane_names(runs) == ["ReAct", "Function calling", "Plan & execute"]
    mini = replace(runs[0], model="openai:mini")
    assert lane_names([runs[0], mini]) == ["ReAct on scripted", "ReAct on openai:mini"]
    assert lane_names([runs[0], runs[0]]) == ["ReAct (1)", "ReAct (2)"]


def test_a_name_from_outside_stays_one_short_line():
    wild = lane([model(1, 0, 1)], paradigm="evil\n\n# heading " + "x" * 500)
    assert "\n" not in summary([wild]) and len(summary([wild])) < 120


def test_a_fault_that_was_switched_on_is_part_of_the_story():
    react, calling, _ = three()
    rig = {"faults": ["wrong-passage"]}
    both = summary([but(react, rig=rig), but(calling, rig=rig)])
    assert both.endswith("The tools had a fault on purpose: wrong-passage.")
    one = summary([but(react, rig=rig), calling])
    assert one.endswith("The tools of ReAct had a fault on purpose: wrong-passage.")
    assert "fault" not in summary([but(react, rig={"faults": "odd"}), calling])
