"""What trial sets tell: imported results, comparisons of the seeds, tables, figures, the verb."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest
from trying import serviced, tried

from dashboard.__main__ import main
from dashboard.figures.trials import curves, pass_against
from dashboard.service import Service
from dashboard.trials import published
from dashboard.trials.compared import fixed_vs_adaptive, ratios
from dashboard.trials.export import COLUMNS, exported
from dashboard.trials.groups import group_rows
from dashboard.trials.results import BOOTSTRAP, Results, results
from dashboard.trials.setups import setup, shipped
from dashboard.trials.told import results_object
from dashboard.trials.view import matrix_data, place_of
from dashboard.words import t
from data.importing import import_paths
from data.trials.plan import plan_from

OWN = Path(__file__).parent / "traces" / "tau_bench" / "trials.json"
SHARED = Path(__file__).parents[2] / "shared" / "traces" / "tau_bench"
AIRLINE = SHARED / "tau-bench__gpt-4o-airline.json"


def imported(service: Service, path: Path) -> Results:
    told = import_paths(service.store, [path])
    assert not told.failed
    return results(service, told.files[0]["runs"][0])


@pytest.mark.skipif(not AIRLINE.exists(), reason="../shared with tau-bench's runs is not here")
def test_tau_benchs_airline_runs_have_their_published_pass_hat_k_S1_31_S1_33() -> None:
    """50 tasks, four trials each, gpt-4o; nobody here made them, and the page's own code counts."""
    with serviced() as service:
        found = imported(service, AIRLINE)
        assert (len(found.cells), sum(len(cell.runs) for cell in found.cells)) == (50, 200)
        (group,) = found.groups()
        told = [round(one.value, 3) for one in group.pass_hat()]
        assert told == [0.420, 0.273, 0.220, 0.200] == list(published.TAU_AIRLINE)
        assert [one.tasks for one in group.pass_hat()] == [50] * 4
        assert group.method == BOOTSTRAP
        first = group.pass_hat()[0].interval
        assert first is not None and first.low < 0.352 < 0.420 < first.high


def test_runs_with_a_task_a_trial_and_a_score_are_a_trial_set() -> None:
    """Tasks of 4/4, 2/4, 0/4 and 2/3: the average of each k is over tasks with k trials."""
    with serviced() as service:
        found = imported(service, OWN)
        assert found.imported and found.progress is None
        assert [cell.tally for cell in found.cells] == [(4, 4), (4, 2), (4, 0), (3, 2)]
        (group,) = found.groups()
        every, some = group.pass_hat(), group.pass_at()
        assert [one.value for one in every] == pytest.approx(
            [(1 + 1 / 2 + 0 + 2 / 3) / 4, (1 + 1 / 6 + 0 + 1 / 3) / 4, 1 / 4, 1 / 3]
        )
        assert [one.value for one in some] == pytest.approx(
            [(1 + 1 / 2 + 0 + 2 / 3) / 4, (1 + 5 / 6 + 0 + 1) / 4, 3 / 4, 2 / 3]
        )
        assert [one.tasks for one in every] == [4, 4, 4, 3]
        assert results(service, found.set_id).cells == found.cells
        assert results(service, "tau_bench").set_id == found.set_id
        (row,) = group_rows(found)
        assert row[1] == 15 and "unknown" in row[9:10] and row[10] == "no price"
        assert row[11] == "unknown", "a trace without times took no 0 ms"


@pytest.fixture(scope="module")
def wrong_passage() -> Any:
    """Four paradigms on two scenarios, faults drawn for half of the repeats."""
    with serviced() as service:
        plan = plan_from(
            {"scenarios": ["larkspur-2", "larkspur-4"], "faults": ["wrong-passage"], "trials": 4,
             "chance": 0.5, "seed": 1, "name": "passages"}
        )  # fmt: skip
        yield tried(service, plan)


def test_three_outcomes_are_kept_apart_in_every_run_S1_34(wrong_passage: Results) -> None:
    """A wrong passage: the calls were accepted, and nothing that was needed was retrieved."""
    plans = [c for c in wrong_passage.cells if c.key.paradigm == "plan-execute"]
    told = {
        (one.calls_accepted, one.information_retrieved, one.passed)
        for cell in plans
        for one in cell.measured
    }
    assert told == {(True, True, True), (True, False, False)}
    row = next(row for row in group_rows(wrong_passage) if str(row[0]).startswith("Plan & execute"))
    assert row[2] == "100 %" and row[3] == row[4] != "100 %"


def test_planned_executed_and_rejected_steps_give_a_replan_rate_S2_32(
    wrong_passage: Results,
) -> None:
    replans = [
        one.plan
        for cell in wrong_passage.cells
        if cell.key.paradigm == "plan-replan" and cell.key.scenario == "larkspur-4"
        for one in cell.measured
    ]
    told = {(plan.planned, plan.executed, plan.rejected) for plan in replans if plan}
    assert told == {(4, 4, 0), (4, 5, 1)}, "a rejected step is carried out once more"
    assert {plan.replan_rate for plan in replans if plan} == {0.0, 0.2}
    rates = {str(row[0]): row[-1] for row in group_rows(wrong_passage)}
    assert rates["ReAct · wrong-passage"] == "no plan"
    assert rates["Plan & replan · wrong-passage"] not in ("no plan", "0 %")


def test_the_report_has_the_three_token_ratios_measured_S0_41(wrong_passage: Results) -> None:
    told = {(r.one, r.other): r for r in ratios(wrong_passage)}
    assert {pair: r.seed for pair, r in told.items()} == {
        ("function-calling", "react"): 0.47,
        ("function-calling", "plan-execute"): 0.30,
        ("plan-execute", "react"): 1.57,
    }
    assert all(r.pairs == 2 and r.measured is not None for r in told.values())
    calling, plan = (told["function-calling", name].measured for name in ("react", "plan-execute"))
    assert calling is not None and plan is not None
    assert told["plan-execute", "react"].measured == pytest.approx(calling / plan)
    assert len(results_object(wrong_passage)["token_ratios"]) == 3


def test_fixed_is_set_against_adaptive_with_six_metrics_S1_42(wrong_passage: Results) -> None:
    told = results_object(wrong_passage)["fixed_vs_adaptive"]
    assert [(one["scenario"], one["model"]) for one in told] == [
        ("larkspur-2", "scripted"), ("larkspur-4", "scripted"),
    ]  # fmt: skip
    for one in told:
        assert [side["paradigm"] for side in one["fixed"]] == ["plan-execute"]
        assert [s["paradigm"] for s in one["adaptive"]] == [
            "react", "function-calling", "plan-replan",
        ]  # fmt: skip
        for side in [*one["fixed"], *one["adaptive"]]:
            metrics = ("completed", "unsupported", "tool_errors", "repeated_calls", "seconds")
            assert all(side[name] is not None for name in (*metrics, "tokens"))
            assert side["judged"] == 4
        assert all(s["completed"] == 1 for s in one["adaptive"])
        assert one["fixed"][0]["completed"] < 1
    assert len(fixed_vs_adaptive(wrong_passage)) == 2


def test_every_cell_and_point_leads_to_its_runs(wrong_passage: Results) -> None:
    data = matrix_data(wrong_passage, 1, "")
    assert [row["name"] for row in data["rows"]] == [
        "All tasks · wrong-passage", "larkspur-2 · wrong-passage", "larkspur-4 · wrong-passage",
    ]  # fmt: skip
    for row in data["rows"]:
        for cell in row["cells"]:
            name, cells = place_of(wrong_passage, cell["place"])
            assert name and sum(len(one.runs) for one in cells) in (4, 8)
    ticks = data["rows"][2]["cells"][2]["ticks"]
    assert {tick["tone"] for tick in ticks} == {"good", "bad"}
    assert [tick["run"] for tick in ticks] == place_of(
        wrong_passage, data["rows"][2]["cells"][2]["place"]
    )[1][0].runs
    figures = (curves(wrong_passage, False), pass_against(wrong_passage, True, "tokens"))
    for figure in figures:
        for trace in figure.data:
            for (place,) in trace.customdata:
                assert place_of(wrong_passage, place)[1]
    assert place_of(wrong_passage, "cell-99") == ("", [])
    assert place_of(wrong_passage, "<b>") == ("", [])
    said = pass_against(wrong_passage, False, "cost").layout.annotations[0].text
    assert said == "No run here has a price."


def test_a_set_goes_out_as_csv_and_parquet_with_empty_cells_for_the_unknown(
    wrong_passage: Results,
) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(wrong_passage, "csv").decode())))
    assert len(rows) == 32 and list(rows[0]) == list(COLUMNS)
    assert {row["cost_usd"] for row in rows} == {""}
    table = parquet.read_table(io.BytesIO(exported(wrong_passage, "parquet")))
    assert table.column_names == list(COLUMNS) and table.num_rows == 32
    assert table["cost_usd"].null_count == 32 and table["tokens"].null_count == 0
    assert [str(run) for run in table["run"]] == [row["run"] for row in rows]


def test_the_benchmark_of_seed_000_is_a_set_up_with_its_three_values_and_gaps_S0_19() -> None:
    found = setup("seed-000")
    assert dict(found.stated) == {"model": "GPT-4", "tools_defined": 5, "tool_calls_per_task": 3}
    assert found.plan.models == ("openai:gpt-4",)
    assert any("rows of the table are missing" in gap for gap in found.gaps)
    assert any("which five tools" in gap for gap in found.gaps)
    assert set(found.plan.paradigms) == {"react", "function-calling", "plan-execute"}
    for name in shipped():
        assert setup(name).plan.size > 0


def test_published_findings_stand_with_the_limits_of_what_they_show_S1_05_S1_30_S1_31() -> None:
    react, toolformer, tau, turpin = published.findings()
    assert all(number in react.found for number in ("27.4", "25.7", "29.4", "PaLM-540B"))
    assert "repeating an action" in react.found
    assert all(number in tau.found for number in ("61.2", "35.2", "48.2"))
    assert "Toolformer" in toolformer.source and "Turpin" in turpin.source
    assert all(one.limit for one in published.findings())


def test_the_end_state_is_what_is_judged_whatever_the_agent_says_S1_32(
    wrong_passage: Results,
) -> None:
    """A run whose calls all worked and that answers with confidence fails where the fact is
    not the one that the task asked for."""
    assert "state of its database" in t("published.end-state")
    failed = [one for c in wrong_passage.cells for one in c.measured if one.passed is False]
    assert failed and all(one.status == "success" and one.calls_accepted for one in failed)


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [*os.environ]:
        if "API_KEY" in name:
            monkeypatch.delenv(name)
    path = tmp_path / "t.duckdb"
    monkeypatch.setenv("TRIPTYCH_DB", str(path))
    return path


def test_the_verb_prints_pass_hat_k_and_pass_at_k_apart_S1_33(
    db: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["trials", "--scenario", "larkspur-2", "--fault", "wrong-passage", "--trials", "2",
             "--paradigm", "plan-execute", "--paradigm", "plan-replan"]  # fmt: skip
    assert main([*words, "--estimate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["estimate"] is True
    assert main([*words, "--json", "--out", str(tmp_path / "t.csv")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["state"], told["finished"], told["cells_in_all"]) == ("done", 4, 4)
    first = told["groups"][0]
    assert [one["k"] for one in first["pass_hat_k"]] == [1, 2]
    assert [one["k"] for one in first["pass_at_k"]] == [1, 2]
    assert first["deterministic"] is True and told["spent_usd"] is None
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 5
    assert main(["trials", "--show", told["trials"]]) == 0
    people = capsys.readouterr().out
    assert "pass^k" in people and "pass@k" in people and "0/2" in people
    assert main(["runs", "--json"]) == 0
    plans = [run["plan"] for run in json.loads(capsys.readouterr().out)["runs"]]
    assert all(plan.keys() == {"planned", "executed", "rejected", "replan_rate"} for plan in plans)
    assert {plan["replan_rate"] for plan in plans} == {0, 1 / 3}
    assert main(["runs"]) == 0
    assert "2/3/1" in capsys.readouterr().out
    assert main(["trials", "--of", str(OWN), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["imported"] is True
    assert main(["trials", "--list"]) == 0
    assert "15 runs, 4 tasks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Say what is to be tried"),
        (["--scenario", "umbrella", "--trials", "0"], "trials: Input should be greater"),
        (["--scenario", "umbrella", "--fault", "nope"], "umbrella has no fault"),
        (["--scenario", "umbrella", "--model", "local:x", "--budget", "1"], "no price list"),
        (["--scenario", "umbrella", "--chance", "0.5"], "A chance below 1 needs"),
        (["--scenario", "umbrella", "--out", "x.xls"], ".csv or .parquet"),
        (["--resume", "t-nope"], "There is no trial set"),
        (["--resume", "t-nope", "--trials", "3"], "--trials is for a new set"),
        (["--show", "nope"], "There is no imported trial set"),
        (["--show", "a", "--list"], "two things"),
        (["--setup", "nope.yaml"], "the shipped ones are faults, seed-000"),
        (["--of", "tau_bench"], "there are: none yet"),
    ],
)
def test_what_cannot_be_tried_is_one_sentence(
    db: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trials", *words]) == 1
    told = capsys.readouterr().err
    assert says in told and len(told.strip().splitlines()) == 1
