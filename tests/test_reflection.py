"""Reflection around every paradigm (seed 003, rows S3-23 to S3-28), run for real."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import BadInput, ModelError
from agents.events import Event, Replied, Returned, Stopped, from_json, to_json
from agents.messages import Reply, Request, Text
from agents.models.base import Hear, deaf
from agents.policies.plan_schema import REVIEW
from agents.policies.registry import PARADIGMS, policy_of
from agents.reading.review_text import ReviewFault, read_review
from agents.recording import replay
from agents.reviews import AGAIN, LESSONS, REVIEWED, Problem, Review, note, problems_in
from agents.rig import Limits, RigSpec
from agents.state import State, fold
from agents.tools import tool
from dashboard.launch import Launch
from dashboard.palette import role_of
from dashboard.service import Service
from dashboard.steps import reading_blocks
from dashboard.viewmodels import lanes_data
from data.bundled import names, scenario
from data.rigging import rig_of
from data.store import Store
from tests.mixing import MANY, TEXTS, TIGHT
from tests.playbook import Playbook, playbook_rig
from tests.process import told
from tests.rigs import Ran, play, play_scenario, rig
from tests.valid import valid_for_every_provider

EVERY = list(PARADIGMS)
PASSES = '{"pass": true, "problems": [], "why": ""}'
FAILS = '{"pass": false, "problems": ["PX-2 is left out."], "why": "It is not complete."}'


def reflected(name: str, paradigm: str, habit: str = "", **more: Any) -> Ran:
    model = f"scripted+{habit}" if habit else "scripted"
    return play_scenario(name, paradigm, model=model, reflect=True, **more)


def end(ran: Ran) -> Stopped:
    stopped = ran.events[-1]
    assert isinstance(stopped, Stopped)
    return stopped


def replies(events: Sequence[Event], actor: str = "") -> list[Replied]:
    found = [e for e in events if isinstance(e, Replied)]
    return [e for e in found if e.actor == actor] if actor else found


def reviews(events: Sequence[Event]) -> list[Review]:
    return [e.reading.review for e in replies(events) if e.reading.review is not None]


def answers(events: Sequence[Event]) -> list[str]:
    return [e.reading.answer for e in replies(events) if e.reading.answer is not None]


def passed(name: str, ran: Ran) -> bool | None:
    return scenario(name).evaluate(end(ran).answer, ran.events).passed


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


SHORT = ("refund", "refund-policy", "report", "stock", "project-x-name", "project-x-inner")
"""Their answers have no part that could be left out, or rest on an inner loop's."""


@pytest.mark.parametrize("paradigm", EVERY)
@pytest.mark.parametrize("name", [n for n in names() if n not in SHORT])
def test_s3_23_an_answer_is_produced_checked_and_redone_with_concrete_problems(
    name: str, paradigm: str
) -> None:
    ran = reflected(name, paradigm, "forgetful")
    first, second = answers(ran.events)
    assert second.startswith(first) and len(second) > len(first)
    verdicts = [e.reading.review.passed for e in replies(ran.events, "reflector")  # type: ignore[union-attr]
                ]  # fmt: skip
    assert verdicts == [False, True]
    failed = replies(ran.events, "reflector")[0].reading.review
    assert failed is not None
    after = ran.events.index(replies(ran.events, "reflector")[0]) + 1
    asked = " ".join(link.body for link in ran.wires[after])
    for problem in failed.problems:
        assert json.dumps(problem.text, ensure_ascii=False)[1:-1] in asked
    assert end(ran).status == "success" and end(ran).answer == second
    unreflected = play_scenario(name, paradigm)
    assert passed(name, ran) == passed(name, unreflected)  # as good as without the bad habit


def test_what_an_inner_loop_left_out_is_no_fault_of_the_answer_that_rests_on_it() -> None:
    ran = reflected("project-x-inner", "plan-execute", "forgetful")
    assert all(review.passed or review.checked == ("model",) for review in reviews(ran.events))


@pytest.mark.parametrize("paradigm", EVERY)
def test_a_right_answer_costs_one_review_and_is_not_redone(paradigm: str) -> None:
    plain, ran = play_scenario("larkspur-4", paradigm), reflected("larkspur-4", paradigm)
    assert ran.state.model_calls == plain.state.model_calls + 1
    assert end(ran).answer == end(plain).answer
    assert end(ran).reason == "answered; it passed the review"
    assert end(ran).reflection is None


@pytest.mark.parametrize("paradigm", EVERY)
def test_s3_24_what_code_proves_is_redone_without_asking_a_model_first(paradigm: str) -> None:
    ran = reflected("larkspur-2", paradigm, "fabricating")
    who = [(e.actor == "reflector", e.reading.review.passed) for e in replies(ran.events)
           if e.reading.review]  # fmt: skip
    assert who == [(False, False), (False, True), (True, True)]
    found = reviews(ran.events)[0]
    assert found.problems == (
        Problem("No observation holds what the answer says: HB-97", "evidence"),
    )
    assert found.skipped == "no model was asked: code had already proved the failure"
    learned = end(ran).reflection
    assert learned is not None and learned.better
    assert "HB-97" in learned.why and learned.changed == "took out “See also HB-97.”"
    assert learned.outcome.startswith("the second answer passed")


def test_s3_25_every_check_says_its_source_and_the_hard_ones_come_first() -> None:
    ran = reflected("umbrella", "react", "fabricating", criteria=('"Oslo" in answer',))
    found = reviews(ran.events)[0]
    assert [p.source for p in found.problems] == ["hard", "evidence"]
    assert found.checked == ("hard", "evidence")
    judged = reflected("umbrella", "react", "forgetful").events
    by_model = replies(judged, "reflector")[0].reading.review
    assert by_model is not None and {p.source for p in by_model.problems} == {"model"}
    told = reading_blocks(next(e for e in replies(ran.events) if e.reading.review))
    label, text = told[-1]["label"], told[-1]["text"]
    assert label == "review by code: not passed"
    assert "hard checks: The answer does not meet the condition" in text
    assert "evidence comparison: No observation holds" in text


def test_s3_25_a_condition_on_a_json_answer_reads_its_fields() -> None:
    lines = ['{"payable": 800}', PASSES]
    using, model = playbook_rig(lines, [tool(search)], reflect=True)
    spec = using.spec.model_copy(update={"criteria": ("payable == 800", "len(answer) < 40")})
    ran = play(replace(using, spec=spec), "How much is to be paid, 800 or 1000?")
    assert end(ran).status == "success" and len(model.requests) == 2


def test_a_condition_that_code_cannot_check_is_refused_before_anything_runs() -> None:
    spec = RigSpec(paradigm="react", reflect=True, criteria=("__import__('os')",))
    with pytest.raises(BadInput, match="condition on the answer"):
        rig_of(spec, "umbrella")


def test_s3_26_the_review_is_asked_for_by_schema() -> None:
    assert REVIEW["properties"]["pass"] == {"type": "boolean"}
    assert REVIEW["properties"]["problems"] == {"type": "array", "items": {"type": "string"}}
    using, model = playbook_rig(["yes", PASSES], [tool(search)], reflect=True)
    play(using, "q")
    assert model.requests[1].schema == REVIEW and not model.requests[1].tools


@pytest.mark.parametrize(
    "text",
    [
        "整体不错，建议完善细节",
        "Overall good.",
        "Suggestion: mention the dates.",
        "Consider adding an example.",
        "I would recommend a table",
        "It could be clearer.",
        "More detail would be nice.",
        "incomplete",
        " ",
    ],
)
def test_s3_26_advice_is_no_problem_and_a_failure_needs_one(text: str) -> None:
    given = json.dumps({"pass": False, "problems": [text], "why": "so"}, ensure_ascii=False)
    with pytest.raises(ReviewFault) as caught:
        read_review(given)
    assert caught.value.kind == "vague_review"


@pytest.mark.parametrize(
    "text",
    [
        "The deadline for data is missing.",
        "It says 14 days, where the handbook says 30; 30 would be better.",
        "The notes suggest a review, but the answer says a release.",
        "没有说明 PX-24 的原因",
    ],
)
def test_s3_26_a_concrete_problem_is_taken_as_it_is(text: str) -> None:
    given = json.dumps({"pass": False, "problems": ["Overall good.", text], "why": "so"})
    found = read_review(f"Here it is: ```json\n{given}\n```")
    assert [p.text for p in found.problems] == [text]
    assert found.skipped == "1 of the remarks named no problem"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_review"),
        ("It is fine.", "no_review"),
        ('{"pass": "yes", "problems": []}', "no_review"),
        ('{"pass": false, "problems": "PX-2 is left out."}', "no_review"),
        ('{"pass": true, "problems": ["PX-2 is left out."]}', "torn_review"),
        ('{"pass": false, "problems": []}', "vague_review"),
    ],
)
def test_s3_26_a_review_that_cannot_be_acted_on_is_refused(text: str, kind: str) -> None:
    with pytest.raises(ReviewFault) as caught:
        read_review(text)
    assert caught.value.kind == kind


@given(TEXTS)
@settings(max_examples=30, deadline=None)
def test_no_review_text_breaks_the_reading(text: str) -> None:
    reply = Reply(text, (), "m", "text")
    using, _ = playbook_rig([], [], reflect=True)
    for name in PARADIGMS:
        reading = policy_of(name, reflect=True).read(State(), "reflector", reply, using)
        assert (reading.review is None) == (reading.fault is not None)
        assert reading.answer is None and not reading.calls


def test_s3_26_a_vague_reviewer_is_asked_once_more_and_then_the_run_says_so() -> None:
    ran = reflected("umbrella", "function-calling", "vague-review")
    asked = replies(ran.events, "reflector")
    assert [e.reading.fault.kind for e in asked if e.reading.fault] == ["vague_review"] * 2
    assert end(ran).status == "success"
    assert end(ran).reason == "answered; not reviewed: the reviewer's replies could not be used"


def test_s3_26_another_model_may_review() -> None:
    ran = reflected("umbrella", "react", "lenient-review", reviewer_model="scripted")
    assert {e.model for e in replies(ran.events, "reflector")} == {"scripted"}
    assert [r.passed for r in reviews(ran.events)] == [True, False, True, True]
    assert passed("umbrella", ran)


@pytest.mark.parametrize("paradigm", EVERY)
def test_s3_27_there_is_one_redo_and_no_second_one(paradigm: str) -> None:
    ran = reflected("larkspur-4", paradigm, "stubborn")
    assert len(answers(ran.events)) == 2
    assert [e.reading.review.passed for e in replies(ran.events, "reflector")  # type: ignore[union-attr]
            ] == [False, False]  # fmt: skip
    stopped = end(ran)
    assert stopped.status == "partial" and "still does not pass" in stopped.reason
    assert stopped.answer == answers(ran.events)[-1]
    assert len(stopped.gaps) == 1 and "Data" in stopped.gaps[0]
    learned = stopped.reflection
    assert learned is not None and not learned.better
    assert learned.changed == "nothing: the same answer was given again"
    assert learned.outcome.startswith("no better, by model review")


@pytest.mark.parametrize("paradigm", EVERY)
def test_a_reviewer_that_is_too_lenient_lets_a_wrong_answer_pass(paradigm: str) -> None:
    ran = reflected("larkspur-4", paradigm, "lenient-review")
    assert end(ran).status == "success" and end(ran).reflection is None
    assert passed("larkspur-4", ran) is False


def test_a_wrong_fact_that_a_fixed_plan_took_unchecked_becomes_an_open_point() -> None:
    ran = reflected("larkspur-4", "plan-execute", faults=("wrong-passage",))
    first, second = answers(ran.events)
    assert "- Refund rule: “" in first and "- Refund rule: not found" in second


def test_the_redo_may_look_up_what_was_never_found() -> None:
    lines = [
        [("search", {"query": "a"})],
        "found a",
        '{"pass": false, "problems": ["Nothing is said of b."], "why": "b is missing"}',
        [("search", {"query": "b"})],
        "found a and found b",
        PASSES,
    ]
    using, _ = playbook_rig(lines, [tool(search)], reflect=True)
    ran = play(using, "a and b?")
    assert end(ran).answer == "found a and found b" and end(ran).status == "success"
    learned = end(ran).reflection
    assert learned is not None and learned.changed.startswith("called search; took out “found a”")


@pytest.mark.parametrize("paradigm", EVERY)
def test_s3_28_plan_execution_evaluation_replan_and_reflection_are_one_run(paradigm: str) -> None:
    ran = reflected("larkspur-4", paradigm, "forgetful", faults=("wrong-passage",))
    order = [e.actor if isinstance(e, Replied) else "tool" for e in ran.events
             if isinstance(e, Replied | Returned)]  # fmt: skip
    if paradigm == "plan-replan":
        seen = list(dict.fromkeys(order))
        assert seen == ["planner", "tool", "evaluator", "replanner", "synthesizer", "reflector"]
    assert order[-1] == "reflector" and order.count("reflector") == 2


def limited(limits: Limits, habit: str = "", paradigm: str = "function-calling") -> Ran:
    return reflected("umbrella", paradigm, habit, limits=limits)


def test_a_run_without_budget_for_the_review_ends_unreviewed_and_says_so() -> None:
    plain = play_scenario("umbrella", "function-calling")
    ran = limited(Limits(max_tokens=plain.state.tokens))
    assert end(ran).status == "success" and end(ran).answer == end(plain).answer
    assert end(ran).reason.startswith("answered; not reviewed: token limit of")
    assert not replies(ran.events, "reflector")


def test_a_run_without_budget_for_the_redo_names_what_is_wrong_with_its_answer() -> None:
    whole = limited(Limits(), "forgetful")
    spent = fold(whole.events[: whole.events.index(replies(whole.events, "reflector")[0]) + 1])
    ran = limited(Limits(max_tokens=spent.tokens), "forgetful")
    stopped = end(ran)
    assert stopped.status == "partial" and "not redone: token limit of" in stopped.reason
    assert stopped.answer == answers(ran.events)[0] and "Bergen" in stopped.gaps[0]
    assert stopped.reflection is not None and not stopped.reflection.better
    assert stopped.reflection.changed == "nothing: it was not answered again"


def test_a_review_is_no_step_of_the_agents_but_its_redo_is() -> None:
    ran = limited(Limits(max_iterations=2))
    assert end(ran).reason == "answered; it passed the review"
    redone = limited(Limits(max_iterations=2), "forgetful")
    assert replies(redone.events)[-1].forced and end(redone).status == "limit"
    assert "Bergen" in (end(redone).answer or "")


class Failing(Playbook):
    """A reviewer whose provider is down."""

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        raise ModelError("The provider answered 503.")


def test_a_reviewer_that_cannot_be_reached_leaves_the_answer_as_it_is() -> None:
    using, agent = playbook_rig(["yes"], [], reflect=True)
    using = replace(using, models={"agent": agent, "reflector": Failing([])})
    ran = play(using, "q")
    assert end(ran).reason == "answered; not reviewed: The provider answered 503."
    assert (end(ran).status, end(ran).answer) == ("success", "yes")


def test_a_run_cancelled_in_its_review_keeps_its_answer() -> None:
    cancel = asyncio.Event()

    class Cancelling(Playbook):
        async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
            cancel.set()
            await asyncio.sleep(5)
            raise AssertionError

    using, agent = playbook_rig(["yes"], [], reflect=True)
    using = replace(using, models={"agent": agent, "reflector": Cancelling([])})
    ran = play(using, "q", cancel=cancel)
    assert (end(ran).status, end(ran).answer) == ("cancelled", "yes")


def test_a_deadline_that_passes_in_the_review_is_said() -> None:
    lines = ["yes", PASSES]
    using, agent = playbook_rig(lines, [], reflect=True, limits=Limits(deadline_s=0.3))
    slow = Playbook([PASSES], delay_s=5)
    ran = play(replace(using, models={"agent": agent, "reflector": slow}), "q")
    assert end(ran).answer == "yes" and "not reviewed: the deadline passed" in end(ran).reason


HABITS = ["", "forgetful", "fabricating", "stubborn", "lenient-review", "vague-review"]


@pytest.mark.parametrize("paradigm", EVERY)
def test_going_on_from_any_event_of_a_reflected_run_is_the_same_run(paradigm: str) -> None:
    tight = [*TIGHT, Limits(max_malformed=1), Limits(max_tokens=3000)]
    for place, habit in enumerate(HABITS):
        model = f"scripted+{habit}" if habit else "scripted"
        for turn, limits in enumerate(tight if habit == "forgetful" else [Limits()]):
            more = {"model": model, "reflect": True, "limits": limits, "criteria": ("len(answer)",)}
            using = rig("project-x", paradigm, **more)
            whole = play(using, scenario("project-x").question, "project-x").events
            # every event of the clean run; else every third, another third each time
            first, each = (1 + (place + turn) % 3, 3) if habit else (1, 1)
            for k in range(first, len(whole) + 1, each):
                again = play(rig("project-x", paradigm, **more), before=whole[:k]).events
                assert again == whole, f"{habit}, {limits}: went another way after event {k}"


LINES = st.lists(
    st.sampled_from(["", "yes", "no HB-9", PASSES, FAILS, '{"pass": false, "problems": []}']),
    min_size=1,
    max_size=8,
)


@MANY
@given(LINES, st.sampled_from(EVERY), st.integers(1, 3))
def test_whatever_agent_and_reviewer_say_there_is_one_redo_and_an_end(
    lines: list[str], paradigm: str, malformed: int
) -> None:
    plan = [] if "plan" not in paradigm else ['{"goal": "g", "steps": []}']
    limits = Limits(max_iterations=4, max_malformed=malformed)
    using, model = playbook_rig(
        [*plan, *lines, *["yes"] * 12], [tool(search)], using=paradigm, limits=limits, reflect=True
    )
    still = replace(using, clock=lambda: 1.0)
    ran = play(still, "q")
    assert len(replies(ran.events, "reflector")) <= 4
    failed = [r for r in reviews(ran.events) if not r.passed]
    assert len(failed) <= 2 and len(answers(ran.events)) <= 2
    assert all(from_json(to_json(event)) == event for event in ran.events)
    for request in model.requests:
        valid_for_every_provider(request)


@pytest.mark.parametrize("paradigm", EVERY)
@pytest.mark.parametrize("habit", HABITS)
def test_a_reflected_run_is_played_again_step_for_step(paradigm: str, habit: str) -> None:
    model = f"scripted+{habit}" if habit else "scripted"
    more: dict[str, Any] = {"model": model, "reflect": True, "lessons": ("Name every ticket.",)}
    ran = play_scenario("project-x", paradigm, **more)
    record = list(zip(ran.events, ran.wires, strict=True))
    played = asyncio.run(replay(record, rig("project-x", paradigm, **more)))
    assert played.identical, f"parted after {played.equal} of {played.recorded} events"


@pytest.mark.parametrize("paradigm", EVERY)
@pytest.mark.parametrize("next_one", EVERY)
@pytest.mark.parametrize("reflect", [True, False])
def test_a_reflected_run_can_go_on_as_any_other_at_any_provider(
    paradigm: str, next_one: str, reflect: bool
) -> None:
    for habit in ("forgetful", "fabricating", "vague-review"):
        whole = reflected("larkspur-2", paradigm, habit).events
        for k in range(1, len(whole)):
            chosen, model = playbook_rig(
                ["Final: yes"], [], using=next_one, repeats=True, reflect=reflect
            )
            ran = play(chosen, before=whole[:k])
            assert isinstance(ran.events[-1], Stopped)
            for request in model.requests:
                valid_for_every_provider(request)
                assert not any(
                    "vague" in m.text or "usable review" in m.text
                    for m in request.messages
                    if isinstance(m, Text) and request.schema != REVIEW
                ), "what a reviewer did wrong is not the agent's business"


def test_an_answer_from_before_reflection_was_switched_on_is_checked_by_code_too() -> None:
    plain = play_scenario("larkspur-2", "react", model="scripted+fabricating").events
    using, model = playbook_rig([PASSES, "found nothing", PASSES], [], using="react", reflect=True)
    ran = play(using, before=plain[:-1])
    first = replies(ran.events, "reflector")[0].reading.review
    assert first is not None and not first.passed and "HB-97" in first.problems[0].text
    assert first.checked == ("hard", "evidence", "model")
    assert len(model.requests) == 3


def test_a_note_names_its_problems_and_is_read_back() -> None:
    review = Review(False, (Problem("a\nb", "hard"), Problem("c. d", "model")))
    assert problems_in(note(review)) == ("a b", "c. d")
    assert problems_in("something else") == ()
    assert note(review).startswith(REVIEWED) and note(review).endswith(AGAIN)


def compared(service: Service, *specs: RigSpec, name: str = "umbrella") -> list[str]:
    comparison = service.compare(Launch(scenario=name, lanes=specs))
    service.wait(comparison)
    return [run.run_id for run in service.comparison(comparison)]


def test_s3_24_the_next_attempt_is_told_and_so_are_its_replay_and_its_forks(tmp_path: Path) -> None:
    service = Service(Store.open(str(tmp_path / "t.duckdb")), {})
    spec = RigSpec(paradigm="react", model="scripted+forgetful", reflect=True)
    try:
        (first,) = compared(service, spec)
        again, other = compared(service, spec, spec.model_copy(update={"reflect": False}))
        (elsewhere,) = compared(service, spec, name="larkspur-2")
        stored = service.run(again).rig["lessons"]
        assert len(stored) == 1
        for part in (
            "why it failed: ",
            "what changed: added “Bergen",
            "what came of it: the second",
        ):
            assert part in stored[0]
        assert service.run(first).rig["lessons"] == [] == service.run(other).rig["lessons"]
        assert service.run(elsewhere).rig["lessons"] == []
        sent = service.store.request(replies(service.events(again))[0].request)
        prompt = next(link for link in sent if link.part == "system")
        assert json.dumps(LESSONS)[1:-1] in prompt.body
        assert "what changed: added “Bergen" in prompt.body
        # the attempt that was told is right at once, so that there is nothing new to learn
        assert len(answers(service.events(first))) == 2 and len(answers(service.events(again))) == 1
        (third,) = compared(service, spec)
        assert service.run(third).rig["lessons"] == stored
        events = service.events(again)
        wires = [tuple(service.store.request(e.request)) if isinstance(e, Replied) else ()
                 for e in events]  # fmt: skip
        using = rig_of(RigSpec.model_validate(service.run(again).rig), "umbrella")
        assert asyncio.run(replay(list(zip(events, wires, strict=True)), using)).identical
    finally:
        service.close()


def test_the_reviewer_is_amber_in_its_lane_and_what_it_found_is_in_plain_words(
    tmp_path: Path,
) -> None:
    service = Service(Store.open(str(tmp_path / "t.duckdb")), {})
    try:
        (run_id,) = compared(
            service, RigSpec(paradigm="react", model="scripted+forgetful", reflect=True)
        )
        steps = service.steps([run_id])
        asked = [step for step in steps if step.actor == "reflector"]
        assert [role_of(step) for step in asked] == ["evaluator", "evaluator"]
        assert asked[0].summary.startswith("the answer does not pass: It does not say: “Bergen")
        assert asked[1].summary == "the answer passes"
        lane = lanes_data([service.run(run_id)], {run_id: steps}, {}, {}, {})["lanes"][0]
        assert lane["title"] == "ReAct + review"
        assert [s["role"] for s in lane["steps"]].count("evaluator") == 2
    finally:
        service.close()


def test_run_reflect_and_show_json_hold_the_reviews(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    run = told(db, "run", "--scenario", "umbrella", "--paradigm", "plan-execute", "--reflect",
               "--model", "scripted+forgetful",
               "--check", '"Lisbon" in answer')["runs"][0]  # fmt: skip
    shown = told(db, "show", run["run"])
    assert [(r["by"], r["passed"]) for r in shown["reviews"]] == [
        ("code", True), ("model", False), ("code", True), ("model", True),
    ]  # fmt: skip
    assert shown["reviews"][1]["problems"][0]["source"] == "model"
    assert shown["reflection"]["better"] is True
    assert shown["rig"]["criteria"] == ['"Lisbon" in answer']
