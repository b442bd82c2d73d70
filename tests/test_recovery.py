"""What a run does when a model or a tool goes wrong: corrected, told, tried again, left alone."""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, field_validator, model_validator

from agents.events import Replied, Returned
from agents.messages import Answered
from agents.nested import call_tool
from agents.policies.plan_execute import PlanReplan
from agents.rig import Limits, RigSpec
from agents.secrets import HIDDEN
from agents.state import NOT_RUN
from agents.tool_names import meant, suggestions
from agents.tools import Effect, Tool, ToolError, tool
from tests.playbook import Line, Playbook, playbook_rig
from tests.rigs import Ran, play, play_scenario

CALLERS = ["react", "function-calling"]
FAKE = "hunter2-and-some-more"


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


def named(name: str, effect: Effect = "reads") -> Tool:
    async def does(query: str = "") -> str:
        """Does it."""
        return f"{name} did it"

    return tool(does, name=name, effect=effect)


def results(ran: Ran) -> list[Returned]:
    return [e for e in ran.events if isinstance(e, Returned)]


def outcomes(ran: Ran) -> list[str]:
    return [r.outcome for r in results(ran)]


def lines(*calls: tuple[str, dict]) -> list[Line]:
    return [*([call] for call in calls), "done"]


def told(model: Playbook) -> list[str]:
    return [m.text for m in model.requests[-1].messages if isinstance(m, Answered)]


# Tool names


@pytest.mark.parametrize("using", CALLERS)
def test_a_slip_in_a_tools_name_is_corrected_and_noted_S0_34(using: str) -> None:
    rig, _ = playbook_rig(lines(("serch", {"query": "a"})), [tool(search)], using=using)
    (result,) = results(play(rig, "q"))
    assert (result.outcome, result.output) == ("ok", "found a")
    assert result.call.name == "search"
    assert result.notes == ("tool name corrected from serch",)


def test_the_seeds_own_pair_is_just_not_near_enough_S0_34() -> None:
    tools = {"analyze_sentiment": named("analyze_sentiment")}
    assert meant("analyze_sentiment_advanced", tools) is None
    assert suggestions("analyze_sentiment_advanced", tools) == ["analyze_sentiment"]


@pytest.mark.parametrize(
    ("wished", "there"), [("get_user", "set_user"), ("delete_file", "delete_files")]
)
def test_a_name_is_never_corrected_onto_a_tool_that_writes_S0_35(wished: str, there: str) -> None:
    rig, _ = playbook_rig(lines((wished, {})), [named(there, "writes"), named("other")])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "unknown_tool"
    assert json.loads(result.output)["hint"] == f"Did you mean {there}?"


def test_a_name_nearer_to_a_writing_tool_is_not_bent_to_a_reading_one_S0_35() -> None:
    tools = {"set_user": named("set_user", "writes"), "get_user": named("get_user")}
    assert meant("sett_user", tools) is None
    assert meant("gett_user", tools) is tools["get_user"]


def test_two_names_equally_near_decide_nothing_S0_34() -> None:
    tools = {"read_a": named("read_a"), "read_b": named("read_b")}
    assert meant("read_c", tools) is None
    assert suggestions("read_c", tools) == ["read_a", "read_b"]


def test_a_corrected_name_counts_as_the_same_call() -> None:
    same = {"query": "a"}
    wanted = lines(("search", same), ("serch", same), ("searchh", same))
    rig, _ = playbook_rig(wanted, [tool(search)])
    assert outcomes(play(rig, "q")) == ["ok", "ok", "refused"]


def test_a_name_of_a_megabyte_is_unknown_at_once() -> None:
    started = time.monotonic()
    rig, _ = playbook_rig(lines(("search" * 170_000, {})), [tool(search)])
    assert outcomes(play(rig, "q")) == ["unknown_tool"]
    assert time.monotonic() - started < 5


# Arguments


class StockQuery(BaseModel):
    """Seed 000, pitfall 2."""

    symbol: str
    start_date: datetime.date
    end_date: datetime.date
    interval: Literal["1d", "1wk", "1mo"]

    @field_validator("symbol")
    @classmethod
    def ticker(cls, symbol: str) -> str:
        if not symbol.isupper() or len(symbol) > 5:
            raise ValueError(f"Invalid ticker: {symbol}")
        return symbol

    @model_validator(mode="after")
    def dates(self) -> StockQuery:
        if self.end_date < self.start_date:
            raise ValueError("end_date must be after start_date")
        if self.end_date > datetime.date.today():
            raise ValueError("Cannot query future prices")
        return self


async def prices(
    symbol: str, start_date: datetime.date, end_date: datetime.date, interval: str
) -> str:
    """Prices of a share."""
    return f"{symbol} from {start_date:%d.%m.%Y}"


GOOD = {"symbol": "MSFT", "start_date": "2024-01-02", "end_date": "2024-02-01", "interval": "1d"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"symbol": "microsoft"}, "Invalid ticker: microsoft"),
        ({"end_date": "2023-01-01"}, "end_date must be after start_date"),
        ({"end_date": "2999-01-01"}, "Cannot query future prices"),
        ({"interval": "5min"}, "'1d', '1wk' or '1mo'"),
    ],
)
def test_bad_parameters_go_back_with_a_hint_and_the_next_try_works_S0_36_S0_37(
    wrong: dict, said: str
) -> None:
    used = tool(prices, arguments=StockQuery)
    rig, model = playbook_rig(lines(("prices", {**GOOD, **wrong}), ("prices", GOOD)), [used])
    ran = play(rig, "q")
    assert outcomes(ran) == ["invalid", "ok"]
    problem = json.loads(told(model)[0])
    assert said in problem["problems"][0]["problem"]
    assert problem["hint"] == "Please fix the parameters and retry."
    assert told(model)[1] == "MSFT from 02.01.2024"


# Retry, refresh, repetition


def flaky(failures: int, *, retryable: bool, refreshable: bool = False) -> Tool:
    calls: list[int] = []

    async def status() -> str:
        """A status."""
        calls.append(1)
        if len(calls) <= failures:
            raise ToolError("down", retryable=retryable)
        return f"number {len(calls)}"

    return tool(status, refreshable=refreshable)


CALL: tuple[str, dict] = ("status", {})


def test_a_retry_after_a_passing_failure_is_one_more_than_a_repetition_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 5), [flaky(2, retryable=True)])
    ran = play(rig, "q")
    assert outcomes(ran) == ["error", "error", "ok", "refused", "refused"]
    assert [r.notes for r in results(ran)[:3]] == [(), ("retry",), ("retry",)]


def test_retries_end_too_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 5), [flaky(9, retryable=True)])
    assert outcomes(play(rig, "q")) == ["error"] * 3 + ["refused"] * 2


def test_a_failure_that_will_not_pass_may_be_repeated_as_often_as_a_success_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 3), [flaky(9, retryable=False)])
    assert outcomes(play(rig, "q")) == ["error", "error", "refused"]


def test_a_refresh_is_a_new_observation_however_often_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 6), [flaky(0, retryable=False, refreshable=True)])
    ran = play(rig, "q")
    assert outcomes(ran) == ["ok"] * 6
    assert {r.notes for r in results(ran)[1:]} == {("refresh",)}


def test_a_refreshable_tool_that_only_fails_is_stopped_like_any_other_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 4), [flaky(9, retryable=False, refreshable=True)])
    assert outcomes(play(rig, "q")) == ["error", "error", "refused", "refused"]


# Writes


class Ledger:
    """Counts what was really changed."""

    def __init__(self, failures: int = 0) -> None:
        self.paid: list[int] = []
        self.failures = failures

    def tool(self) -> Tool:
        async def pay(amount: int) -> str:
            """Pays."""
            self.paid.append(amount)
            if len(self.paid) <= self.failures:
                raise ToolError("connection lost", retryable=True)
            return f"paid {amount}"

        return tool(pay, effect="writes")


PAY: tuple[str, dict] = ("pay", {"amount": 5})


def paying(ledger: Ledger, writes: str, *calls: tuple[str, dict], using: str = CALLERS[0]) -> Ran:
    from dataclasses import replace

    rig, _ = playbook_rig(lines(*calls), [ledger.tool()], using=using)
    spec = rig.spec.model_copy(update={"writes": writes})
    return play(replace(rig, spec=spec), "q")


@pytest.mark.parametrize("using", CALLERS)
def test_a_write_is_left_to_a_person_unless_the_rig_allows_it_S1_29(using: str) -> None:
    assert RigSpec(paradigm="react").writes == "ask"
    ledger = Ledger()
    ran = paying(ledger, "ask", PAY, using=using)
    (result,) = results(ran)
    assert (result.outcome, result.notes, ledger.paid) == ("refused", ("needs approval",), [])
    assert "a person has to allow it" in result.output
    assert ran.state.stopped and ran.state.stopped.status == "success"


def test_an_allowed_write_runs_once_and_its_repetition_is_refused_aloud_S1_29() -> None:
    ledger = Ledger()
    ran = paying(ledger, "allow", PAY, PAY, ("pay", {"amount": 6}))
    assert outcomes(ran) == ["ok", "refused", "ok"]
    assert ledger.paid == [5, 6]
    assert results(ran)[1].notes == ("write not repeated",)
    assert "may have taken effect" in results(ran)[1].output


def test_a_write_that_failed_may_have_taken_effect_and_is_not_repeated_S1_29() -> None:
    ledger = Ledger(failures=1)
    assert outcomes(paying(ledger, "allow", PAY, PAY)) == ["error", "refused"]
    assert ledger.paid == [5]


def test_a_write_that_never_ran_may_be_tried_again_S1_29() -> None:
    ledger = Ledger()
    ran = paying(ledger, "allow", ("pay", {"amount": "much"}), PAY)
    assert outcomes(ran) == ["invalid", "ok"]


def test_the_same_write_twice_in_one_reply_runs_once_S1_29() -> None:
    from dataclasses import replace

    ledger = Ledger()
    rig, _ = playbook_rig([[PAY, PAY], "done"], [ledger.tool()])
    spec = rig.spec.model_copy(update={"writes": "allow"})
    ran = play(replace(rig, spec=spec), "q")
    assert sorted(outcomes(ran)) == ["ok", "refused"]
    assert ledger.paid == [5]


def test_a_stubbed_write_changes_nothing_and_says_so_S1_29() -> None:
    ledger = Ledger()
    (result,) = results(paying(ledger, "stub", PAY))
    assert (result.outcome, result.origin, ledger.paid) == ("ok", "simulated", [])
    assert json.loads(result.output)["simulated"] is True


def test_a_write_that_times_out_is_not_called_retryable_S1_29() -> None:
    from dataclasses import replace

    async def pay(amount: int) -> str:
        """Pays, slowly."""
        await asyncio.sleep(5)
        return "paid"

    used = tool(pay, effect="writes", timeout_s=0.05)
    rig, _ = playbook_rig(lines(PAY, PAY), [used])
    ran = play(replace(rig, spec=rig.spec.model_copy(update={"writes": "allow"})), "q")
    assert outcomes(ran) == ["timeout", "refused"]
    assert not results(ran)[0].retryable


# Secrets


def test_a_secret_of_the_environment_is_in_no_observation_S1_25(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BILLING_API_KEY", FAKE)
    (tmp_path / "config").write_text(f"key = {FAKE}")

    async def show(path: str) -> str:
        """Shows a file."""
        return (tmp_path / path).read_text()

    async def as_data() -> dict[str, str]:
        """The same as data."""
        return {"key": FAKE}

    async def fails() -> str:
        """Fails, with the key in its message."""
        raise ConnectionError(f"cannot reach https://user:{FAKE}@billing")

    wanted = lines(("show", {"path": "config"}), ("as_data", {}), ("fails", {}))
    rig, model = playbook_rig(wanted, [tool(show), tool(as_data), tool(fails)])
    ran = play(rig, "q")
    assert FAKE not in str(ran.events) + str(model.requests)
    assert results(ran)[0].output == f"key = {HIDDEN}"
    assert all("a secret was taken out" in r.notes for r in results(ran)[:2])


def test_an_observation_without_secrets_is_left_as_it_is_S1_25() -> None:
    text = "An example of a key: sk-abcdefgh12345678, and  two blanks.\n"

    async def show() -> str:
        """Shows."""
        return text

    rig, _ = playbook_rig(lines(("show", {})), [tool(show)])
    (result,) = results(play(rig, "q"))
    assert (result.output, result.notes) == (text, ())


# Tools that call tools


def test_an_inner_call_that_outlives_its_outer_one_is_reported() -> None:
    def inner() -> str:
        """Blocks."""
        time.sleep(0.6)
        return "late"

    within = tool(inner)

    async def outer() -> str:
        """Calls another."""
        return str(await call_tool(within))

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer, timeout_s=0.1)])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "timeout"
    assert result.notes == ("inner call inner: abandoned, still running in the background",)


def test_an_inner_call_has_its_own_time_limit_and_its_end_is_noted() -> None:
    async def quick() -> dict[str, int]:
        """Quick."""
        return {"n": 1}

    async def hangs() -> str:
        """Hangs."""
        await asyncio.sleep(5)
        return ""

    brief = tool(hangs, timeout_s=0.05)

    async def outer() -> str:
        """Calls two others."""
        found = await call_tool(tool(quick))
        try:
            await call_tool(brief)
        except ToolError as error:
            return f"{found['n']}, but {error} ({error.retryable})"
        return "both"

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer)])
    (result,) = results(play(rig, "q"))
    assert result.output == "1, but hangs timed out after 0.05 s (True)"
    assert result.notes == ("inner call quick: completed", "inner call hangs: timed out")


def test_an_inner_write_needs_the_same_permission_as_any_other_S1_29() -> None:
    ledger = Ledger()
    pay = ledger.tool()

    async def outer() -> str:
        """Pays through another tool."""
        return str(await call_tool(pay, amount=3))

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer)])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "error" and "a person has to allow it" in result.output
    assert ledger.paid == []


# Limits and partial answers


@pytest.mark.parametrize("using", CALLERS)
def test_a_partial_answer_names_what_was_found_and_what_was_not_S1_26(using: str) -> None:
    async def lost(query: str) -> str:
        """Fails."""
        raise ToolError(f"nothing on {query}")

    calls: list[Line] = [[("search", {"query": "a"})], [("lost", {"query": "b"})]]
    limits = Limits(max_iterations=2)
    rig, _ = playbook_rig(
        [*calls, *calls[:1]], [tool(search), tool(lost)], using=using, limits=limits
    )
    stopped = play(rig, "q").state.stopped
    assert stopped and stopped.status == "limit" and "step limit: 2 of 2" in stopped.reason
    assert stopped.answer and "search: found a" in stopped.answer
    assert "Not found:\n- lost(query='b'): error" in stopped.answer
    assert stopped.gaps == ("lost(query='b'): error",)


def test_the_recursion_ceiling_leaves_a_partial_answer_and_no_exception_S2() -> None:
    rounds: list[Line] = [[("search", {"query": str(i)})] for i in range(20)]
    limits = Limits(max_iterations=50, max_graph_steps=20)
    rig, _ = playbook_rig(rounds, [tool(search)], using="react", limits=limits)
    ran = play(rig, "q")
    assert len(results(ran)) == 11 and outcomes(ran).count("ok") == 10
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert "graph step limit of 20" in ran.state.stopped.reason
    assert ran.state.stopped.gaps


def test_a_call_wished_for_in_the_forced_answer_is_not_run() -> None:
    rig, _ = playbook_rig(
        [[("search", {"query": "a"})], [("search", {"query": "b"})]],
        [tool(search)],
        limits=Limits(max_iterations=1),
    )
    ran = play(rig, "q")
    assert outcomes(ran) == ["ok", "refused"]


def test_a_reply_that_ends_as_a_call_without_one_is_asked_again() -> None:
    class Halting(Playbook):
        async def reply(self, request, hear=lambda text: None):  # type: ignore[no-untyped-def]
            from dataclasses import replace

            said = await super().reply(request, hear)
            return replace(said, finish="tool_calls") if len(self.requests) == 1 else said

    rig, _ = playbook_rig([], [tool(search)])
    model = Halting(["I look at the weather", "It rains."])
    from dataclasses import replace

    ran = play(replace(rig, models={"agent": model}), "q")
    faults = [e.reading.fault for e in ran.events if isinstance(e, Replied)]
    assert faults[0] and faults[0].kind == "call_missing"
    assert ran.state.stopped and ran.state.stopped.answer == "It rains."


def test_a_call_cancelled_before_it_ran_counts_for_nothing() -> None:
    cancel = asyncio.Event()
    cancel.set()
    whole = play_scenario("larkspur-2", "function-calling")
    rig, _ = playbook_rig([], [named("search_handbook")])
    ran = play(rig, before=whole.events[:2], cancel=cancel)
    cancelled = results(ran)
    assert cancelled and all(r.notes == (NOT_RUN,) for r in cancelled)
    assert ran.state.tool_calls == 0
    assert ran.state.stopped and ran.state.stopped.status == "cancelled"


# Plans


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
