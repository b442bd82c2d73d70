"""The lab: settings as real runs, the arithmetic of seed 002, and the sweep that compares them."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import BadInput
from agents.events import Replied, Returned
from dashboard.__main__ import main
from dashboard.lab_words import why, written
from dashboard.panels.lab_quiz import questions
from data.bundled import names, scenario
from data.bundled.larkspur.facts import all_facts
from data.bundled.larkspur.handbook import handbook
from data.lab import seed, tables
from data.lab.arithmetic import expected, replanning_calls
from data.lab.contrast import ENDED
from data.lab.cost import ratios, sixth_tool
from data.lab.lessons import promises
from data.lab.playing import play
from data.lab.setting import AGENTS, Agent, Setting, checked
from data.lab.sweep import as_expected, mismatch
from data.lab.sweep import settings as every_setting
from data.lab.world import INSTEAD

AGENT: st.SearchStrategy[Agent] = st.sampled_from(
    ["react", "react-raising", "function-calling", "plan-execute", "plan-replan"]
)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["lab", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_S2_30_the_sweep_finds_no_setting_where_a_run_and_the_arithmetic_differ(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = told(capsys, "--sweep")
    assert found["settings"] >= 1_764
    assert (found["mismatches"], found["differing"]) == (0, [])
    cut = [s for s, agent in every_setting() if agent == "plan-replan" and s.cap < s.lookups]
    assert len(cut) > 200


@st.composite
def setting_and_agent(draw: st.DrawFn) -> tuple[Setting, Agent]:
    lookups = draw(st.integers(1, 6))
    setting = Setting(
        lookups,
        draw(st.integers(0, lookups)),
        draw(st.integers(1, 20)),
        draw(st.integers(1, 40)),
        draw(st.sampled_from(["right", "strict", "lenient"])),
    )
    return setting, draw(AGENT)


@given(setting_and_agent())
@settings(max_examples=50, deadline=None)
def test_S2_25_any_setting_comes_to_what_the_arithmetic_says(one: tuple[Setting, Agent]) -> None:
    setting, agent = one
    (run,) = play(setting, (agent,))
    assert mismatch(setting, run) is None
    assert as_expected(run.counts) == expected(setting, agent)
    executed = sum(isinstance(e, Returned) and e.outcome == "ok" for e, _ in run.record)
    assert executed == run.counts.executed
    if agent == "plan-replan" and setting.evaluator == "right":
        whole = replanning_calls(setting.lookups, setting.wrong)
        fits = setting.cap >= setting.lookups + setting.wrong
        assert (run.counts.calls == whole) if fits else (run.counts.calls < whole)


def test_S2_24_no_planted_passage_states_the_fact_that_was_asked_for() -> None:
    passages = {p.id: p.text for p in handbook()}
    for fact in all_facts():
        planted = passages[INSTEAD[fact.passage]]
        assert not fact.stated_in(planted) and not fact.true_in(planted)
    assert INSTEAD["HB-2.1"] == "HB-2.2"


def test_S2_09_S2_23_S2_28_every_call_count_of_the_seeds_tables_is_measured_exactly() -> None:
    rows = [*tables.table_2(), *tables.table_3(), *tables.short_cap()]
    assert len(rows) == 11
    for row in rows:
        assert row.seed is not None
        measured = (row.counts.calls, row.counts.executed, tables.outcome(row.counts))
        assert measured == (row.seed.calls, row.seed.executed, row.seed.answer)
    assert tables.table_1() == {"planner": 1, "synthesizer": 1}
    assert tables.table_4(Setting(6, 1, 7)) == {
        "planner": 1, "evaluator": 7, "replanner": 1, "synthesizer": 1,
    }  # fmt: skip


def test_S2_10_S2_11_reacts_line_bends_upward_and_the_plans_do_not() -> None:
    assert round(1_676 / 620, 1) == seed.RATIO
    lines = {agent: [read for _, read in line] for agent, line in tables.figure_2().items()}
    assert list(lines) == list(AGENTS)
    rises = {a: [b - a for a, b in itertools.pairwise(line)] for a, line in lines.items()}
    assert rises["react"] == sorted(rises["react"]) and rises["react"][-1] > 1.5 * rises["react"][0]
    assert max(rises["plan-execute"]) < 1.3 * min(rises["plan-execute"])
    assert lines["react"][-1] > lines["plan-replan"][-1] > lines["plan-execute"][-1]
    assert tables.ratio() >= seed.RATIO
    assert "64 in the seed" in tables.why_tokens_differ()


def test_S2_29_ten_searches_need_21_graph_steps_and_only_a_limit_that_raises_loses_them() -> None:
    ours, raising = tables.ceiling()
    assert (ours.counts.executed, ours.counts.calls, ours.counts.status) == (10, 11, "limit")
    assert ours.counts.outcome == (6, 0, 0)
    assert (raising.counts.executed, raising.counts.calls) == (10, 10)
    assert tables.outcome(raising.counts) == "no answer"
    end = tables.run_of(raising.setting, "react-raising").record[-1][0]
    assert "GraphRecursionError" in getattr(end, "reason", "")
    fits = replace(ours.setting, ceiling=21)
    assert play(fits, ("react-raising",))[0].counts.status == "success"


def test_S2_27_a_too_strict_evaluator_costs_two_calls_for_each_good_result() -> None:
    right, strict, _ = tables.evaluators(lookups=4, wrong=1)
    assert strict.counts.calls == right.counts.calls + 2 * 3
    assert strict.counts.outcome == right.counts.outcome == (4, 0, 0)


def test_S2_21_a_too_lenient_evaluator_lets_the_wrong_fact_stand_silently() -> None:
    right, _, lenient = tables.evaluators(lookups=4, wrong=1)
    assert lenient.counts.outcome == (3, 1, 0)
    assert (lenient.counts.status, lenient.counts.passed) == ("success", False)
    assert lenient.counts.calls == right.counts.calls - 2


def test_S2_08_a_loop_that_ends_without_a_tool_call_answers_with_a_promise() -> None:
    ours, other = promises()
    assert (ours.passed, other.passed) == (True, False)
    assert ours.state.tool_calls > other.state.tool_calls
    faults = [
        e.reading.fault.kind for e in ours.events if isinstance(e, Replied) and e.reading.fault
    ]
    assert faults == ["unkept_promise"]
    end = other.state.stopped
    assert end is not None and end.reason == ENDED
    assert end.answer == "Let me search for one more thing first."


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (Setting(0), "0 look-ups are impossible"),
        (Setting(7), "7 look-ups are impossible"),
        (Setting(2, 3), "3 wrong results with 2 look-ups are impossible"),
        (Setting(1, 2), "2 wrong results with 1 look-up are impossible"),
        (Setting(3, -1), "-1 wrong results are impossible"),
        (Setting(3, 1, 0), "A cap of 0 is impossible"),
        (Setting(3, 1, -4), "A cap of -4 is impossible"),
        (Setting(3, 1, 5, 0), "A ceiling of 0 graph steps is impossible"),
        (Setting(3, 1, 10**9), "A limit above 100 says nothing"),
        (Setting(3, 1, evaluator="mild"), "no evaluator “mild”"),  # type: ignore[arg-type]
    ],
)
def test_an_impossible_setting_is_explained_in_one_sentence(setting: Setting, says: str) -> None:
    with pytest.raises(BadInput) as told:
        checked(setting)
    assert says in str(told.value)
    assert str(told.value).count(". ") == 0


def test_the_verb_prints_a_setting_and_its_tables_S2_31(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--lookups", "6", "--wrong", "1", "--cap", "6")
    by_agent = {one["agent"]: one for one in found["agents"]}
    replan = by_agent["plan-replan"]
    assert (replan["calls"], replan["planned"], replan["executed"], replan["rejected"]) == (
        9, 6, 6, 1,
    )  # fmt: skip
    assert replan["outcome"] == "one unanswered"
    assert found["arithmetic"]["N + 2 + 2f"] == 10
    assert [row["seed"]["tokens"] for row in found["tables"]["2"]] == [
        362, 363, 918, 504, 1_676, 620,
    ]  # fmt: skip
    assert main(["lab"]) == 0
    people = capsys.readouterr().out
    assert "exact for these prompts and passages, and not for a live model" in people
    assert "Table 3" in people


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--wrong", "9"], "9 wrong results with 6 look-ups are impossible"),
        (["--cap", "0"], "the cap starts at 1"),
        (["--lookups=-2"], "-2 look-ups are impossible"),
        (["--sweep", "--cap", "3"], "leave out --cap"),
    ],
)
def test_the_lab_verb_refuses_what_is_impossible(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", *words]) == 1
    told = capsys.readouterr().err
    assert says in told and len(told.strip().splitlines()) == 1


def test_the_arithmetic_is_written_with_the_numbers_that_were_measured() -> None:
    cut = Setting(6, 1, 6)
    run = tables.run_of(cut, "plan-replan")
    assert written(cut, run) == ("1 planner + 6 evaluators + 1 replanner + 1 synthesizer = 9 calls")
    assert why(cut, "plan-replan") == (
        "N + 2 + 2f = 10, but the cap of 6 ends it: 7 steps are needed"
    )
    assert written(cut, tables.run_of(cut, "react")) == "7 searches + 1 to answer = 8 calls"
    assert "2 for each of 5 good results" in why(replace(cut, cap=14, evaluator="strict"),
                                                 "plan-replan")  # fmt: skip
    assert "over the ceiling of 20" in why(Setting(6, 4), "react")


def test_S2_35_the_quiz_answers_with_the_seeds_numbers_and_the_measured_ones() -> None:
    answers = [answer for _, answer in questions()]
    assert "2 calls for 6 searches" in answers[0]
    assert "1,676" in answers[1] and "620" in answers[1]
    assert "need 7" in answers[2] and "9 model calls" in answers[2] and "in 10" in answers[2]


def test_the_labs_worlds_are_found_by_name_and_not_listed() -> None:
    assert not [name for name in names() if name.startswith("lab-")]
    world = scenario("lab-larkspur-3")
    assert world.question == (
        "A Larkspur Cloud customer wants to cancel an annual plan. Tell them the refund rule, "
        "how long a refund takes and what happens to the servers."
    )
    assert {"wrong-1", "wrong-3", "slow"} <= world.faults.keys()
    with pytest.raises(BadInput):
        scenario("lab-larkspur-7")


def test_S0_31_what_a_request_costs_is_measured_in_the_seeds_four_parts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tools", "--tokens", "--scenario", "project-x", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    measured = found["measure"]
    parts = [measured[f"{name}_tokens"] for name in ("tools", "messages", "overhead")]
    assert parts[0] == sum(row["tokens"] for row in found["tools"]) and parts[2] == 30
    assert measured["total_tokens"] == sum(parts)
    assert measured["cost_usd"] == round(sum(parts) / 1000 * 0.03, 5)


def test_S0_32_a_sixth_tool_is_paid_for_in_each_of_ten_turns() -> None:
    found = sixth_tool()
    assert found.extra % 10 == 0 and found.extra > 200


def test_S0_41_the_three_ratios_are_measured_for_each_question() -> None:
    (found,) = ratios(("larkspur-6",))
    assert all(found.passed.values())
    assert found.of("function-calling", "react") < 0.6
    assert found.of("function-calling", "plan-replan") < 1
    assert found.of("plan-replan", "react") > found.of("plan-execute", "react")
