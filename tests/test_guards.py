"""Limits, timeouts, cancelling: what bounds a run, and what stays on record."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from agents.events import Cost, Event, Replied, Returned
from agents.loop import begin, run
from agents.messages import Answered, Call, Usage, Wire
from agents.planned import judged, performed, planned
from agents.plans import Plan, PlanStep, Verdict
from agents.policies.plan_execute import executed
from agents.rig import Limits, Rig
from agents.state import State, apply
from agents.tools import ToolError, tool
from tests.playbook import Line, playbook_rig
from tests.rigs import Ran, play, play_scenario
from tests.timing import least

CALLERS = ["react", "function-calling"]


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


def outcomes(ran: Ran) -> list[str]:
    return [e.outcome for e in ran.events if isinstance(e, Returned)]


def replies(ran: Ran) -> list[Replied]:
    return [e for e in ran.events if isinstance(e, Replied)]


def calls(*queries: str) -> list[Line]:
    return [[("search", {"query": query})] for query in queries]


@pytest.mark.parametrize("using", CALLERS)
def test_an_identical_call_runs_twice_and_the_third_is_answered_S1_23(using: str) -> None:
    rig, _ = playbook_rig([*calls("a", "a", "a"), "Nothing new."], [tool(search)], using=using)
    ran = play(rig, "q")
    assert outcomes(ran) == ["ok", "ok", "refused"]
    assert ran.state.stopped and ran.state.stopped.status == "success"
    assert ran.state.stopped.answer == "Nothing new."


def test_the_repeat_limit_does_not_care_for_the_order_of_arguments() -> None:
    async def read(path: str, limit: int) -> str:
        """Reads."""
        return "x"

    lines: list[Line] = [
        [("read", {"path": "p", "limit": 1})],
        [("read", {"limit": 1, "path": "p"})],
        [("read", {"path": "p", "limit": 1})],
        "done",
    ]
    rig, _ = playbook_rig(lines, [tool(read)])
    assert outcomes(play(rig, "q")) == ["ok", "ok", "refused"]


def test_polling_a_refreshable_tool_is_no_repetition() -> None:
    rig, _ = playbook_rig([*calls("a", "a", "a", "a"), "done"], [tool(search, refreshable=True)])
    assert outcomes(play(rig, "q")) == ["ok"] * 4


@pytest.mark.parametrize("using", CALLERS)
def test_an_answer_on_the_last_allowed_turn_is_a_success(using: str) -> None:
    limits = Limits(max_iterations=3)
    rig, _ = playbook_rig([*calls("a", "b"), "done"], [tool(search)], using=using, limits=limits)
    ran = play(rig, "q")
    assert ran.state.stopped and ran.state.stopped.status == "success"
    assert len(replies(ran)) == 3


@pytest.mark.parametrize("using", CALLERS)
def test_at_the_turn_limit_one_marked_call_asks_for_the_answer_S0_13_S1_26(using: str) -> None:
    limits = Limits(max_iterations=2)
    rig, model = playbook_rig(
        [*calls("a", "b"), "half of it"], [tool(search)], using=using, limits=limits
    )
    ran = play(rig, "q")
    assert [r.forced for r in replies(ran)] == [False, False, True]
    assert ran.state.stopped
    assert (ran.state.stopped.status, ran.state.stopped.answer) == ("limit", "half of it")
    note = model.requests[-1].messages[-1]
    assert getattr(note, "role", "") == "user"


@pytest.mark.parametrize("using", CALLERS)
def test_a_model_that_never_answers_is_stopped_and_its_calls_are_not_shown(using: str) -> None:
    limits = Limits(max_iterations=5)
    rig, _ = playbook_rig(calls("a"), [tool(search)], using=using, limits=limits, repeats=True)
    ran = play(rig, "q")
    stopped = ran.state.stopped
    assert stopped and stopped.status == "limit"
    assert len(replies(ran)) == 6
    assert stopped.answer and "Action" not in stopped.answer
    assert "found a" in stopped.answer


def test_the_default_is_ten_model_turns_S0_04() -> None:
    rig, _ = playbook_rig(calls("a"), [tool(search, refreshable=True)], repeats=True)
    assert len(replies(play(rig, "q"))) == 11


@pytest.mark.parametrize("most", [0, 1, 3])
def test_the_call_budget_refuses_what_is_beyond_it_S1_27(most: int) -> None:
    limits = Limits(max_tool_calls=most)
    wanted: list[Line] = [[("search", {"query": str(i)}) for i in range(5)], "done"]
    rig, _ = playbook_rig(wanted, [tool(search)], limits=limits)
    ran = play(rig, "q")
    assert outcomes(ran).count("ok") == most
    assert outcomes(ran).count("refused") == 5 - most


def test_the_token_limit_ends_a_run_before_the_next_call_S0_21() -> None:
    rig, _ = playbook_rig(calls("a"), [tool(search)], limits=Limits(max_tokens=250), repeats=True)
    ran = play(rig, "q")
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert "token limit" in ran.state.stopped.reason
    assert len(replies(ran)) == 3


def test_the_cost_limit_ends_a_run_before_the_next_call() -> None:
    def price(usage: Usage, model: str, at: float) -> Cost:
        return Cost(0.3, "test")

    rig, _ = playbook_rig(
        calls("a"), [tool(search)], limits=Limits(max_cost_usd=0.5), repeats=True, price=price
    )
    ran = play(rig, "q")
    assert ran.state.stopped and "cost limit of $0.5" in ran.state.stopped.reason
    assert len(replies(ran)) == 2


def test_the_deadline_reaches_a_model_call_in_flight_S1_27() -> None:
    rig, _ = playbook_rig(["late"], [], limits=Limits(deadline_s=0.3), delay_s=60)
    started = time.monotonic()
    ran = play(rig, "q")
    assert time.monotonic() - started < 30
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert replies(ran)[0].finish == "cancelled"


@pytest.mark.parametrize("line", ["", "Thought: hm."])
def test_malformed_replies_in_a_row_end_the_run(line: str) -> None:
    rig, _ = playbook_rig([line], [tool(search)], using="react", repeats=True)
    ran = play(rig, "q")
    assert len(replies(ran)) == 3
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert all(r.reading.fault for r in replies(ran))


def test_a_planner_that_only_talks_is_asked_three_times_and_is_then_an_error() -> None:
    rig, _ = playbook_rig(
        ["I cannot plan this"], [tool(search)], using="plan-execute", repeats=True
    )
    ran = play(rig, "q")
    assert len(replies(ran)) == 3
    assert ran.state.stopped and ran.state.stopped.status == "error"


def test_an_unknown_tool_and_bad_arguments_are_answered_each_by_its_id_S1_21_S1_22() -> None:
    wanted: list[Line] = [
        [("nope", {}), ("search", {"q": 1}), ("search", {"query": "a"})],
        "done",
    ]
    rig, model = playbook_rig(wanted, [tool(search)])
    ran = play(rig, "q")
    assert sorted(outcomes(ran)) == ["invalid", "ok", "unknown_tool"]
    told = [m for m in model.requests[1].messages if isinstance(m, Answered)]
    assert [m.call_id for m in told] == ["c1_0", "c1_1", "c1_2"]
    assert "Unknown tool" in told[0].text and "search" in told[0].text
    assert "Please fix the parameters" in told[1].text


@pytest.mark.parametrize("using", CALLERS)
def test_a_tool_that_raises_is_an_observation_and_the_run_goes_on_S0_10(using: str) -> None:
    def search(query: str) -> str:
        """Raises."""
        raise ConnectionError("API down, key sk-abcdefgh12345678")

    rig, _ = playbook_rig([*calls("a"), "gave up"], [tool(search)], using=using)
    ran = play(rig, "q")
    (result,) = [e for e in ran.events if isinstance(e, Returned)]
    assert result.outcome == "error"
    assert result.output.startswith("Tool error: ConnectionError: API down")
    assert "sk-abcdefgh" not in result.output
    assert ran.state.stopped and ran.state.stopped.answer == "gave up"


def test_a_failing_sibling_takes_nobody_with_it() -> None:
    async def a() -> str:
        """A."""
        return "A"

    def b() -> str:
        """B."""
        raise ToolError("API down", retryable=True)

    async def c() -> str:
        """C."""
        return "C"

    rig, model = playbook_rig(
        [[("a", {}), ("b", {}), ("c", {})], "ok"], [tool(f) for f in (a, b, c)]
    )
    ran = play(rig, "q")
    told = [m.text for m in model.requests[1].messages if isinstance(m, Answered)]
    assert told == ["A", "Tool error: API down", "C"]
    assert len(replies(ran)) == 2


def test_three_tools_of_half_a_second_take_at_most_700_ms_together_S0_15() -> None:
    """The figure is the issue's own; a serial run needs 1,500 ms."""

    def slow(n: int) -> int:
        """Waits."""
        time.sleep(0.5)
        return n

    def together() -> float:
        rig, _ = playbook_rig([[("slow", {"n": i}) for i in range(3)], "done"], [tool(slow)])
        results = [e for e in play(rig, "q").events if isinstance(e, Returned)]
        return max(r.ended_at for r in results) - min(r.started_at for r in results)

    assert 0.5 <= least(together, 0.7) <= 0.7


def test_results_are_handed_over_in_call_order_however_they_finish_S0_16() -> None:
    async def wait(ms: int) -> str:
        """Waits."""
        await asyncio.sleep(ms / 1000)
        return f"{ms}"

    rig, model = playbook_rig([[("wait", {"ms": 120}), ("wait", {"ms": 5})], "done"], [tool(wait)])
    ran = play(rig, "q")
    assert [e.output for e in ran.events if isinstance(e, Returned)] == ["5", "120"]
    told = [m.text for m in model.requests[1].messages if isinstance(m, Answered)]
    assert told == ["120", "5"]


@pytest.mark.parametrize("blocking", [True, False])
def test_a_tool_that_hangs_is_a_retryable_timeout_S1_24(blocking: bool) -> None:
    def hangs() -> None:
        """Blocks."""
        time.sleep(60)

    async def waits() -> None:
        """Waits."""
        await asyncio.sleep(60)

    used = tool(hangs if blocking else waits, name="slow")
    rig, _ = playbook_rig([[("slow", {})], "gave up"], [used], limits=Limits(tool_timeout_s=0.3))
    started = time.monotonic()
    ran = play(rig, "q")
    (result,) = [e for e in ran.events if isinstance(e, Returned)]
    assert time.monotonic() - started < 30
    assert (result.outcome, result.retryable) == ("timeout", True)
    assert "timed out" in result.output
    assert bool(result.notes) is blocking


def test_a_megabyte_is_not_cut_behind_the_models_back() -> None:
    def big() -> str:
        """Returns a megabyte."""
        return "x" * 1_000_000

    rig, _ = playbook_rig([[("big", {})], "done"], [tool(big)])
    ran = play(rig, "q")
    (result,) = [e for e in ran.events if isinstance(e, Returned)]
    assert result.outcome == "error"
    assert "1,000,000 characters" in result.output


async def _cancelled_after(rig: Rig, seconds: float) -> tuple[list[Event], float]:
    events: list[Event] = []
    cancel = asyncio.Event()

    async def record(event: Event, sent: Wire) -> None:
        events.append(event)

    start = begin("q", rig)
    await record(start, ())
    task = asyncio.ensure_future(run(apply(State(), start), rig, record, cancel=cancel))
    await asyncio.sleep(seconds)
    cancel.set()
    asked = time.monotonic()
    await task
    return events, time.monotonic() - asked


def test_cancelling_stops_a_model_call_and_keeps_what_was_done() -> None:
    rig, _ = playbook_rig(["late"], [], delay_s=60)
    events, took = asyncio.run(_cancelled_after(rig, 0.2))
    assert took < 30
    assert [e.kind for e in events] == ["started", "replied", "stopped"]
    assert getattr(events[-1], "status", "") == "cancelled"


def test_cancelling_stops_tools_and_keeps_the_sibling_that_had_finished() -> None:
    async def quick() -> str:
        """Quick."""
        return "A"

    def slow() -> None:
        """Blocks."""
        time.sleep(60)

    rig, _ = playbook_rig([[("quick", {}), ("slow", {})]], [tool(quick), tool(slow)])
    events, took = asyncio.run(_cancelled_after(rig, 0.4))
    assert took < 30
    results: dict[str, Any] = {e.call.name: e.outcome for e in events if isinstance(e, Returned)}
    assert results == {"quick": "ok", "slow": "cancelled"}
    assert getattr(events[-1], "status", "") == "cancelled"


def test_an_announced_lookup_is_asked_for_once_and_then_made_S2_07() -> None:
    lines: list[Line] = [
        *calls("Paris"),
        "Next, I will look up the population of the United States.",
        *calls("US"),
        "US is larger",
    ]
    rig, _ = playbook_rig(lines, [tool(search)])
    ran = play(rig, "q")
    kinds = [r.reading.fault.kind for r in replies(ran) if r.reading.fault]
    assert kinds == ["unkept_promise"]
    assert ran.state.stopped and ran.state.stopped.answer == "US is larger"


def test_a_refused_call_over_the_budget_is_followed_by_the_one_forced_answer() -> None:
    rig, _ = playbook_rig(
        [*calls("a", "b", "c"), "what I have"], [tool(search)], limits=Limits(max_tool_calls=2)
    )
    ran = play(rig, "q")
    assert [r.forced for r in replies(ran)] == [False, False, False, True]
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert ran.state.stopped.answer == "what I have"


def test_an_answer_with_the_last_allowed_call_is_a_success() -> None:
    rig, _ = playbook_rig(
        [*calls("a", "b"), "all of it"], [tool(search)], limits=Limits(max_tool_calls=2)
    )
    ran = play(rig, "q")
    assert ran.state.stopped and ran.state.stopped.status == "success"


def test_a_capped_plan_does_not_spend_beyond_the_token_limit() -> None:
    limits = Limits(max_iterations=3, max_tokens=200)
    ran = play_scenario("larkspur-6", "plan-execute", limits=limits)
    assert [r.actor for r in replies(ran)] == ["planner"]
    assert ran.state.stopped and "token limit" in ran.state.stopped.reason


def test_tokens_that_no_provider_reports_are_counted_so_that_limits_hold() -> None:
    rig, _ = playbook_rig(
        calls("a"), [tool(search)], limits=Limits(max_tokens=300), repeats=True, usage=Usage()
    )
    ran = play(rig, "q")
    assert all(r.usage.source == "counted" and r.usage.input_tokens for r in replies(ran))
    assert all(r.cost.usd is None for r in replies(ran))
    assert ran.state.stopped and "token limit" in ran.state.stopped.reason


def test_the_evaluators_words_do_not_change_what_is_counted() -> None:
    steps = planned((), Plan("g", (PlanStep("1", "t", "search", {"query": "a"}),)))
    call = Call("x", "search", {"query": "a"}, step="1")
    done = performed(steps, Returned(call, 0, 0, "ok", "r"))
    plan = judged(done, Verdict("1", True, "as step 1 asks, it is there"))
    assert executed(State(plan=plan)) == 1
