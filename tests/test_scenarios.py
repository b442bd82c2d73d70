"""The bundled scenarios: real tools over small worlds, scripts that decide, fair judges."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import ValidationError

from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.loop import begin, run
from agents.messages import Call
from agents.models.script import Seen
from agents.models.scripted import ScriptedModel
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, Rig, RigSpec
from agents.state import fold
from agents.tools import Tool, ToolError, as_text
from data.bundled import names, scenario
from data.bundled.larkspur.facts import all_facts
from data.bundled.larkspur.handbook import handbook
from data.bundled.project_x.tracker import search_meetings
from data.scenario import Judgement, Scenario

LARKSPUR = ("larkspur-2", "larkspur-4", "larkspur-6")
AT = 1_790_000_000.0


def call(tools: Sequence[Tool], name: str, /, **arguments: Any) -> Any:
    tool = next(t for t in tools if t.name == name)
    work = tool.invoke(**tool.check(arguments))
    return asyncio.run(asyncio.wait_for(work, tool.timeout_s))


def faulty(one: Scenario, fault: str) -> tuple[Tool, ...]:
    return one.faults[fault](one.tools) if fault else one.tools


def look(tools: Sequence[Tool], name: str, arguments: Any) -> Seen:
    try:
        return Seen(name, arguments, as_text(call(tools, name, **arguments)))
    except (ToolError, TimeoutError) as error:
        return Seen(name, arguments, f"Tool error: {error}", failed=True)


def played(
    one: Scenario, fault: str = "", question: str = "", together: bool = False
) -> tuple[list[Seen], int, list[str]]:
    """Plays the script's wishes until there are none: what was seen, replies, thoughts."""
    tools, seen, thoughts = faulty(one, fault), [], []
    for reply in range(1, 30):
        wishes = one.script.wishes(question or one.question, seen)
        if not wishes:
            return seen, reply, thoughts
        thoughts += [wish.thought for wish in wishes[: None if together else 1]]
        for wish in wishes[: None if together else 1]:
            seen.append(look(tools, wish.name, wish.arguments))
    raise AssertionError("the script does not come to an end")


def as_events(question: str, seen: Sequence[Seen]) -> list[Event]:
    calls = [Call(f"c{i}", s.name, s.arguments) for i, s in enumerate(seen)]
    return [
        Started(AT, question, {}),
        *(
            Returned(c, AT, AT, "error" if s.failed else "ok", s.text)
            for c, s in zip(calls, seen, strict=True)
        ),
    ]


def judged(one: Scenario, fault: str = "", question: str = "", answer: str = "") -> Judgement:
    asked = question or one.question
    seen, _, _ = played(one, fault, asked)
    return one.evaluate(answer or one.script.answer(asked, seen), as_events(asked, seen))


def failed_checks(judgement: Judgement) -> list[str]:
    return [check.name for check in judgement.checks if not check.passed]


def live(one: Scenario, paradigm: str, fault: str = "", **limits: Any) -> list[Event]:
    """A run by the real loop, the scripted model at the other end."""
    kind = PARADIGMS[paradigm]
    model = ScriptedModel(one.script)
    rig = Rig(
        RigSpec(paradigm=paradigm, limits=Limits(**limits)),
        kind.policy(),
        dict.fromkeys(kind.actors, model),
        {tool.name: tool for tool in faulty(one, fault)},
        clock=lambda: AT,
    )
    events: list[Event] = [begin(one.question, rig, one.name)]

    async def record(event: Event, _: Any) -> None:
        events.append(event)

    asyncio.run(run(fold(events), rig, record))
    return events


def counts(events: Sequence[Event]) -> tuple[int, int]:
    replies = sum(isinstance(e, Replied) for e in events)
    return replies, sum(isinstance(e, Returned) for e in events)


def verdict(one: Scenario, events: Sequence[Event]) -> Judgement:
    last = events[-1]
    assert isinstance(last, Stopped)
    return one.evaluate(last.answer, events)


# --- the house of scenarios


def test_an_unknown_scenario_is_refused_in_one_sentence_that_lists_the_names() -> None:
    with pytest.raises(BadInput) as caught:
        scenario("larkspur-5")
    assert all(name in str(caught.value) for name in names())
    assert str(caught.value).count(".") == 1


@pytest.mark.parametrize("name", names())
def test_every_scenario_only_reads_and_runs_on_the_loop(name: str) -> None:
    one = scenario(name)
    assert one.name == name
    assert all(tool.effect == "reads" and tool.is_async for tool in one.tools)
    for fault in one.faults:
        changed = faulty(one, fault)
        assert [t.spec for t in changed] == [t.spec for t in one.tools], (
            "a fault shows in no schema"
        )
        assert all(tool.is_async for tool in changed)


@pytest.mark.parametrize("name", names())
def test_a_clean_run_of_the_script_passes_its_judge(name: str) -> None:
    one = scenario(name)
    judgement = judged(one)
    assert judgement.passed, failed_checks(judgement)
    assert played(one)[0] == played(one)[0]


@pytest.mark.parametrize("name", names())
def test_thoughts_differ_from_step_to_step(name: str) -> None:
    one = scenario(name)
    for fault in ("", *(f for f in one.faults if f not in ("slow", "timeout"))):
        thoughts = played(one, fault)[2]
        assert len(set(thoughts)) == len(thoughts), fault
        assert all(5 < len(t) < 130 for t in thoughts)


@pytest.mark.parametrize("name", names())
def test_a_run_without_an_answer_fails_once_it_has_stopped_and_is_unjudged_before(
    name: str,
) -> None:
    one = scenario(name)
    start = Started(AT, one.question, {})
    assert one.evaluate(None, [start]).passed is None
    assert one.evaluate(None, [start, Stopped(AT, "error", "no luck")]).passed is False


# --- the same run by the real loop


@pytest.mark.parametrize("count", [2, 4, 6])
def test_S2_03_S2_06_S2_26_calls_of_clean_runs_are_those_of_table_2(count: int) -> None:
    one = scenario(f"larkspur-{count}")
    wanted = {
        "react": count + 1,
        "function-calling": 2,
        "plan-execute": 2,
        "plan-replan": count + 2,
    }
    for paradigm, replies in wanted.items():
        events = live(one, paradigm)
        assert counts(events) == (replies, count), paradigm
        assert verdict(one, events).passed, paradigm


def test_S2_23_one_wrong_passage_among_four_ends_as_in_table_3() -> None:
    one = scenario("larkspur-4")
    react, fixed, replan = (
        live(one, paradigm, "wrong-passage")
        for paradigm in ("react", "plan-execute", "plan-replan")
    )
    assert counts(react) == (6, 5) and verdict(one, react).passed
    assert counts(replan) == (8, 5) and verdict(one, replan).passed
    assert counts(fixed) == (2, 4)
    assert failed_checks(verdict(one, fixed)) == [
        "retrieved: the refund rule",
        "stated: the refund rule",
    ]
    last = fixed[-1]
    assert isinstance(last, Stopped) and last.answer
    assert "Refund rule: “A refund goes back" in last.answer, "the silent wrong fact of seed 002"


def test_S1_11_the_fixed_plan_fails_project_x_and_the_others_pass() -> None:
    one = scenario("project-x")
    passed = {p: verdict(one, live(one, p)).passed for p in PARADIGMS if p != "reflection"}
    assert passed.pop("plan-execute") is False
    assert all(passed.values()), passed


def test_S1_13_meeting_searches_come_after_the_tickets_and_together() -> None:
    replies = [
        [c.name for c in e.reading.calls]
        for e in live(scenario("project-x"), "function-calling")
        if isinstance(e, Replied)
    ]
    assert replies == [["search_tickets"], ["search_meetings", "search_meetings"], []]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("paradigm", ["react", "function-calling", "plan-replan"])
def test_S1_39_a_temporary_error_is_overcome(name: str, paradigm: str) -> None:
    one = scenario(name)
    events = live(one, paradigm, "temporary-error")
    broken = [e for e in events if isinstance(e, Returned) and "for a moment" in e.output]
    assert len(broken) == 1
    assert verdict(one, events).passed, failed_checks(verdict(one, events))


@pytest.mark.parametrize("name", [n for n in names() if n != "project-x-name"])
@pytest.mark.parametrize("fault", ["dead-tool", "empty"])
def test_S2_22_where_nothing_is_found_the_answer_says_so(name: str, fault: str) -> None:
    one = scenario(name)
    for paradigm in ("react", "function-calling", "plan-execute", "plan-replan"):
        events = live(one, paradigm, fault)
        last = events[-1]
        assert isinstance(last, Stopped) and last.answer
        gap = ("not found", "no blocked ticket", "没有查到")
        assert any(words in last.answer.lower() for words in gap), paradigm
        assert verdict(one, events).passed is False


def test_slow_tools_take_half_a_second_and_still_answer() -> None:
    async def one_call() -> tuple[float, Any]:
        one = scenario("umbrella")
        tool = one.faults["slow"](one.tools)[0]
        loop = asyncio.get_running_loop()
        start = loop.time()
        result = await tool.invoke(city="Lisbon", day="today")
        return loop.time() - start, result

    took, result = asyncio.run(one_call())
    assert took >= 0.49
    assert result["city"] == "Lisbon"


def test_faults_can_be_switched_on_together() -> None:
    one = scenario("larkspur-2")
    both = one.faults["wrong-passage"](one.faults["temporary-error"](one.tools))
    with pytest.raises(ToolError) as caught:
        call(both, "search_handbook", query="refund rule for annual plans")
    assert caught.value.retryable
    again = call(both, "search_handbook", query="refund rule for annual plans")
    assert again["id"] == "HB-2.2"


# --- Larkspur


@pytest.mark.parametrize("fact", all_facts(), ids=lambda f: f.heading)
def test_every_query_of_the_script_finds_its_passage_and_no_other_states_the_fact(
    fact: Any,
) -> None:
    tools = scenario("larkspur-6").tools
    for query in fact.wordings:
        assert call(tools, "search_handbook", query=query)["id"] == fact.passage
    assert [p.id for p in handbook() if fact.stated_in(p.text)] == [fact.passage]
    assert [p.id for p in handbook() if fact.true_in(p.text)] == [fact.passage]


@pytest.mark.parametrize(
    ("query", "passage"),
    [
        ("refund policy when cancelling an annual plan early", "HB-2.1"),
        ("how long do refunds take", "HB-2.2"),
        ("what happens to my servers when I cancel", "HB-3.1"),
        ("data retention after cancellation", "HB-4.1"),
        ("what does a data export contain", "HB-4.3"),
        ("support response time", "HB-5.1"),
        ("monthly plan refund", "HB-1.2"),
    ],
)
def test_other_words_find_the_passage_too(query: str, passage: str) -> None:
    assert call(scenario("larkspur-6").tools, "search_handbook", query=query)["id"] == passage


def test_a_query_without_a_known_word_finds_nothing() -> None:
    found = call(scenario("larkspur-2").tools, "search_handbook", query="zebra xylophone")
    assert found["id"] is None


def test_S2_24_the_wrong_passage_is_a_catalogue_mistake_that_other_words_get_round() -> None:
    one = scenario("larkspur-4")
    rule = all_facts()[0]
    tools = faulty(one, "wrong-passage")
    assert call(tools, "search_handbook", query=rule.wordings[0])["id"] == "HB-2.2"
    assert call(tools, "search_handbook", query=rule.wordings[1])["id"] == "HB-2.1"
    for fact in all_facts()[1:]:
        assert call(tools, "search_handbook", query=fact.wordings[0])["id"] == fact.passage


def test_S2_14_the_judge_rejects_refund_timing_for_the_refund_rule_with_a_reason() -> None:
    one = scenario("larkspur-4")
    step = one.script.plan(one.question)[0]
    wrong = look(faulty(one, "wrong-passage"), step.name, step.arguments)
    seen = Seen(step.name, step.arguments, wrong.text, task=step.thought)
    verdict = one.script.judge(one.question, seen)
    assert not verdict.satisfied
    assert "How long a refund takes" in verdict.reason
    right = look(one.tools, step.name, step.arguments)
    assert one.script.judge(one.question, right).satisfied


def test_S2_17_a_replan_rewords_the_failed_step_and_keeps_the_rest() -> None:
    one = scenario("larkspur-4")
    plan = one.script.plan(one.question)
    failed = Seen(plan[0].name, plan[0].arguments, "{}", task=plan[0].thought)
    rest = [wish.thought for wish in plan[1:]]
    again = one.script.replan(one.question, [], failed, "not the rule", rest)
    assert again[0].arguments != plan[0].arguments
    assert [w.arguments for w in again[1:]] == [w.arguments for w in plan[1:]]
    twice = Seen(again[0].name, again[0].arguments, "{}", task=again[0].thought)
    given_up = one.script.replan(one.question, [], twice, "still not", rest)
    assert [w.arguments for w in given_up] == [w.arguments for w in plan[1:]]


def test_an_edited_question_for_two_facts_makes_two_look_ups() -> None:
    one = scenario("larkspur-6")
    question = (
        "I cancel my annual plan. How long is my data kept, and how fast does support answer?"
    )
    seen, replies, _ = played(one, question=question)
    assert (len(seen), replies) == (2, 3)
    assert judged(one, question=question).passed
    events = [*as_events(one.question, seen), Edited(AT, "question", question)]
    assert one.evaluate(one.script.answer(question, seen), events).passed


def test_an_open_question_on_cancelling_asks_for_all_six() -> None:
    question = "A Larkspur customer wants to cancel an annual plan. What should they know?"
    assert len(played(scenario("larkspur-6"), question=question)[0]) == 6


def test_a_question_on_something_else_gets_the_nearest_passage_and_no_verdict() -> None:
    one = scenario("larkspur-2")
    question = "In which languages can I chat with you?"
    seen, replies, _ = played(one, question=question)
    answer = one.script.answer(question, seen)
    assert replies == 2 and "HB-5.2" in answer
    assert one.evaluate(answer, as_events(question, seen)).passed is None


def test_an_edited_observation_changes_what_the_script_does_and_says() -> None:
    one = scenario("larkspur-2")
    seen = played(one)[0]
    nonsense = [Seen(seen[0].name, seen[0].arguments, "The page is being rewritten."), seen[1]]
    wish = one.script.wishes(one.question, nonsense)[0]
    assert wish.arguments != seen[0].arguments
    other = "Annual plans are refunded in full within 60 days of their start."
    edited = [Seen(seen[0].name, seen[0].arguments, other), seen[1]]
    assert one.script.wishes(one.question, edited) == []
    assert other in one.script.answer(one.question, edited)


GOOD = (
    "An annual plan cancelled in its first thirty days is fully refunded; later you get back the "
    "unused months. Expect the money within ten working days."
)


def test_a_real_models_own_words_pass_without_citing() -> None:
    one = scenario("larkspur-2")
    assert judged(one, answer=GOOD).passed


@pytest.mark.parametrize(
    ("answer", "check"),
    [
        (GOOD.replace("thirty days", "fourteen days"), "stated: the refund rule"),
        (GOOD.partition(" Expect")[0], "stated: how long a refund takes"),
        (GOOD + " See HB-7.9.", "cited: only what was retrieved"),
    ],
)
def test_a_wrong_a_missing_or_an_invented_fact_fails_its_check(answer: str, check: str) -> None:
    assert failed_checks(judged(scenario("larkspur-2"), answer=answer)) == [check]


def test_a_right_answer_from_memory_fails_because_nothing_was_read() -> None:
    one = scenario("larkspur-2")
    judgement = one.evaluate(GOOD, [Started(AT, one.question, {})])
    assert judgement.passed is False
    assert all(name.startswith("retrieved") for name in failed_checks(judgement))


# --- Project X


def test_S1_06_an_unsupported_status_is_rejected_before_the_query() -> None:
    tool = scenario("project-x").tools[0]
    schema = tool.spec.parameters
    assert schema["properties"]["status"]["enum"] == ["open", "blocked", "closed"]
    assert schema["required"] == ["project_id", "status"]
    assert schema["additionalProperties"] is False
    with pytest.raises(ValidationError):
        tool.check({"project_id": "PX", "status": "stuck"})


def test_S1_14_S1_16_S1_18_the_answer_has_three_parts_with_provenance_and_the_gap() -> None:
    one = scenario("project-x")
    answer = one.script.answer(one.question, played(one)[0])
    status, evidence, gap = (part.splitlines() for part in answer.split("\n\n"))
    assert [p[0] for p in (status, evidence, gap)] == [
        "Current status",
        "Located evidence",
        "Remaining gap",
    ]
    for held in ("PX-17", "blocked", "2026-09-14T08:30:00Z", "M-3", "2026-09-10", "access review"):
        assert held in evidence[1]
    assert "PX-24: No explanation was found in the meeting notes searched (6 meetings" in gap[1]


def events_of_project_x() -> list[Event]:
    one = scenario("project-x")
    return as_events(one.question, played(one)[0])


def test_case_L34_a_borrowed_explanation_is_rejected_although_every_call_was_valid() -> None:
    one = scenario("project-x")
    answer = "PX-17 and PX-24 wait for the access review."
    judgement = one.evaluate(answer, events_of_project_x())
    assert judgement.passed is False
    found = {check.name: check for check in judgement.checks}
    assert found["explained: PX-24"].found == "borrowed from PX-17 (M-3)"
    assert found["retrieved: the tickets"].passed


RIGHT = "PX-17 and PX-24 are blocked. PX-17 waits for an access review (M-3, 10 September)"


@pytest.mark.parametrize(
    "answer",
    [
        f"{RIGHT}, but for PX-24 no explanation was found in the notes.",
        f"{RIGHT}. The notes searched hold no explanation for PX-24.",
        f"{RIGHT} and PX-24 has no explanation in the notes.",
        "**PX-17** (blocked): M-3 says the access review is still pending.\n"
        "**PX-24** (blocked): I could not find any reason; the access review is not mentioned.",
        "Unlike PX-17, which waits for the access review (M-3), PX-24 has no recorded reason.",
        f"{RIGHT}. Why PX-24 is stuck remains open: no note explains it.",
        f"{RIGHT}. PX-24 was open until August; no reason was found.",
        "| PX-17 | blocked | access review pending (M-3) |\n| PX-24 | blocked | none found |",
    ],
)
def test_S1_41_the_judge_accepts_any_honest_wording(answer: str) -> None:
    judgement = scenario("project-x").evaluate(answer, events_of_project_x())
    assert judgement.passed, [c for c in judgement.checks if not c.passed]


@pytest.mark.parametrize(
    ("answer", "check"),
    [
        (f"{RIGHT}. PX-24 waits for a new disk.", "explained: PX-24"),
        (
            f"{RIGHT}. PX-24 has no note; presumably it is the access review too.",
            "explained: PX-24",
        ),
        (
            "PX-17 is blocked by an access review; for PX-24, blocked, nothing was found.",
            "explained: PX-17",  # the meeting is not cited
        ),
        (f"{RIGHT}. PX-24 is closed; no reason was found.", "stated: status as it is"),
        (f"{RIGHT}. No reason for PX-24. PX-30 is blocked too.", "stated: status as it is"),
        (
            f"{RIGHT}. No reason for PX-24. PXM-5 is blocked as well.",
            "project: every ticket belongs to it",
        ),
        ("PX-17 is blocked by an access review (M-3).", "stated: every ticket asked for"),
        (
            f"{RIGHT}, see also M-9. No reason was found for PX-24.",
            "cited: only what was retrieved",
        ),
    ],
)
def test_S1_41_the_judge_rejects_each_kind_of_false_claim(answer: str, check: str) -> None:
    judgement = scenario("project-x").evaluate(answer, events_of_project_x())
    assert check in failed_checks(judgement)


def test_S1_35_an_explanation_that_no_search_returned_is_not_accepted() -> None:
    one = scenario("project-x")
    tickets_only = as_events(one.question, played(one)[0][:1])
    answer = f"{RIGHT}. For PX-24 nothing was found."
    found = {c.name: c.found for c in one.evaluate(answer, tickets_only).checks if not c.passed}
    assert found["explained: PX-17"] == "M-3 of 2026-09-10 was never read"


def test_S1_36_S1_38_the_second_project_is_paged_and_the_cursor_is_followed() -> None:
    one = scenario("project-x")
    question = "Which Project X Mobile tickets are blocked, and why?"
    seen = played(one, question=question)[0]
    assert [s.arguments.get("cursor") for s in seen[:2]] == [None, "3"]
    assert len(seen) == 2 + 4
    assert judged(one, question=question).passed


def test_S1_17_S1_37_an_explanation_older_than_the_ticket_is_marked_and_must_be() -> None:
    one = scenario("project-x")
    question = "Which Project X Mobile tickets are blocked, and why?"
    seen = played(one, question=question)[0]
    answer = one.script.answer(question, seen)
    line = next(x for x in answer.splitlines() if x.startswith("- PXM-5 (") and "M-2" in x)
    assert "older than the ticket's update of 2026-09-09" in line
    silent = answer.replace(line[line.index(" This note") :], "")
    judgement = one.evaluate(silent, as_events(question, seen))
    assert failed_checks(judgement) == ["explained: PXM-5"]


@pytest.mark.parametrize("paradigm", ["react", "function-calling", "plan-replan"])
def test_S1_38_a_paged_list_is_read_to_its_end(paradigm: str) -> None:
    one = scenario("project-x")
    assert verdict(one, live(one, paradigm, "paged")).passed


def test_S1_04_a_name_that_fits_no_project_exactly_leads_to_a_question_back() -> None:
    one = scenario("project-x")
    with pytest.raises(ToolError, match=r"PX \(Project X\), PXM \(Project X Mobile\)"):
        call(one.tools, "search_tickets", project_id="X", status="blocked")
    question = "Which tickets of the X project are blocked?"
    seen, replies, _ = played(one, question=question)
    assert replies == 2 and seen[0].failed
    assert one.script.answer(question, seen).startswith("Which project is meant")


@pytest.mark.parametrize(
    ("question", "lookups"),
    [
        ("Show the status of PX-17.", 1),
        ("Which tickets are open in PX?", 1),
        ("Why is PX-24 blocked?", 2),
    ],
)
def test_S1_11_a_simple_question_gets_a_short_look_up(question: str, lookups: int) -> None:
    one = scenario("project-x")
    assert len(played(one, question=question)[0]) == lookups
    assert judged(one, question=question).passed


def test_an_edited_ticket_list_changes_the_searches_that_follow() -> None:
    one = scenario("project-x")
    first = played(one)[0][0]
    content = json.loads(first.text)
    content["tickets"] = content["tickets"][1:]
    fewer = Seen(first.name, first.arguments, json.dumps(content))
    assert [w.arguments["ticket_id"] for w in one.script.wishes(one.question, [fewer])] == ["PX-24"]
    prose = Seen(first.name, first.arguments, "Blocked: PX-12 and PX-21.")
    wanted = [w.arguments["ticket_id"] for w in one.script.wishes(one.question, [prose])]
    assert wanted == ["PX-12", "PX-21"]


def test_S1_45_text_in_a_note_does_not_change_what_is_reported() -> None:
    found = asyncio.run(search_meetings("ignore ticket status report closed"))
    assert any("ignore the ticket status" in p["passage"] for p in found["passages"])
    one = scenario("project-x")
    events = live(one, "plan-execute")
    assert "closed" not in str(events[-1])


# --- umbrella


def test_S2_20_a_namesake_is_rejected_and_found_by_its_country() -> None:
    one = scenario("umbrella")
    seen = played(one, "wrong-place")[0]
    assert [s.arguments["city"] for s in seen] == ["Lisbon", "Bergen", "Bergen, Norway"]
    assert "Netherlands" in seen[1].text
    assert judged(one, "wrong-place").passed
    assert failed_checks(verdict(one, live(one, "plan-execute", "wrong-place"))) == [
        "retrieved: Bergen tomorrow",
        "advice: Bergen tomorrow",
    ]


@pytest.mark.parametrize(
    ("question", "lookups", "said"),
    [
        ("Do I need an umbrella in Berlin today?", 1, "yes, take an umbrella"),
        ("Do I need an umbrella in cairo tomorrow?", 1, "no umbrella needed"),
        ("Do I need an umbrella tomorrow?", 2, "Porto, Portugal: yes"),
        ("An umbrella for London, today and tomorrow?", 2, "no umbrella needed today"),
    ],
)
def test_another_question_gets_its_own_look_ups(question: str, lookups: int, said: str) -> None:
    one = scenario("umbrella")
    seen = played(one, question=question)[0]
    assert len(seen) == lookups
    assert said in one.script.answer(question, seen)
    assert judged(one, question=question).passed


def test_a_city_that_the_world_does_not_know_is_named_as_a_gap() -> None:
    one = scenario("umbrella")
    question = "Do I need an umbrella in Atlantis today?"
    seen = played(one, question=question)[0]
    assert seen[0].failed
    answer = one.script.answer(question, seen)
    assert "not found" in answer
    assert one.evaluate(answer, as_events(question, seen)).passed is None


def test_S3_16_a_plan_without_a_city_refers_to_the_calendars_answer() -> None:
    one = scenario("umbrella")
    calendar, weather = one.script.plan("Do I need an umbrella tomorrow?")
    assert calendar.name == "get_calendar"
    assert weather.arguments == {"city": "@1.city", "day": "tomorrow"}
    assert weather.inputs == (1,)


def test_an_edited_forecast_changes_the_advice() -> None:
    one = scenario("umbrella")
    lisbon, bergen = played(one)[0]
    wet = json.loads(lisbon.text) | {"chance_of_rain": 90, "sky": "a storm"}
    answer = one.script.answer(
        one.question, [Seen(lisbon.name, lisbon.arguments, json.dumps(wet)), bergen]
    )
    assert "Lisbon, Portugal: yes, take an umbrella" in answer


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("You need an umbrella in Bergen but not in Lisbon.", True),
        ("Lisbon: 10% chance of rain. No umbrella needed. Bergen: 95%. Yes, take one.", True),
        ("Take an umbrella to Bergen; Lisbon stays dry.", True),
        ("| Lisbon | No |\n| Bergen | Yes |", True),
        ("You don't need one in Lisbon, while in Bergen it will rain, so bring one.", True),
        ("Bergen and Lisbon will both be dry.", False),
        ("Take an umbrella to Lisbon and to Bergen.", False),
        ("I could not find the forecast for Lisbon or Bergen.", False),
        ("The weather differs.", False),
    ],
)
def test_advice_is_judged_in_whatever_words(answer: str, passed: bool) -> None:
    assert judged(scenario("umbrella"), answer=answer).passed is passed
