"""The arithmetic of the seed's lab, on the real loop with the scripted model."""

from __future__ import annotations

import pytest

from agents.events import Replied, Returned
from agents.rig import Limits
from data.bundled import scenario
from tests.rigs import Ran, play_scenario


def counts(ran: Ran) -> tuple[int, int]:
    return (
        sum(isinstance(event, Replied) for event in ran.events),
        sum(isinstance(event, Returned) for event in ran.events),
    )


@pytest.mark.parametrize("n", [2, 4, 6])
def test_a_fixed_plan_makes_two_model_calls_whatever_its_length_S2_03(n: int) -> None:
    assert counts(play_scenario(f"larkspur-{n}", "plan-execute")) == (2, n)


@pytest.mark.parametrize("n", [2, 4, 6])
def test_react_makes_one_call_a_lookup_and_one_to_answer_S2_06_S2_09(n: int) -> None:
    assert counts(play_scenario(f"larkspur-{n}", "react")) == (n + 1, n)


@pytest.mark.parametrize("n", [2, 4, 6])
def test_replanning_makes_n_plus_two_calls_on_a_clean_run_S2_26(n: int) -> None:
    assert counts(play_scenario(f"larkspur-{n}", "plan-replan")) == (n + 2, n)


@pytest.mark.parametrize("n", [2, 4, 6])
def test_function_calling_asks_for_all_lookups_together(n: int) -> None:
    assert counts(play_scenario(f"larkspur-{n}", "function-calling")) == (2, n)


@pytest.mark.parametrize(
    ("paradigm", "expected", "passed"),
    [("react", (6, 5), True), ("plan-execute", (2, 4), False), ("plan-replan", (8, 5), True)],
)
def test_one_wrong_passage_costs_what_table_3_says_S2_23_S2_24(
    paradigm: str, expected: tuple[int, int], passed: bool
) -> None:
    ran = play_scenario("larkspur-4", paradigm, faults=("wrong-passage",))
    assert counts(ran) == expected
    stopped = ran.state.stopped
    assert stopped is not None
    judged = scenario("larkspur-4").evaluate(stopped.answer, ran.events)
    assert judged.passed is passed


@pytest.mark.parametrize("n", [2, 4, 6])
def test_a_rejection_costs_two_more_calls_S2_25(n: int) -> None:
    """N + 2 + 2f with f = 1."""
    ran = play_scenario(f"larkspur-{n}", "plan-replan", faults=("wrong-passage",))
    assert counts(ran) == (n + 4, n + 1)


@pytest.mark.parametrize(
    ("cap", "calls", "open_", "status"), [(6, 9, 1, "partial"), (7, 10, 0, "success")]
)
def test_a_cap_from_the_plan_alone_forgets_the_retry_S2_28(
    cap: int, calls: int, open_: int, status: str
) -> None:
    ran = play_scenario(
        "larkspur-6", "plan-replan", faults=("wrong-passage",), limits=Limits(max_iterations=cap)
    )
    stopped = ran.state.stopped
    assert stopped is not None
    assert (counts(ran)[0], len(stopped.gaps), stopped.status) == (calls, open_, status)


def test_a_dead_tool_runs_to_the_cap_and_says_what_was_not_found_S2_22() -> None:
    ran = play_scenario(
        "larkspur-6", "plan-replan", faults=("dead-tool",), limits=Limits(max_iterations=7)
    )
    stopped = ran.state.stopped
    assert stopped is not None and stopped.status == "partial"
    assert counts(ran)[1] == 7
    assert "not" in (stopped.answer or "")


def test_only_accepted_results_reach_the_synthesizer_S2_18() -> None:
    ran = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",))
    rejected = [
        p.result.output for p in ran.state.plan or () if p.status == "rejected" and p.result
    ]
    accepted = [
        p.result.output for p in ran.state.plan or () if p.status == "accepted" and p.result
    ]
    asked = "".join(link.body for link in ran.wires[-2])
    assert len(rejected) == 1
    wrong = set(rejected) - set(accepted)
    assert all(text[:60] not in asked.replace('\\"', '"').replace("\\\\", "\\") for text in wrong)


def test_the_planner_sees_tools_and_question_and_the_router_asks_no_model_S2_05() -> None:
    ran = play_scenario("larkspur-2", "plan-execute")
    actors = [event.actor for event in ran.events if isinstance(event, Replied)]
    assert actors == ["planner", "synthesizer"]


def test_usage_is_counted_and_said_to_be_counted() -> None:
    for event in play_scenario("larkspur-2", "react").events:
        if isinstance(event, Replied):
            assert event.usage.source == "counted"
            assert event.usage.input_tokens and event.usage.output_tokens
            assert event.cost.usd is None and event.cost.why


def test_react_reads_more_tokens_than_the_plan_the_more_lookups_S2_01_S2_10() -> None:
    def read(n: int, paradigm: str) -> int:
        events = play_scenario(f"larkspur-{n}", paradigm).events
        return sum(e.usage.input_tokens or 0 for e in events if isinstance(e, Replied))

    ratios = [read(n, "react") / read(n, "plan-execute") for n in (2, 4, 6)]
    assert ratios == sorted(ratios)
    assert ratios[2] > 2
