"""What is said of each step before a class: what is done, and why a model is asked or is not."""

from __future__ import annotations

import pytest

from agents.events import Fault, Reading, Replied, Returned, Stopped
from agents.policies.registry import PARADIGMS
from dashboard.captions import Caption, captions
from dashboard.formats import paradigm_name
from tests.making import a_run, replied, returned
from tests.rigs import play_scenario

SCENARIOS = ("larkspur-4", "umbrella")


def told(scenario: str, paradigm: str) -> tuple[list[object], list[Caption]]:
    events = play_scenario(scenario, paradigm).events
    return list(events), captions(events, paradigm)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_each_step_says_who_does_what_and_why_and_asks_only_where_a_model_was_asked(
    scenario: str, paradigm: str
) -> None:
    events, found = told(scenario, paradigm)
    assert len(found) == len(events)
    for event, caption in zip(events, found, strict=True):
        assert caption.asks == isinstance(event, Replied)
        assert caption.doing.endswith(".") and caption.why.endswith(".")
        if isinstance(event, Replied | Returned):
            assert caption.doing.startswith(paradigm_name(paradigm))
    stopped = events[-1]
    assert isinstance(stopped, Stopped) and stopped.status == "success"
    asked = sum(isinstance(event, Replied) for event in events)
    assert f"{asked} model calls" in found[-1].why


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_react_says_that_it_must_read_each_result_before_the_next_call(scenario: str) -> None:
    events, found = told(scenario, "react")
    again = [c for e, c in zip(events, found, strict=True) if isinstance(e, Replied)][1:]
    assert {c.why for c in again[:-1]} == {
        "It must read each result before it can choose the next call."
    }
    assert again[-1].why.startswith("It must read each result before it can tell")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_function_calling_says_how_many_calls_one_reply_asked_for(scenario: str) -> None:
    events, found = told(scenario, "function-calling")
    many = sum(isinstance(event, Returned) for event in events)
    assert many > 1
    assert f"It wants {many} calls at once" in found[1].doing
    for number in range(1, many + 1):
        assert f"runs call {number} of {many}, " in found[1 + number].doing
        assert "no model is asked in between" in found[1 + number].why
    assert found[2 + many].why == (
        f"All {many} results are there and are read together, in one request."
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_fixed_plan_runs_its_steps_without_asking_anybody(scenario: str) -> None:
    events, found = told(scenario, "plan-execute")
    steps = [c for e, c in zip(events, found, strict=True) if isinstance(e, Returned)]
    for number, caption in enumerate(steps, start=1):
        assert f"runs step {number} of {len(steps)} of its plan" in caption.doing
        assert "without asking anybody" in caption.doing and not caption.asks
    assert f"The plan has {len(steps)} steps." in found[1].doing
    assert f"from {len(steps)} results" in found[-2].doing


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_checked_plan_asks_about_each_step_s_result(scenario: str) -> None:
    events, found = told(scenario, "plan-replan")
    steps = sum(isinstance(event, Returned) for event in events)
    for number in range(1, steps + 1):
        asked = f"asks the model whether the result of step {number} of {steps} will do."
        assert sum(asked in caption.doing for caption in found) == 1


def test_a_new_plan_says_what_it_is_for() -> None:
    events = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",)).events
    found = captions(events, "plan-replan")
    asked = [c for e, c in zip(events, found, strict=True)
             if isinstance(e, Replied) and e.actor == "replanner"]  # fmt: skip
    assert asked and all("new plan for the rest" in caption.doing for caption in asked)


def test_an_error_and_an_unusable_reply_say_what_follows() -> None:
    events = [event for event, _ in a_run(turns=1, answer=None)]
    events[-1] = returned(outcome="timeout")
    events.append(replied((), reading=Reading(fault=Fault("empty_reply", "Say something."))))
    events.append(replied((), reading=Reading(answer="So.")))
    found = captions(events, "react")
    assert found[2].why == "It takes too long; the model will read that and decide."
    assert found[3].why.endswith("The reply cannot be used (empty reply).")
    assert found[4].why == "Its last reply could not be used, and it is told why."


def test_a_paradigm_that_nobody_knows_gets_words_that_fit_any() -> None:
    found = captions([event for event, _ in a_run()], "their-own-loop")
    assert found[1].doing == "Their own loop asks the model."
    assert all(caption.doing for caption in found)
