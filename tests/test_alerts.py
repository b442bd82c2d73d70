"""Alerts are computed from the steps: crossed or not, with the numbers and the steps."""

from __future__ import annotations

import pytest
from lanes_by_hand import lane, model, three, tool
from pydantic import ValidationError
from rigs import play_scenario

from dashboard.alerts import Thresholds, alerts


def kinds(one, thresholds=None):
    return [a.kind for a in alerts(one.run, one.steps, thresholds or Thresholds())]


def the(kind, one, thresholds=None):
    found = alerts(one.run, one.steps, thresholds or Thresholds())
    return next(alert for alert in found if alert.kind == kind)


@pytest.mark.parametrize(("turns", "raised"), [(7, False), (8, True), (9, True)])
def test_eight_model_calls_are_many(turns, raised):
    """S0-44."""
    one = lane([model(n, n, 0.5) for n in range(turns)])
    assert ("high_iterations" in kinds(one)) is raised
    if raised:
        alert = the("high_iterations", one)
        assert str(turns) in alert.text
        assert alert.seqs == tuple(range(turns))


@pytest.mark.parametrize(
    ("tokens_in", "tokens_out", "raised"),
    [(12_000, 2_500, True), (3, 8_333, True), (0, 8_333, False), (10_000, 3_000, False)],
)
def test_more_than_fifty_cents_is_dear(tokens_in, tokens_out, raised):
    """S0-45, with the prices of seed 000."""
    usd = (tokens_in * 0.03 + tokens_out * 0.06) / 1000
    one = lane([model(1, 0, 1, cost_usd=usd)])
    assert ("high_cost" in kinds(one)) is raised


def test_a_cost_just_over_the_threshold_is_shown_as_more_than_it():
    one = lane([model(1, 0, 1, cost_usd=0.50007)])
    assert the("high_cost", one).text == "The run cost $0.50007, more than $0.50"


def test_an_unknown_cost_is_never_dear_and_a_partial_one_is_a_minimum():
    assert "high_cost" not in kinds(lane([model(1, 0, 1)]))
    one = lane([model(1, 0, 1, cost_usd=0.9), model(2, 1, 1)])
    assert "≥ $0.90" in the("high_cost", one).text


def test_the_same_call_three_times_is_a_repetition():
    same = [tool(n, n, 0.1, call_key="search renewal") for n in (2, 4, 6)]
    assert "repeated_call" not in kinds(lane([model(1, 0, 1), *same[:2]]))
    alert = the("repeated_call", lane([model(1, 0, 1), *same]))
    assert alert.seqs == (2, 4, 6)
    assert "3 times with the same arguments" in alert.text


def test_a_repeat_that_was_refused_is_a_repetition_at_once():
    steps = [tool(2, 0, 0.1, call_key="k"), tool(4, 1, 0, call_key="k", status="refused")]
    assert the("repeated_call", lane(steps)).text.endswith(
        "twice with the same arguments, refused once"
    )


def test_a_first_call_that_was_refused_is_no_repetition_and_no_error_of_the_tool():
    assert kinds(lane([tool(2, 0, 0, call_key="k", status="refused")])) == []


def test_a_limit_is_told_with_its_reason_and_the_forced_call():
    steps = [model(1, 0, 1), model(3, 1, 1, forced=True)]
    one = lane(steps, status="limit", answer=None, reason="10 of 10 model turns were used")
    alert = the("limit", one)
    assert (alert.level, alert.seqs) == ("error", (3,))
    assert "10 of 10 model turns were used" in alert.text
    assert the("limit", lane(steps, status="partial")).level == "warning"


def test_failed_tools_are_counted_by_name():
    steps = [tool(1, 0, 1, status="timeout"), tool(2, 0, 1, status="error"), tool(3, 0, 1)]
    alert = the("tool_error", lane(steps))
    assert alert.text == "2 of 3 tool calls failed: search twice"
    assert alert.seqs == (1, 2)


def test_malformed_replies_name_their_kinds():
    steps = [model(1, 0, 1, fault="no_action"), model(2, 1, 1)]
    alert = the("malformed", lane(steps))
    assert alert.text == "1 of 2 replies could not be read: no action"
    assert alert.seqs == (1,)


@pytest.mark.parametrize("fault", ["cancelled", "deadline", "model_error"])
def test_a_call_that_was_broken_off_is_no_malformed_reply(fault):
    assert kinds(lane([model(1, 0, 1, fault=fault, origin="live")])) == []


def test_a_plan_that_nobody_checked_is_told_and_a_checked_one_is_not():
    plan = three()[2]
    alert = the("unchecked", plan)
    assert (alert.level, alert.seqs) == ("info", (2, 3, 4, 5, 6, 7))
    going_on = lane(plan.steps, status="running", ended_at=None)
    assert "unchecked" not in kinds(going_on)
    checked = lane([*plan.steps, model(9, 6, 1, actor="evaluator")])
    assert "unchecked" not in kinds(checked)
    assert "unchecked" not in kinds(three()[0])


def test_a_result_that_code_checked_is_not_called_unchecked():
    checked = "checked by code: rows > 0"
    steps = [model(1, 0, 1, actor="planner"), *(tool(n, n, 1, notes=checked) for n in (2, 3))]
    assert "unchecked" not in kinds(lane(steps))
    alert = the("unchecked", lane([*steps, tool(4, 4, 1)]))
    assert (alert.text, alert.seqs) == ("1 of the plan's 3 results was not checked", (4,))
    ran = play_scenario("refund", "plan-replan")
    told = [event.notes for event in ran.events if event.kind == "returned"]
    assert all(any(note.startswith("checked by code: ") for note in notes) for notes in told)


def test_polling_a_refreshable_tool_is_no_repetition():
    polls = [tool(n, n, 0.1, call_key="k", notes="refresh" if n > 2 else "") for n in (2, 4, 6)]
    assert "repeated_call" not in kinds(lane([model(1, 0, 1), *polls]))


def test_a_scripted_run_is_not_pestered_about_prices():
    assert kinds(three()[0]) == kinds(three()[1]) == []


def test_a_live_run_says_what_is_unknown():
    blank = model(1, 0, 1, origin="live", input_tokens=None, output_tokens=None)
    unpriced = model(3, 1, 1, origin="live", cost_why="no price for local:qwen")
    one = lane([blank, unpriced], model="local:qwen")
    assert "1 of 2 model calls" in the("unknown_usage", one).text
    assert the("no_price", one).seqs == (3,)
    assert "no price for local:qwen" in the("no_price", one).text
    assert kinds(lane([blank], status="running", ended_at=None)) == []


def test_thresholds_can_be_moved_and_cannot_be_nonsense():
    seven = lane([model(n, n, 0.5) for n in range(7)])
    assert kinds(seven, Thresholds(high_iterations=7)) == ["high_iterations"]
    assert Thresholds.model_validate_json(Thresholds().model_dump_json()) == Thresholds()
    with pytest.raises(ValidationError):
        Thresholds(identical_calls=0)
    with pytest.raises(ValidationError):
        Thresholds().cost_usd = 9


def test_what_matters_most_comes_first():
    steps = [
        model(1, 0, 1, actor="planner", cost_usd=1.0),
        tool(2, 1, 1, status="error"),
        model(3, 2, 1, forced=True, cost_usd=0.1),
    ]
    one = lane(steps, status="limit")
    assert kinds(one) == ["limit", "high_cost", "tool_error"]
    unread = lane([*steps, tool(4, 3, 1)], status="limit")
    assert kinds(unread) == ["limit", "high_cost", "tool_error", "unchecked"]
