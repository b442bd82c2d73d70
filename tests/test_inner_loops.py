"""S3-22, S2-33, S3-28: a step that reads may be a loop of its own, recorded as a run of its own
and held to what is left of the outer run's limits; a step that writes is a single fixed call."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from making import new_run
from playbook import Line, Playbook, playbook_rig
from process import ROOT, told
from rigs import Ran, play, play_scenario, rig

from agents.errors import ModelError
from agents.events import Cost, Event, Replied, Returned, Started, Stopped, from_json, to_json
from agents.forking import onwards
from agents.loop import begin
from agents.messages import Reply, Request, Usage, Wire, as_json
from agents.models.base import Hear, deaf
from agents.recording import replay
from agents.rig import Limits, Rig, RigSpec
from agents.state import fold
from agents.tools import tool
from dashboard import going_on, proving
from dashboard.alerts import Thresholds, alerts
from dashboard.answers import show_object
from dashboard.launch import launch_from
from dashboard.live_runs import Live, as_read, sub_runs
from dashboard.runner import Job, Runner
from dashboard.service import Service
from dashboard.steps import result_blocks
from dashboard.viewmodels import lanes_data
from data.exporters.native import export
from data.ids import sub_run_id
from data.importers.native import load
from data.rigging import rig_of
from data.store import Store

SCENARIO = "project-x-inner"
WROTE: list[str] = []


async def search(query: str) -> dict[str, Any]:
    """Looks something up."""
    return {"found": f"all about {query}"}


async def order(item: str) -> str:
    """Buys something."""
    WROTE.append(item)
    return f"ordered {item}"


TOOLS = (tool(search), tool(order, effect="writes"))
LOOK = ("search", {"query": "cats"})


def step(id_: str = "1", **more: Any) -> dict[str, Any]:
    return {"id": id_, "task": f"find {id_}", "tool": "react", "args": {}} | more


def plan(*steps: dict[str, Any]) -> str:
    return as_json({"goal": "g", "steps": list(steps)})


def planned(
    steps: list[dict[str, Any]], *lines: Line, using: str = "plan-execute", **more: Any
) -> tuple[Ran, Playbook]:
    chosen, model = playbook_rig([plan(*steps), *lines], TOOLS, using=using, **more)
    return play(chosen, "q"), model


def results(ran: Ran) -> list[Returned]:
    return [event for event in ran.events if isinstance(event, Returned)]


def tells(answer: str) -> str:
    return f"Thought: I know\nFinal Answer: {answer}"


# --- what a step may do


def test_S3_22_a_reading_step_calls_as_often_as_it_needs_and_is_one_result_to_the_plan() -> None:
    ran, model = planned([step()], [LOOK], [("search", {"query": "dogs"})], tells("pets"), "so")
    (result,) = results(ran)
    assert (result.outcome, result.output, result.effect) == ("ok", "pets", "reads")
    assert result.spent is not None
    assert (result.spent.model_calls, result.spent.tool_calls) == (3, 2)
    assert [e.actor for e in ran.events if isinstance(e, Replied)] == ["planner", "synthesizer"]
    inner = model.requests[1].messages
    assert [m.text for m in inner if m.part == "question"] == ["find 1"]  # type: ignore[union-attr]
    assert "order" not in inner[0].text  # type: ignore[union-attr]


def test_S3_16_an_inner_loop_is_handed_what_earlier_steps_found_with_its_type() -> None:
    second = step("2", args={"question": "and @1.found?", "seen": "@1.found"})
    first = {"id": "1", "task": "t", "tool": "search", "args": {"query": "cats"}}
    ran, _ = planned([first, second], tells("yes"), "so")
    assert results(ran)[1].call.arguments == {
        "question": "and all about cats?",
        "seen": "all about cats",
    }
    assert ran.state.plan is not None
    assert ran.state.plan[1].step.inputs == ("1",)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (step(tools=["search", "order"]), "an inner loop may only read"),
        (step(tool="order", mode="react"), "an inner loop may only read"),
        (step(tool="order", args=[{"item": "a"}, {"item": "b"}]), "one call with one object"),
        (step(tool="order", args={"item": "a"}, calls=[{"item": "b"}]), "one call with one object"),
        ({"id": "1", "task": "buy", "tool": "order"}, "one call with one object"),
    ],
)
def test_S3_22_a_plan_that_writes_freely_is_refused_by_name_before_the_first_call(
    bad: dict[str, Any], says: str
) -> None:
    first = {"id": "0", "task": "t", "tool": "search", "args": {"query": "cats"}}
    lines: list[Line] = [plan(first, bad), plan(first, bad), plan(first, bad)]
    chosen, model = playbook_rig(lines, TOOLS, using="plan-execute")
    ran = play(chosen, "q")
    assert results(ran) == []
    (fault, *_) = [e.reading.fault for e in ran.events if isinstance(e, Replied)]
    assert fault is not None
    assert fault.kind in ("inner_write", "loose_write")
    assert says in fault.text and "order" in fault.text
    assert fault.text in [m.text for m in model.requests[1].messages]  # type: ignore[union-attr]
    assert ran.state.stopped is not None and ran.state.stopped.status == "error"


def test_without_a_tool_that_reads_there_is_no_inner_loop() -> None:
    chosen, _ = playbook_rig([plan(step())] * 3, TOOLS[1:], using="plan-execute")
    ran = play(chosen, "q")
    assert results(ran) == []
    assert ran.state.last is not None and ran.state.last.reading.fault is not None
    assert ran.state.last.reading.fault.kind == "nothing_to_read"


def test_S3_22_an_inner_loop_that_tries_to_write_has_no_such_tool_even_where_writes_are_allowed(
) -> None:  # fmt: skip
    WROTE.clear()
    lines: list[Line] = [plan(step()), [("order", {"item": "boat"})], tells("none"), "so"]
    chosen, _ = playbook_rig(lines, TOOLS, using="plan-execute")
    chosen = replace(chosen, spec=chosen.spec.model_copy(update={"writes": "allow"}))
    with recorded(chosen) as (store, using):
        ran = play(using, "q")
        (sub,) = store.sub_runs("outer")
        tried = [e for e in store.events(sub.run_id) if isinstance(e, Returned)]
    assert WROTE == []
    assert [(e.call.name, e.outcome) for e in tried] == [("order", "unknown_tool")]
    assert results(ran)[0].outcome == "ok"


def test_a_tool_that_is_really_called_react_is_called() -> None:
    async def react(query: str) -> str:
        """A library's name."""
        return query

    lines: list[Line] = [plan(step(args={"query": "hooks"})), "so"]
    chosen, _ = playbook_rig(lines, [tool(react)], using="plan-execute")
    (result,) = results(play(chosen, "q"))
    assert (result.output, result.spent) == ("hooks", None)


# --- limits are the outer run's


def test_what_the_inner_loop_took_counts_against_the_outer_limits() -> None:
    ran, _ = planned([step()], [LOOK], tells("pets"), "so")
    spent = results(ran)[0].spent
    assert spent is not None
    assert (spent.input_tokens, spent.output_tokens) == (200, 20)
    assert ran.state.tokens == 4 * 110
    assert (ran.state.model_calls, ran.state.inner_turns, ran.state.tool_calls) == (2, 2, 1)
    assert "2 model calls, 1 tool calls, 220 tokens" in results(ran)[0].notes[0]


def test_dollars_of_an_inner_loop_count_too_and_stop_both() -> None:
    def price(usage: Usage, model: str, at: float) -> Cost:
        return Cost(0.25, "a test")

    limits = Limits(max_cost_usd=0.6)
    ran, _ = planned([step()], [LOOK], [LOOK], tells("pets"), price=price, limits=limits)
    (result,) = results(ran)
    assert result.outcome == "error" and "cost limit of $0.35" in result.output
    assert result.spent is not None and result.spent.cost_usd == 0.5
    assert ran.state.stopped is not None
    assert "cost limit of $0.6" in ran.state.stopped.reason


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(max_tokens=300), "token limit"),
        (Limits(max_inner_turns=2), "step limit: 2 of 2"),
        (Limits(max_iterations=1), "step limit: 1 of 1"),
        (Limits(max_tool_calls=1), "tool call limit of 1"),
        (Limits(max_graph_steps=5), "graph step limit of 3"),
    ],
)
def test_an_inner_loop_ends_at_what_is_left_and_is_a_failed_step_with_its_reason(
    limits: Limits, why: str
) -> None:
    looks: list[Line] = [[("search", {"query": str(n)})] for n in range(9)]
    chosen, _ = playbook_rig([plan(step()), *looks], TOOLS, using="plan-execute", limits=limits)
    ran = play(chosen, "q")
    result = results(ran)[0]
    assert result.outcome == "error"
    assert why in result.output
    assert "all about 0" in result.output  # what was found is not lost
    assert ran.state.plan is not None
    assert ran.state.plan[0].status == "failed"


def test_loops_that_start_together_share_what_is_left() -> None:
    steps = [step("1"), step("2"), {**step("3", tool="search"), "args": {"query": "x"}}]
    looks: list[Line] = [[("search", {"query": str(n)})] for n in range(40)]
    limits = Limits(max_tool_calls=5, max_inner_turns=9)
    chosen, _ = playbook_rig([plan(*steps), *looks], TOOLS, using="plan-execute", limits=limits)
    ran = play(chosen, "q")
    spent = [r.spent for r in results(ran) if r.spent]
    assert [s.tool_calls for s in spent] == [2, 2]
    assert ran.state.tool_calls == 5


def test_turns_of_all_inner_loops_together_are_at_most_max_iterations() -> None:
    steps = [step("1"), step("2", inputs=["1"]), step("3", inputs=["2"])]
    limits = Limits(max_iterations=3)
    ran, _ = planned(steps, [LOOK], tells("a"), tells("b"), "so", limits=limits)
    assert [r.outcome for r in results(ran)] == ["ok", "ok", "refused"]
    assert ran.state.inner_turns == 3
    assert "used up 3 model turns" in results(ran)[2].output


def test_the_outer_deadline_ends_an_inner_model_call() -> None:
    lines: list[Line] = [plan(step()), tells("late")]
    chosen, _ = playbook_rig(
        lines, TOOLS, using="plan-execute", limits=Limits(deadline_s=0.4), delay_s=0.25
    )
    ran = play(chosen, "q")
    (result,) = results(ran)
    assert result.outcome == "error" and "deadline" in result.output
    assert ran.state.stopped is not None and ran.state.stopped.status == "limit"


def test_the_time_in_which_a_forked_run_did_not_run_is_no_inner_loops_either() -> None:
    lines: list[Line] = [plan(step()), [LOOK], tells("a"), "so"]
    chosen, model = playbook_rig(lines, TOOLS, using="plan-execute", limits=Limits(deadline_s=60))
    before = play(chosen, "q").events[:2]
    del model.requests[1:]
    later = onwards(replace(chosen, clock=lambda: before[0].at + 9_000), before)  # type: ignore[union-attr]
    with recorded(later) as (store, using):
        ran = play(using, before=before)
        start = store.events(results(ran)[0].sub_run)[0]
        assert isinstance(start, Started)
        assert 59 < start.rig["limits"]["deadline_s"] <= 60


# --- a failure inside is a failed step


class Down(Playbook):
    """Cannot be reached from its second request on, for as many as `times`."""

    def __init__(self, *lines: Line, times: int) -> None:
        super().__init__(lines)
        self.times = times

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        if self.requests and self.times:
            self.times -= 1
            raise ModelError("the model is not there")
        return await super().reply(request, hear)


def failing(on_fail: str, *lines: Line, using: str = "plan-execute", times: int = 1) -> Ran:
    chosen, _ = playbook_rig([], TOOLS, using=using)
    model = Down(plan(step(on_fail=on_fail)), *lines, times=times)
    return play(replace(chosen, models=dict.fromkeys(chosen.models, model)), "q")


def test_S3_19_retry_tries_an_inner_loop_again_whose_model_could_not_be_reached() -> None:
    ran = failing("retry", tells("at last"), "so")
    assert [(r.call.id, r.outcome) for r in results(ran)] == [
        ("step_1", "error"),
        ("step_1_try2", "ok"),
    ]
    assert "the model is not there" in results(ran)[0].output


@pytest.mark.parametrize(
    ("on_fail", "status"), [("skip", "success"), ("abort", "error"), ("replan", "partial")]
)
def test_S3_19_on_fail_decides_after_an_inner_failure(on_fail: str, status: str) -> None:
    ran = failing(on_fail, "so")
    assert ran.state.stopped is not None
    assert ran.state.stopped.status == status
    assert [r.outcome for r in results(ran)] == ["error"]


def test_S3_28_a_plan_an_inner_loop_a_check_and_a_replan_in_one_run() -> None:
    again = {"id": "1", "task": "t", "tool": "search", "args": {"query": "cats"}}
    lines: list[Line] = [
        [LOOK], tells("nothing"),
        as_json({"satisfied": False, "reason": "it names none"}),
        plan(again),
        as_json({"satisfied": True, "reason": "it does"}),
        "so",
    ]  # fmt: skip
    ran, _ = planned([step()], *lines, using="plan-replan")
    asked = [e.actor for e in ran.events if isinstance(e, Replied)]
    assert asked == ["planner", "evaluator", "replanner", "evaluator", "synthesizer"]
    assert [r.call.name for r in results(ran)] == ["react", "search"]


# --- a run of its own in the store


class recorded:
    """A store with the run `outer` announced, and the rig that records its inner loops there."""

    def __init__(self, using: Rig, run_id: str = "outer", store: Store | None = None) -> None:
        self.using, self.run_id, self.own = using, run_id, store is None
        self.store = store or Store.open(":memory:")

    def __enter__(self) -> tuple[Store, Rig]:
        if self.store.run(self.run_id) is None:
            self.store.add_run(new_run(self.run_id))
        opener = sub_runs(self.store, self.run_id, {})
        return self.store, replace(self.using, sub_runs=opener)

    def __exit__(self, *_: object) -> None:
        if self.own:
            self.store.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


def launched(service: Service, *paradigms: str, **more: Any) -> list[str]:
    lanes = [{"paradigm": p, **more} for p in paradigms]
    comparison = service.compare(launch_from({"scenario": SCENARIO, "lanes": lanes}))
    service.wait(comparison)
    return [row.run_id for row in service.comparison(comparison)]


@pytest.mark.parametrize("paradigm", ["plan-execute", "plan-replan"])
def test_S2_33_a_step_is_a_run_that_can_be_opened_from_its_caller_and_back(
    service: Service, paradigm: str
) -> None:
    (run_id,) = launched(service, paradigm)
    outer = service.run(run_id)
    (sub,) = service.sub_runs(run_id)
    (calling,) = [s for s in service.steps([run_id]) if s.sub_run]
    assert (outer.status, outer.passed) == ("success", True)
    assert (sub.called_by, sub.called_as, sub.status) == (run_id, "step_2", "success")
    assert calling.sub_run == sub.run_id
    assert service.calling_step(sub) == calling.seq
    inner = service.events(sub.run_id)
    assert isinstance(inner[0], Started) and isinstance(inner[-1], Stopped)
    returned = service.events(run_id)[calling.seq]
    assert isinstance(returned, Returned)
    assert returned.output == inner[-1].answer
    assert result_blocks(returned)[-1]["run"] == sub.run_id
    told_by_show = show_object(service, run_id)
    (shown,) = told_by_show["sub_runs"]
    assert (shown["run"], shown["step"], shown["tool_calls"]) == (sub.run_id, calling.seq, 2)
    assert show_object(service, sub.run_id)["called_by"] == run_id
    assert [row.run_id for row in service.comparison(outer.comparison_id or "")] == [run_id]
    assert sum(m.runs for m in service.store.measures()) == 1


def test_totals_hold_the_runs_own_and_the_inner_ones_stand_beside_them(service: Service) -> None:
    (run_id,) = launched(service, "plan-execute")
    outer, (sub,) = service.run(run_id), service.sub_runs(run_id)
    own = [e for e in service.events(run_id) if isinstance(e, Replied)]
    assert outer.model_calls == 2
    assert outer.input_tokens == sum(e.usage.input_tokens or 0 for e in own)
    assert (outer.inner_model_calls, outer.inner_input_tokens) == (3, sub.input_tokens)
    assert outer.whole_input_tokens == (outer.input_tokens or 0) + (sub.input_tokens or 0)
    steps = service.steps([run_id])
    lane = lanes_data([outer], {run_id: steps}, {}, {}, {})["lanes"][0]
    assert [s["sub_run"] for s in lane["steps"]] == ["", "", sub.run_id, ""]
    assert lane["stats"][0] == ("model calls", "2 + 3", "+ by 1 inner run")
    dear = replace(outer, cost_usd=0.3, inner_cost_usd=0.3)
    assert "high_cost" in [a.kind for a in alerts(dear, steps, Thresholds(cost_usd=0.5))]


def test_a_run_is_judged_by_what_its_inner_loop_read_and_not_by_what_it_said(
    service: Service,
) -> None:
    (run_id,) = launched(service, "plan-execute")
    read = as_read(service.store, service.events(run_id))
    names = [e.call.name for e in read if isinstance(e, Returned)]
    assert names == ["search_tickets", "search_meetings", "search_meetings"]


def test_an_inner_run_is_played_again_from_its_own_record(service: Service) -> None:
    (run_id,) = launched(service, "plan-execute")
    (sub,) = service.sub_runs(run_id)
    spec = RigSpec.model_validate(dict(sub.rig))
    assert spec.only == ("search_tickets", "search_meetings")
    assert played_again(service.store, sub.run_id, rig_of(spec, sub.scenario)).identical


def played_again(store: Store, run_id: str, using: Rig) -> Any:
    events = store.events(run_id)
    wires: list[Wire] = [
        tuple(store.request(e.request)) if isinstance(e, Replied) else () for e in events
    ]
    return asyncio.run(replay(list(zip(events, wires, strict=True)), using))


@pytest.mark.parametrize("paradigm", ["plan-execute", "plan-replan"])
def test_a_replay_takes_the_recorded_result_and_runs_no_inner_loop(
    service: Service, paradigm: str
) -> None:
    def refuse(*_: object) -> Any:
        raise AssertionError("an inner loop was opened")

    (run_id,) = launched(service, paradigm)
    spec = RigSpec.model_validate(dict(service.run(run_id).rig))
    again = played_again(service.store, run_id, replace(rig_of(spec, SCENARIO), sub_runs=refuse))
    assert again.identical
    assert [e.sub_run for e in again.events if isinstance(e, Returned)][1]


def test_both_runs_are_proven_from_their_records(service: Service) -> None:
    (run_id,) = launched(service, "plan-replan")
    (sub,) = service.sub_runs(run_id)
    assert [proving.replay(service, i)["ok"] for i in (run_id, sub.run_id)] == [True, True]


def test_a_run_resumed_before_its_inner_step_runs_it_under_its_own_name(service: Service) -> None:
    (run_id,) = launched(service, "plan-execute")
    whole, row = service.events(run_id), service.run(run_id)
    half = new_run("half", rig=dict(row.rig), scenario=SCENARIO, paradigm="plan-execute")
    service.store.add_run(half)
    for seq, event in enumerate(whole[:3]):
        service.store.append("half", seq, event)
    going_on.resume(service, "half")
    waited(lambda: "half" not in service.runner.active())
    again = service.events("half")
    (sub,) = service.sub_runs("half")
    assert sub.run_id == sub_run_id("half", "step_2") == again[3].sub_run  # type: ignore[union-attr]
    assert again[3].output == whole[3].output  # type: ignore[union-attr]
    assert service.run("half").passed is True


@pytest.mark.parametrize("paradigm", ["plan-execute", "plan-replan"])
@pytest.mark.parametrize("faults", [(), ("paged",)])
def test_going_on_from_any_event_gives_the_same_run_with_the_same_inner_runs(
    paradigm: str, faults: tuple[str, ...]
) -> None:
    def played(before: list[Event], run_id: str = "outer") -> list[Event]:
        with recorded(rig(SCENARIO, paradigm, faults=faults), run_id) as (_, using):
            if before:
                return play(using, before=before).events
            return play(using, "Which Project X tickets remain blocked, and what do the meeting "
                        "notes say about why?", SCENARIO).events  # fmt: skip

    whole = played([])
    place = max(i for i, e in enumerate(whole) if isinstance(e, Returned) and e.sub_run)
    for k in range(1, len(whole) + 1):
        assert played(whole[:k]) == whole, f"went another way after event {k}"
        fork = played(whole[:k], "fork")
        own = fork[place].sub_run  # type: ignore[union-attr]
        parents = whole[place].sub_run  # type: ignore[union-attr]
        assert (own == parents) is (k > place), "a fork's own step has a run of its own"
    assert [from_json(to_json(event)) for event in whole] == whole


def test_ids_of_inner_runs_follow_from_the_call_and_are_fit_for_an_address() -> None:
    ids = {
        sub_run_id(run_id, call, time)
        for run_id in ("r1", "r2")
        for call in ("step_1", "step_1_try2", "step_\ud800/?\x00")
        for time in (1, 2)
    }
    assert len(ids) == 12
    assert all(i.isalnum() and len(i) == 15 for i in ids)
    assert sub_run_id("r1", "step_1") == sub_run_id("r1", "step_1")


def test_a_call_begun_again_after_a_crash_leaves_the_first_record_alone() -> None:
    lines: list[Line] = [plan(step()), tells("a"), "so"]
    with Store.open(":memory:") as store:
        for _ in range(2):
            with recorded(playbook_rig(lines, TOOLS, using="plan-execute")[0], store=store) as (
                _store, using,
            ):  # fmt: skip
                play(using, "q")
        assert len({row.run_id for row in store.sub_runs("outer")}) == 2


def test_a_fork_keeps_the_inner_runs_it_inherits_when_its_parent_is_deleted() -> None:
    lines: list[Line] = [plan(step("1"), step("2", inputs=["1"])), tells("a"), tells("b"), "so"]
    chosen, _ = playbook_rig(lines, TOOLS, using="plan-execute")
    with recorded(chosen) as (store, using):
        events = play(using, "q").events
        for seq, event in enumerate(events):
            store.append("outer", seq, event)
        store.add_run(new_run("fork", parent_run_id="outer", forked_at=3))
        store.append("fork", 3, Stopped(1.0, "cancelled", "enough"))
        kept, gone = (r.sub_run for r in events if isinstance(r, Returned))
        assert [row.run_id for row in store.sub_runs("fork")] == [kept]
        assert store.run("fork").inner_model_calls == 1  # type: ignore[union-attr]
        store.delete_runs(["outer"])
        assert [row.run_id for row in store.sub_runs("fork")] == [kept]
        assert store.run(gone) is None
        assert store.run(kept).called_by == "fork"  # type: ignore[union-attr]
        store.delete_runs(["fork"])
        assert store.run(kept) is None


def test_export_and_import_keep_who_carried_a_call_out(service: Service) -> None:
    (run_id,) = launched(service, "plan-execute")
    (sub,) = service.sub_runs(run_id)
    with Store.open(":memory:") as other:
        load(other, list(export(service.store, run_id)))
        assert other.events(run_id) == service.events(run_id)
        alone = other.run(run_id)
        assert alone is not None and alone.sub_runs == 0  # named, but not in this file
        load(other, list(export(service.store, sub.run_id)))
        (found,) = other.sub_runs(run_id)
        assert (found.run_id, found.called_as) == (sub.run_id, "step_2")
        assert other.events(sub.run_id) == service.events(sub.run_id)


def test_a_program_is_told_of_inner_runs_by_show(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    words = ("run", "--scenario", SCENARIO, "--paradigm", "plan-replan")
    (outer,) = told(db, *words)["runs"]
    assert outer["inner"]["model_calls"] == 3
    (sub,) = told(db, "show", outer["run"])["sub_runs"]
    assert (sub["called_by"], sub["paradigm"]) == (outer["run"], "react")
    assert told(db, "show", sub["run"])["steps"][0]["actor"] == "agent"


# --- cancelled, killed, broken


HUNG = "Thought: hm"


class Hanging(Playbook):
    """Plans, looks once, and then says nothing any more."""

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        if len(self.requests) == 2:
            self.requests.append(request)
            hear(HUNG)
            await asyncio.Event().wait()
        return await super().reply(request, hear)


def hanging(store: Store) -> tuple[Runner, Any]:
    model = Hanging([plan(step(on_fail="skip")), [LOOK], "unsaid", "so"])
    chosen, _ = playbook_rig([], TOOLS, using="plan-execute")
    store.add_run(new_run("outer", paradigm="plan-execute"))
    runner = Runner(store)
    using = replace(chosen, models=dict.fromkeys(chosen.models, model))
    return runner, runner.launch(Job("outer", using, [(begin("q", using), ())]))


def waited(until: Callable[[], Any]) -> Any:
    async def go() -> Any:
        while not (found := until()):
            await asyncio.sleep(0.01)
        return found

    return asyncio.run(asyncio.wait_for(go(), 30))


def inner_of(runner: Runner) -> Live | None:
    """Once it waits for its model."""
    lives = [runner.live(i) for i in runner.active() if i != "outer"]
    return next((live for live in lives if live and live.text == HUNG), None)


def test_cancelling_the_run_cancels_what_runs_inside_and_both_are_told() -> None:
    with Store.open(":memory:") as store:
        runner, done = hanging(store)
        live = waited(lambda: inner_of(runner))
        assert runner.active() == {"outer", live.run_id}
        assert store.run(live.run_id, runner.active()).status == "running"  # type: ignore[union-attr]
        runner.cancel("outer")
        done.result(30)
        (sub,) = store.sub_runs("outer")
        outer = store.run("outer")
        assert outer is not None
        assert (outer.status, sub.status) == ("cancelled", "cancelled")
        assert [e.outcome for e in store.events("outer") if isinstance(e, Returned)] == [
            "cancelled"
        ]
        assert runner.active() == set()
        runner.close()


def test_cancelling_only_the_inner_run_fails_its_step_and_on_fail_goes_on() -> None:
    with Store.open(":memory:") as store:
        runner, done = hanging(store)
        runner.cancel(waited(lambda: inner_of(runner)).run_id)
        done.result(30)
        (sub,) = store.sub_runs("outer")
        outer = store.run("outer")
        assert outer is not None
        assert (outer.status, sub.status) == ("success", "cancelled")
        assert fold(store.events("outer")).plan[0].status == "skipped"  # type: ignore[index]
        runner.close()


def test_a_store_that_cannot_record_the_inner_run_is_our_failure_and_not_the_agents() -> None:
    with Store.open(":memory:") as store:
        lines: list[Line] = [plan(step()), tells("a"), "so"]
        chosen, _ = playbook_rig(lines, TOOLS, using="plan-execute")
        lives: dict[str, Live] = {}
        with recorded(chosen, store=store):
            using = replace(chosen, sub_runs=sub_runs(Broken(store), "outer", lives))  # type: ignore[arg-type]
            with pytest.raises(OSError, match="no room"):
                play(using, "q")
            assert lives == {}


class Broken:
    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def append(self, *_: object) -> None:
        raise OSError("no room")


KILLED = """
import asyncio, sys
sys.path[:0] = ["tests"]
from test_inner_loops import hanging, inner_of, waited
from data.store import Store
store = Store.open(sys.argv[1])
runner, done = hanging(store)
print(waited(lambda: inner_of(runner)).run_id, flush=True)
done.result()
"""


def test_a_process_killed_inside_an_inner_loop_leaves_both_runs_with_what_was_recorded(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.duckdb"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        run_id = process.stdout.readline().strip()
        process.send_signal(signal.SIGKILL)
    with Store.open(path) as store:
        (sub,) = store.sub_runs("outer")
        outer = store.run("outer")
        assert outer is not None
        assert (outer.status, sub.status) == ("interrupted", "interrupted")
        assert sub.run_id == run_id == sub_run_id("outer", "step_1")
        assert [e.kind for e in store.events(run_id)] == ["started", "replied", "returned"]
        assert [e.kind for e in store.events("outer")] == ["started", "replied"]
        assert (outer.inner_model_calls, outer.inner_input_tokens) == (1, 100)


def test_without_a_recorder_the_inner_loop_runs_and_its_result_says_that_it_is_not_recorded(
) -> None:  # fmt: skip
    ran = play_scenario(SCENARIO, "plan-execute")
    (result,) = [r for r in results(ran) if r.spent]
    assert result.sub_run == ""
    assert "inner run, not recorded" in result.notes
