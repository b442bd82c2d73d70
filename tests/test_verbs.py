"""The verbs: what they print for programs and people, and how they refuse."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from agents.policies.registry import PARADIGMS
from dashboard.__main__ import main
from tests.process import MAIN, Open, apart, environment, serving, told, triptych

RUN_KEYS = {
    "run", "paradigm", "model", "status", "answer", "passed", "model_calls", "tool_calls",
    "input_tokens", "output_tokens", "cost_usd", "duration_ms", "alerts",
}  # fmt: skip


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "t.duckdb"


def test_run_prints_one_object_with_every_paradigm(db: Path) -> None:
    found = told(db, "run", "--scenario", "larkspur-6")
    assert set(found) == {"comparison", "runs"}
    assert [run["paradigm"] for run in found["runs"]] == list(PARADIGMS)
    for run in found["runs"]:
        assert run.keys() >= RUN_KEYS
        assert run["status"] == "success" and run["passed"] is True
        assert run["cost_usd"] is None
        assert all("kind" in alert for alert in run["alerts"])
    assert [run["model_calls"] for run in found["runs"]] == [7, 2, 2, 8]


def test_what_was_run_is_found_again_by_another_process(db: Path) -> None:
    made = told(db, "run", "--scenario", "umbrella", "--paradigm", "react")["runs"][0]
    listed = json.loads(apart(db, "runs", "--json").stdout)
    assert (listed["total"], listed["runs"][0]["run"]) == (1, made["run"])
    shown = told(db, "show", made["run"])
    assert shown["answer"] == made["answer"]
    assert len(shown["steps"]) == made["model_calls"] + made["tool_calls"]
    step = told(db, "show", made["run"], "--step", "1")
    assert step["event"]["kind"] == "replied"
    assert [link["part"] for link in step["request"]] == ["system", "question", "settings"]
    assert all(link["new"] for link in step["request"])


def test_verbs_work_the_same_while_the_dashboard_has_the_file_open(db: Path, opened: Open) -> None:
    alone = told(db, "run", "--scenario", "larkspur-2", "--paradigm", "plan-replan")["runs"][0]
    found = told(opened.db, "run", "--scenario", "larkspur-2", "--paradigm", "plan-replan")
    (run,) = found["runs"]
    listed = told(opened.db, "runs", "--model", "scripted")
    shown = told(opened.db, "show", run["run"])
    step = told(opened.db, "show", run["run"], "--step", "1")
    people = triptych(opened.db, "show", run["run"], "--step", "2")
    varying = {"run", "comparison", "duration_ms", "started_at"}
    assert {k: v for k, v in run.items() if k not in varying} == {
        k: v for k, v in alone.items() if k not in varying
    }
    assert run["run"] in [one["run"] for one in listed["runs"]]
    assert shown["run"] == run["run"]
    assert step["event"]["actor"] == "planner"
    assert people.returncode == 0 and "returned" in people.stdout


def test_the_token_of_the_dashboard_is_for_its_owner_only(db: Path) -> None:
    with serving(db, anew=True) as url:
        plate = Path(f"{db}.server.json")
        assert plate.stat().st_mode & 0o077 == 0
        assert json.loads(plate.read_text())["url"] == url
    assert not plate.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "--scenario", "nope"], "There is no scenario"),
        (["run", "--scenario", "umbrella", "--paradigm", "nope"], "There is no paradigm"),
        (["run", "--scenario", "umbrella", "--model", "nope"], "nope"),
        (["run", "--scenario", "umbrella", "--model", "openai:gpt-5"], "OPENAI_API_KEY"),
        (["run", "--scenario", "umbrella", "--model", "anthropic:x"], "ANTHROPIC_API_KEY"),
        (["run", "--scenario", "umbrella", "--fault", "nope"], "has no fault"),
        (["run", "--scenario", "umbrella", "--max-iterations", "0"], "--max-iterations"),
        (["run", "--scenario", "umbrella", "--limits", "huge"], "no limits called “huge”"),
        (["run", "--scenario", "umbrella", "--habit", "nope"], "There is no habit 'nope'"),
        (["run", "--scenario", "umbrella", "--model", "local:x", "--habit", "nope"], "scripted"),
        (["run", "How are you?"], "scripted"),
        (["run"], "ask a question or choose a scenario"),
        (["run", "x", "--tool", "sql:nowhere.csv"], "nowhere.csv"),
        (["show", "nope"], "There is no run"),
        (["serve", "--port", "70000"], "no port"),
        (["serve", "--host", "no.such.host.invalid"], "no address of this machine"),
    ],
)
def test_bad_input_is_one_sentence_on_standard_error(
    db: Path,
    words: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in [*os.environ]:
        if "API_KEY" in name:
            monkeypatch.delenv(name)
    monkeypatch.setenv("TRIPTYCH_DB", str(db))
    monkeypatch.setenv("HOME", str(db.parent))
    assert main(words) == 1
    told = capsys.readouterr().err
    assert says in told
    assert told.startswith("triptych: ")
    assert len(told.strip().splitlines()) == 1


def test_a_port_in_use_is_said_and_what_to_do(db: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = apart(db, "serve", "--no-browser", "--port", port)
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 is in use; choose another one" in done.stderr


def test_an_unreachable_server_ends_the_lane_with_one_sentence(db: Path) -> None:
    found = told(db, "run", "Hello?", "--model", "local:tiny", "--paradigm", "react")
    (run,) = found["runs"]
    assert run["status"] == "error"
    assert "127.0.0.1:9" in run["reason"]
    assert run["input_tokens"] is None and run["cost_usd"] is None
    assert run["model_calls"] == 1


def test_a_damaged_file_is_refused_and_left_as_it_was(db: Path) -> None:
    db.write_bytes(b"this is no database" * 1000)
    done = triptych(db, "runs")
    assert done.returncode == 1 and str(db) in done.stderr
    assert db.read_bytes() == b"this is no database" * 1000


@pytest.mark.parametrize("verb", ["scenarios", "tools", "models", "doctor"])
def test_inventories_answer_people_and_programs(db: Path, verb: str) -> None:
    assert told(db, verb)
    people = triptych(db, verb)
    assert people.returncode == 0 and people.stdout.strip()


def test_a_habit_and_named_limits_are_asked_for_by_the_verb_and_listed_S3_32(db: Path) -> None:
    words = ("--scenario", "larkspur-4", "--paradigm", "react", "--habit", "local-optimum@2")
    (run,) = told(db, "run", *words, "--limits", "single-question", "--max-tool-calls", "2")["runs"]
    assert run["model"] == "scripted+local-optimum@2" and run["tool_calls"] <= 3
    rig = told(db, "show", run["run"])["rig"]
    assert (rig["limits"]["max_iterations"], rig["limits"]["max_tool_calls"]) == (3, 2)
    listed = {one["name"]: one for one in told(db, "scenarios")}
    assert "page-cut" in listed["georgia"]["faults"] and listed["refund"]["teaches_zh"]
    assert "local-optimum" in listed["georgia"]["habits"]
    people = triptych(db, "scenarios", "--faults", "--habits").stdout
    assert "texts and lists break off half way" in people and "Announces a look-up" in people


def test_the_refund_prints_the_lines_of_the_seed_S3_29(db: Path) -> None:
    said = triptych(db, "run", "--scenario", "refund", "--paradigm", "plan-replan").stdout
    assert "  ✗ 判据不满足，带着反馈改这一步\n  重试 -> {'payable': 800}\n第3步" in said


def test_tools_cost_tokens_and_the_verb_says_how_many_S0_31_S0_32(db: Path) -> None:
    found = told(db, "tools", "--tokens", "--scenario", "project-x", "--tool", "calculator")
    names = [row["tool"] for row in found["tools"]]
    assert names == ["search_tickets", "search_meetings", "calculator"]
    assert all(row["tokens"] > 10 for row in found["tools"])


def test_models_says_what_each_needs(db: Path) -> None:
    found = {status["name"]: status for status in told(db, "models")}
    assert found["scripted"]["ready"] is True
    assert any("OPENAI_API_KEY" in status["needs"] for status in found.values())


def test_a_trace_cannot_drive_the_terminal(db: Path) -> None:
    asked = "An umbrella in Berlin? \x1b[2J\x07"
    made = triptych(db, "run", "--scenario", "umbrella", "--paradigm", "react", asked)
    assert made.returncode == 0
    listed = triptych(db, "runs")
    assert "\x1b" not in made.stdout + listed.stdout
    assert "\x07" not in made.stdout + listed.stdout


def test_a_table_or_folder_of_ones_own_needs_a_real_model(db: Path, tmp_path: Path) -> None:
    (tmp_path / "numbers.csv").write_text("a,b\n1,2\n")
    done = triptych(db, "run", "Sum of a?", "--tool", f"sql:{tmp_path / 'numbers.csv'}")
    assert done.returncode == 1
    assert "choose a scenario, or a real model" in done.stderr


def test_a_question_about_something_else_is_not_put_to_the_scripted_model(db: Path) -> None:
    for scenario in ("umbrella", "larkspur-6", "project-x"):
        words = ["run", "What is the capital of France?", "--scenario", scenario]
        done = triptych(db, *words)
        assert done.returncode == 1
        assert f"not about {scenario}" in done.stderr and "real model" in done.stderr
    assert told(db, "runs")["total"] == 0


def test_another_question_on_the_same_subject_is_answered(db: Path) -> None:
    words = ["run", "Do I need an umbrella in Berlin today?", "--scenario", "umbrella"]
    (run,) = told(db, *words, "--paradigm", "react")["runs"]
    assert "Berlin" in run["answer"]


def test_two_verbs_on_one_file_wait_for_each_other(db: Path) -> None:
    words = ["run", "--scenario", "larkspur-4", "--paradigm", "react", "--json"]
    started = [
        subprocess.Popen(
            [sys.executable, MAIN, *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(db),
        )
        for _ in range(2)
    ]  # fmt: skip
    for process in started:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert json.loads(out)["runs"][0]["passed"] is True
    assert told(db, "runs")["total"] == 2


def test_the_plate_of_a_dashboard_that_is_gone_hinders_nobody(db: Path) -> None:
    """Its process number may belong to somebody else by now (here: to this very test)."""
    plate = {"url": "http://127.0.0.1:9", "token": "x", "pid": os.getpid()}
    Path(f"{db}.server.json").write_text(json.dumps(plate))
    assert told(db, "runs")["total"] == 0


def test_odd_ids_and_numbers_are_one_sentence_also_over_the_dashboard(
    db: Path, opened: Open
) -> None:
    words = [
        ["show", "a/b"],
        ["show", "ü?#"],
        ["runs", "--limit", "-1"],
        ["show", "x", "--step", "9"],
    ]
    alone = [triptych(db, *w).stderr for w in words]
    through = [triptych(opened.db, *w).stderr for w in words]
    for told_ in [*alone, *through]:
        assert told_.startswith("triptych: ") and len(told_.splitlines()) == 1, told_
