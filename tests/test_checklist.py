"""Rows of the checklist that several parts of the house hold together."""

from __future__ import annotations

import asyncio
import json

import pytest
from lanes_by_hand import lane, model, tool
from making import a_run, new_run, record
from playbook import playbook_rig
from rigs import play, play_scenario, rig

from agents.events import Replied, Returned
from agents.messages import as_json
from agents.policies.function_calling import FunctionCalling
from agents.policies.plan_schema import PLAN
from agents.policies.react import ReAct
from agents.policies.registry import PARADIGMS, policy_of
from agents.rig import Limits, Policy, RigSpec
from agents.tools import ToolError
from agents.tools import tool as make_tool
from dashboard.alerts import alerts
from dashboard.answers import run_object, show_object
from dashboard.axes import axes
from dashboard.figures.spans import times
from dashboard.lanes import Lane
from dashboard.launch import launch_from
from dashboard.outcomes import outcomes
from dashboard.service import Service
from data.bundled import scenario


def returned(ran) -> list[Returned]:
    return [event for event in ran.events if isinstance(event, Returned)]


# --- seed 000


def test_an_invoked_tool_is_unknown_too_late_broken_or_fine_S0_22() -> None:
    async def slow() -> str:
        """Never comes back."""
        await asyncio.sleep(60)
        return ""

    async def broken() -> str:
        """Cannot work."""
        raise ValueError("no such row")

    async def fine() -> dict[str, int]:
        """Works."""
        return {"n": 1}

    calls = [[(name, {})] for name in ("nothing_like_it", "slow", "broken", "fine")]
    tools = [make_tool(slow, timeout_s=0.05), make_tool(broken), make_tool(fine)]
    using, _ = playbook_rig([*calls, "done"], tools)
    found = returned(play(using, "x"))
    assert [r.outcome for r in found] == ["unknown_tool", "timeout", "error", "ok"]
    assert found[1].retryable and not found[2].retryable
    assert found[2].output == "Tool error: ValueError: no such row"
    assert json.loads(found[3].output) == {"n": 1}
    assert Limits().tool_timeout_s == 30


@pytest.mark.parametrize("using", ["react", "function-calling"])
def test_an_error_is_read_and_the_next_call_is_better_S0_33(using: str) -> None:
    """Seed 000's OPENAI to MSFT: the observation of ReAct, the tool message of function calling."""

    async def price(symbol: str) -> dict[str, float]:
        """The price of a listed share."""
        if symbol != "MSFT":
            raise ToolError(f"{symbol} is not listed; its largest shareholder is MSFT")
        return {"price": 420.5}

    lines = [[("price", {"symbol": "OPENAI"})], [("price", {"symbol": "MSFT"})], "MSFT is at 420.5"]
    rigged, said = playbook_rig(lines, [make_tool(price)], using=using)
    ran = play(rigged, "x")
    assert [r.outcome for r in returned(ran)] == ["error", "ok"]
    assert ran.state.stopped is not None and ran.state.stopped.answer == "MSFT is at 420.5"
    told = said.requests[1].messages[-1]
    text = told.text
    assert "Tool error: OPENAI is not listed" in text
    assert text.startswith("Observation: ") is (using == "react")
    assert getattr(told, "failed", None) is (None if using == "react" else True)


def test_a_runs_metrics_are_eight_facts_S0_42(tmp_path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    record(service.store, new_run("r-1"), a_run())
    row = service.run("r-1")
    told = run_object(service, row, service.steps(["r-1"]))
    service.close()
    facts = {
        "paradigm": "react",
        "model_calls": 3,
        "tool_calls": 2,
        "duration_ms": 3000,
        "input_tokens": 350,
        "output_tokens": 60,
        "status": "success",
        "reason": "answered",
    }
    assert {name: told[name] for name in facts} == facts


def test_the_five_parts_of_the_seeds_layout_each_have_one_place_S0_20() -> None:
    """A base, two runners, the parallel executor and the factory: here a paradigm is a policy, and
    one loop runs them all (DESIGN.md section 3)."""
    assert isinstance(policy_of("react"), ReAct)
    assert isinstance(policy_of("function-calling"), FunctionCalling)
    asked = {name for name in vars(Policy) if not name.startswith("_")}
    for paradigm in PARADIGMS.values():
        assert all(callable(getattr(paradigm.policy(), name)) for name in asked), paradigm.title

    met = asyncio.Barrier(3)

    async def meet(n: int) -> int:
        """Waits for two others: serial calls would wait for ever."""
        await asyncio.wait_for(met.wait(), 20)
        return n

    together, _ = playbook_rig([[("meet", {"n": n}) for n in range(3)], "met"], [make_tool(meet)])
    ran = play(together, "x")
    assert [json.loads(r.output) for r in returned(ran)] == [0, 1, 2]


# --- seed 001


def test_a_run_says_how_it_decides_acts_and_connects_S1_01() -> None:
    told = {name: axes(name, {}) for name in PARADIGMS}
    assert told["react"] == {
        "control": "adaptive, one step at a time",
        "action": "text that is parsed",
        "connection": "direct",
    }
    assert len({found["control"] for found in told.values()}) == len(PARADIGMS)
    assert axes("react", {"over_mcp": True})["connection"] == "MCP"
    assert axes("react", {"tools": ["calculator", "mcp:x"]})["connection"] == "direct, and MCP"
    for strange in ({"tools": 5}, {"tools": [None, {}]}, {"over_mcp": "yes"}):
        assert axes("react", strange)["connection"] == "direct"
    assert set(axes("someone else's", {}).values()) == {"unknown"}


@pytest.mark.parametrize("using", ["react", "function-calling"])
def test_the_controller_counts_turns_and_attempts_and_keeps_the_history_S1_20(using: str) -> None:
    """Seed 001 writes `range(8)`: eight turns, then one that may only answer."""

    async def look(n: int) -> str:
        """Finds something else every time."""
        return f"leaf {n}"

    lines = [*([("look", {"n": n})] for n in range(8)), "Eight leaves."]
    using_eight, said = playbook_rig(
        lines, [make_tool(look)], using=using, limits=Limits(max_iterations=8)
    )
    ran = play(using_eight, "x")
    assert len(said.requests) == 9
    assert [r.forced for r in ran.events if isinstance(r, Replied)] == [False] * 8 + [True]
    assert len(ran.state.turns()) == 9 and len(returned(ran)) == 8
    last = as_json([str(message) for message in said.requests[-1].messages])
    assert all(f"leaf {n}" in last for n in range(8))
    assert ran.state.stopped is not None and ran.state.stopped.status in ("limit", "partial")

    again, _ = playbook_rig([[("look", {"n": 1})]] * 3 + ["One."], [make_tool(look)], using=using)
    outcomes = [r.outcome for r in returned(play(again, "x"))]
    assert outcomes[:2] == ["ok", "ok"] and outcomes[2] != "ok"


@pytest.mark.parametrize("using", ["react", "function-calling"])
def test_the_second_search_uses_ids_that_only_the_first_one_told_S1_02_S1_03(using: str) -> None:
    one = scenario("project-x")
    first, *later = returned(play_scenario("project-x", using))
    assert first.call.name == "search_tickets"
    assert first.call.arguments == {"project_id": "PX", "status": "blocked"}
    ids = {ticket["id"] for ticket in json.loads(first.output)["tickets"]}
    assert ids == {"PX-17", "PX-24"} and not any(id_ in one.question for id_ in ids)
    meetings = [r for r in later if r.call.name == "search_meetings"]
    asked = as_json([dict(r.call.arguments) for r in meetings])
    assert meetings and all(id_ in asked for id_ in ids)


def test_a_page_is_one_exchange_with_an_id_a_cursor_and_coverage_S1_07() -> None:
    ran = play_scenario("project-x", "function-calling", faults=("paged",))
    pages = [r for r in returned(ran) if r.call.name == "search_tickets"]
    contents = [json.loads(r.output) for r in pages]
    assert [page["next_cursor"] is None for page in contents] == [False, True]
    assert pages[1].call.arguments["cursor"] == contents[0]["next_cursor"]
    assert len({r.call.id for r in pages}) == len(pages)
    notes = [json.loads(r.output) for r in returned(ran) if r.call.name == "search_meetings"]
    assert notes and all(note["searched"] for note in notes)


def test_a_call_of_the_right_shape_may_still_be_the_wrong_one_S1_08() -> None:
    """`WRONG-PROJECT` and `closed` are accepted by the schema; the judge sees what they brought."""
    search = scenario("project-x").tools[0]
    assert search.check({"project_id": "WRONG-PROJECT", "status": "blocked"})
    assert search.check({"project_id": "PX", "status": "closed"})
    one = scenario("project-x")
    wrong = play_scenario("project-x", "plan-execute", faults=("wrong-project",))
    stopped = wrong.state.stopped
    assert stopped is not None
    judgement = one.evaluate(stopped.answer, wrong.events)
    assert judgement.passed is False
    assert any(c.name.startswith("project") or "ticket" in c.name for c in judgement.checks)


def test_each_of_the_four_choices_is_a_setting_S1_10() -> None:
    """Text or structured, fixed or adaptive, one or several calls at a time, direct or MCP."""

    def most_at_once(ran) -> int:
        replies = [e for e in ran.events if e.kind == "replied"]
        return max(len(reply.reading.calls) for reply in replies)

    react, calling = (play_scenario("larkspur-4", p) for p in ("react", "function-calling"))
    assert (most_at_once(react), most_at_once(calling)) == (1, 4)
    replies = (e for e in react.events if e.kind == "replied")
    assert next(replies).dialect == "text"
    fixed = play_scenario("larkspur-4", "plan-execute")
    assert [e.actor for e in fixed.events if e.kind == "replied"] == ["planner", "synthesizer"]
    assert RigSpec(paradigm="react").over_mcp is False
    assert RigSpec(paradigm="react", over_mcp=True).over_mcp is True


def test_a_tools_result_is_short_paged_traceable_and_its_error_says_what_to_do_S1_19() -> None:
    tools = {tool.name: tool for tool in scenario("project-x").tools}
    page = asyncio.run(tools["search_tickets"].invoke(project_id="PX", status="blocked"))
    assert len(as_json(page)) < 2_000
    assert {"tickets", "next_cursor", "retrieved_at"} <= page.keys()
    with pytest.raises(ToolError, match="PX"):
        asyncio.run(tools["search_tickets"].invoke(project_id="Nobody's", status="blocked"))


def test_accepted_retrieved_and_completed_are_three_things_S1_34(tmp_path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    lanes = [{"paradigm": "react"}, {"paradigm": "plan-execute", "faults": ["wrong-passage"]}]
    comparison = service.compare(launch_from({"scenario": "larkspur-4", "lanes": lanes}))
    service.wait(comparison)
    good, wrong = service.comparison(comparison)
    assert show_object(service, good.run_id)["outcomes"] == {
        "calls_accepted": True, "information_retrieved": True, "task_completed": True,
    }  # fmt: skip
    assert show_object(service, wrong.run_id)["outcomes"] == {
        "calls_accepted": True, "information_retrieved": False, "task_completed": False,
    }  # fmt: skip
    service.close()
    bad = lane([model(1, 0, 1), tool(2, 1, 1, status="invalid")])
    assert outcomes(bad.run, bad.steps, None) == {
        "calls_accepted": False, "information_retrieved": None, "task_completed": None,
    }  # fmt: skip


def test_a_blocker_without_a_meeting_is_a_gap_that_is_accepted_S1_40() -> None:
    ran = play_scenario("project-x", "react")
    answer = ran.state.stopped.answer
    gap = answer.split("\n\n")[2]
    assert "PX-24" in gap and "No explanation was found in the meeting notes searched" in gap
    assert scenario("project-x").evaluate(answer, ran.events).passed is True


def test_a_rig_is_bounded_and_writes_nothing_unless_told_S1_46() -> None:
    spec = RigSpec(paradigm="function-calling")
    assert spec.writes == "ask"
    assert spec.limits.max_iterations == 10 and spec.limits.max_identical_calls == 2
    for name in ("umbrella", "larkspur-6", "project-x", "refund"):
        assert all(tool.effect == "reads" for tool in rig(name, "react").tools.values())


# --- seed 002


def test_the_cancellation_scenario_asks_for_six_facts_of_the_handbook_S2_02() -> None:
    one = scenario("larkspur-6")
    ran = play_scenario("larkspur-6", "react")
    assert len(returned(ran)) == 6
    judgement = one.evaluate(ran.state.stopped.answer, ran.events)
    assert judgement.passed
    assert sum(check.name.startswith("stated") for check in judgement.checks) == 6


def test_where_searches_are_slow_they_are_most_of_the_time_S2_12(tmp_path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    launch = {"scenario": "larkspur-2", "lanes": [{"paradigm": "react", "faults": ["slow"]}]}
    comparison = service.compare(launch_from(launch))
    service.wait(comparison)
    (run,) = service.comparison(comparison)
    spent = times(Lane(run, service.steps([run.run_id])))
    service.close()
    assert spent.tools > spent.model and spent.tools > spent.total / 2


@pytest.mark.parametrize("rejected", [0, 1, 2])
def test_a_too_strict_evaluator_costs_two_calls_for_each_good_result_S2_27(rejected: int) -> None:
    async def search(query: str) -> str:
        """Looks it up."""
        return f"The {query} is 30 days."

    def plan(query: str) -> str:
        step = {"id": "1", "task": "find it", "tool": "search", "args": {"query": query}}
        return as_json({"goal": "g", "steps": [step]})

    no = as_json({"satisfied": False, "reason": "could say more"})
    yes = as_json({"satisfied": True, "reason": "stated"})
    strict = [line for turn in range(rejected) for line in (no, plan(f"notice period {turn}"))]
    lines = [plan("notice period"), *strict, yes, "30 days"]
    using, said = playbook_rig(lines, [make_tool(search)], using="plan-replan")
    ran = play(using, "x")
    assert ran.state.stopped.status == "success"
    assert len(said.requests) == 1 + 2 + 2 * rejected
    assert all(r.outcome == "ok" for r in returned(ran))


def test_twenty_graph_steps_are_ten_searches_without_room_for_the_answer_S2_29() -> None:
    """Two steps a search: ten searches and an answer are 21, one more than LangGraph allows."""

    async def search(query: str) -> str:
        """Looks it up."""
        return f"About {query}."

    lines = [[("search", {"query": f"topic {n}"})] for n in range(10)]
    rigs = [
        playbook_rig(
            [*lines, "all of it"],
            [make_tool(search)],
            limits=Limits(max_iterations=50, max_graph_steps=room),
        )[0]
        for room in (20, 21)
    ]
    short, enough = (play(using, "x").state for using in rigs)
    assert short.tool_calls == enough.tool_calls == 10
    assert enough.stopped.status == "success" and enough.graph_steps() == 21
    assert short.last.forced and short.stopped.status != "success"


# --- seed 003


def test_an_action_is_structured_and_no_sentence_to_be_searched_S3_05() -> None:
    ran = play_scenario("larkspur-2", "function-calling")
    first = next(e for e in ran.events if e.kind == "replied")
    assert [set(call.arguments) for call in first.reading.calls] == [{"query"}] * 2
    sentence = "I will now search for the refund rule with the search tool."
    using, _ = playbook_rig(
        [sentence, "It was not found."], list(rig("larkspur-2", "react").tools.values())
    )
    assert returned(play(using, "x")) == []


def test_a_plan_has_a_goal_and_steps_of_the_five_fields_S3_11_S3_12() -> None:
    assert PLAN["required"] == ["goal", "steps"]
    step = PLAN["properties"]["steps"]["items"]["properties"]
    assert {"id", "task", "inputs", "done_when", "on_fail"} <= step.keys()
    assert step["on_fail"]["enum"] == ["retry", "skip", "replan", "abort"]
    (plan,) = [e.reading.plan for e in play_scenario("refund", "plan-execute").events
               if e.kind == "replied" and e.reading.plan]  # fmt: skip
    assert plan.goal and [s.done_when for s in plan.steps] and plan.steps[1].inputs == ("1",)


def test_a_step_without_a_condition_is_warned_of_and_one_with_it_is_not_S3_14(tmp_path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    told = {}
    for name in ("larkspur-4", "refund"):
        launch = launch_from({"scenario": name, "lanes": [{"paradigm": "plan-execute"}]})
        comparison = service.compare(launch)
        service.wait(comparison)
        (run,) = service.comparison(comparison)
        found = alerts(run, service.steps([run.run_id]))
        told[name] = [len(alert.seqs) for alert in found if alert.kind == "unchecked"]
    service.close()
    assert told == {"larkspur-4": [4], "refund": []}


def test_a_question_without_a_criterion_shows_a_warning_S3_33() -> None:
    def kinds(**changes) -> list[str]:
        one = lane([model(1, 0, 1)], **changes)
        return [alert.kind for alert in alerts(one.run, one.steps)]

    assert kinds(scenario="") == ["no_criterion"]
    assert kinds() == []
    assert kinds(scenario="", answer=None, status="cancelled") == []
    assert kinds(scenario="", origin="imported") == []
