"""Time that follows dependencies, and the runs of the lab that somebody opens."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.events import Returned
from dashboard.figures.critical import critical
from dashboard.figures.lookups import by_lookups
from dashboard.lab_runs import keep_lesson, keep_setting
from dashboard.panels.lab_time import latency
from dashboard.proving import replay
from dashboard.service import Service
from data.critical_path import Work, critical_path, stages, work_of
from data.filters import RunFilter
from data.lab import tables
from data.lab.lessons import Lesson, dependent, promises, three_together
from data.lab.setting import AGENTS, Setting
from tests.rigs import play_scenario


@pytest.fixture(scope="module")
def three() -> dict[str, Lesson]:
    return {lesson.rig.spec.paradigm: lesson for lesson in three_together()}


@pytest.fixture(scope="module")
def chain() -> Lesson:
    return dependent()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


def tools_of(lesson: Lesson) -> list[Work]:
    return [work for work in lesson.work() if work.kind == "tool"]


def test_S0_15_three_tools_of_500_ms_run_together_where_one_turn_asks_for_them(
    three: dict[str, Lesson],
) -> None:
    for paradigm in ("function-calling", "plan-execute"):
        tools = tools_of(three[paradigm])
        assert len(tools) == 3 and all(work.seconds >= 0.5 for work in tools)
        assert max(work.started_at for work in tools) < min(work.ended_at for work in tools)
        assert len(stages(tools)) == 1
    serial = tools_of(three["react"])
    assert three["react"].tools_s >= 1.5
    assert all(b.started_at >= a.ended_at for a, b in itertools.pairwise(serial))
    assert all(lesson.passed for lesson in three.values())


def test_S1_12_the_latency_model_is_the_longest_chain_of_a_real_run(chain: Lesson) -> None:
    work, path = chain.work(), chain.path()
    tools = tools_of(chain)
    discover, histories = tools[0], tools[1:]
    longest = max(one.seconds for one in histories)
    assert path.along == pytest.approx(path.model + discover.seconds + longest)
    assert path.in_sequence == pytest.approx(path.model + sum(one.seconds for one in tools))
    assert path.in_sequence - path.along >= 0.5
    assert [len(together) for together in stages(work)] == [1, 2]
    said = latency(work, path)
    assert said.startswith("T = ") and said.count("max(") == 1 and "one after the other" in said
    drawn = critical(work, path, dark=False)
    assert len(drawn.data) == len(work)
    hatched = [trace for trace in drawn.data if trace.marker.pattern.shape]
    assert len(hatched) == len(work) - len(path.steps) == 1


def test_S1_13_histories_begin_only_after_the_tickets_are_known(chain: Lesson) -> None:
    discover, *histories = tools_of(chain)
    assert [work.name for work in histories] == ["search_meetings"] * 2
    assert all(work.started_at >= discover.ended_at for work in histories)


def test_a_step_of_a_plan_waits_for_the_steps_it_refers_to() -> None:
    ran = play_scenario("refund", "plan-execute")
    work = {one.seq: one for one in work_of(ran.events)}
    waits = {
        (work[needed].name, one.name)
        for one in work.values()
        for needed in one.needs
        if one.kind == work[needed].kind == "tool"
    }
    assert waits and all(a != b for a, b in waits)
    returned = [seq for seq, event in enumerate(ran.events) if isinstance(event, Returned)]
    assert [one.seq for one in work.values() if one.kind == "tool"] == returned


def test_the_longest_chain_of_nothing_is_empty_and_of_equal_ones_the_earlier() -> None:
    assert critical_path([]).steps == ()
    assert critical([], critical_path([]), dark=True).layout.annotations

    def took(seq: int, seconds: float, *needs: int) -> Work:
        return Work(seq, "tool", "t", "", 10.0, 10.0 + seconds, needs)

    found = critical_path([took(0, 1), took(1, 2, 0), took(2, 2, 0), took(3, 0.5, 1, 2)])
    assert (found.steps, found.along, found.in_sequence) == ((0, 1, 3), 3.5, 5.5)


def test_a_run_of_the_lab_is_in_the_store_once_it_is_opened_and_is_proved_equal(
    service: Service,
) -> None:
    setting = Setting(6, 1, 6)
    tables.run_of(setting, "plan-replan")
    assert service.count(RunFilter()) == 0
    ids = keep_setting(service, setting, AGENTS)
    assert keep_setting(service, setting, AGENTS) == ids
    assert service.count(RunFilter()) == 3
    for run_id, agent in zip(ids, AGENTS, strict=True):
        run, counts = service.run(run_id), tables.run_of(setting, agent).counts
        assert (run.model_calls, run.input_tokens) == (counts.calls, counts.tokens_read)
        assert (run.passed, run.origin) == (counts.passed, "simulated")
        assert run.label.startswith("lab: 6 look-ups, 1 wrong, cap 6")
        assert replay(service, run_id)["ok"]


def test_the_contrast_says_what_it_is_and_its_proof_parts_where_our_loop_would_go_on(
    service: Service,
) -> None:
    ours, other = (keep_lesson(service, lesson) for lesson in promises())
    assert ours != other
    assert "contrast: a loop that ends on any turn" in service.run(other).label
    assert replay(service, ours)["ok"]
    proof = replay(service, other)
    assert not proof["ok"] and proof["parted"]["at"] == service.run(other).events - 1


def test_figure_2_has_three_measured_lines_and_the_two_that_the_seed_prints_S2_11() -> None:
    drawn = by_lookups(dark=True)
    names = [trace.name.split("  ")[0] for trace in drawn.data]
    assert names == [
        "ReAct", "ReAct in the seed", "Fixed plan", "Fixed plan in the seed", "Plan and replan",
    ]  # fmt: skip
    assert list(drawn.data[1].y) == [362, 918, 1_676]
