"""Forking, resuming and proving from the command line, with the dashboard open and closed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents.events import Returned
from data.exporters.native import export
from data.store import Store
from tests.process import Open, told, triptych


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "t.duckdb"


def a_run(db: Path, scenario: str = "larkspur-4", paradigm: str = "react") -> dict[str, Any]:
    return told(db, "run", "--scenario", scenario, "--paradigm", paradigm)["runs"][0]


def test_a_fork_shares_its_beginning_and_runs_only_what_follows(db: Path) -> None:
    run = a_run(db)
    fork = told(db, "fork", run["run"], "--at", "3", "--observation", "HB-9 Nothing here.")
    assert (fork["parent"], fork["forked_at"], fork["shared_events"]) == (run["run"], 3, 3)
    assert fork["live_events"] == fork["events"] - 3
    with Store.open(db) as store:
        assert store.events(fork["run"])[:3] == store.events(run["run"])[:3]
        assert len(store.events(run["run"])) == run["events"], "the parent is as it was"
        own = store.events(fork["run"])[3:]
        assert own[0].origin == "edited"
        assert {e.origin for e in own[1:]} <= {"simulated", "live"}


def test_a_fork_of_a_fork_crosses_to_another_paradigm_and_both_are_proved(db: Path) -> None:
    run = a_run(db)
    first = told(db, "fork", run["run"], "--at", "5", "--paradigm", "plan-replan")
    second = told(db, "fork", first["run"], "--at", "7", "--paradigm", "function-calling",
                  "--max-iterations", "20")  # fmt: skip
    assert second["paradigm"] == "function-calling"
    for one in (run, first, second):
        proof = told(db, "replay", one["run"])
        assert proof == {"run": one["run"], "events": one["events"], "equal": one["events"],
                         "given": 0, "model_calls": 0, "tool_calls": 0, "ok": True,
                         "parted": None}  # fmt: skip


def test_forks_run_several_times_at_once_say_how_often_they_pass(db: Path) -> None:
    run = a_run(db)
    found = told(db, "fork", run["run"], "--at", "2", "--times", "3")
    assert (found["times"], found["judged"], found["passed"]) == (3, 3, 3)
    assert len({one["run"] for one in found["forks"]}) == 3


def test_bad_forks_are_one_sentence_and_change_nothing(db: Path) -> None:
    run = a_run(db)
    before = told(db, "runs")["total"]
    for words, says in (
        (["--at", "99"], "can be forked at 1 to"),
        (["--at", "0"], "can be forked at 1 to"),
        (["--at", "1", "--observation", "x"], "no result of a call to change"),
        (["--at", "2", "--paradigm", "guess"], "no paradigm “guess”"),
        (["--at", "2", "--model", "openai:gpt-6"], "OPENAI_API_KEY"),
        (["--at", "2", "--times", "0"], "times"),
        (["--at", "2", "--max-tokens", "0"], "max_tokens"),
        (["--at", str(run["events"])], "The run had ended at event"),
        (["--at", "2", "--question", "Who won the cup?"], "knows nothing but larkspur-4"),
    ):
        done = triptych(db, "fork", run["run"], *words)
        assert done.returncode == 1, words
        assert says in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    assert "no run “nobody”" in triptych(db, "fork", "nobody", "--at", "1").stderr
    assert told(db, "runs")["total"] == before


def interrupted(db: Path, keep: int) -> str:
    """A run whose process died after `keep` events."""
    run = a_run(db, paradigm="function-calling")
    with Store.open(db) as store:
        lines = list(export(store, run["run"]))
    head = json.loads(lines[0])
    head["run"]["run_id"] = "cut"
    from data.importers.native import load

    with Store.open(db) as store:
        return load(store, [json.dumps(head), *lines[1 : keep + 1]])


@pytest.mark.parametrize("keep", [1, 2, 3, 5, 6])
def test_an_interrupted_run_goes_on_and_executes_nothing_twice(db: Path, keep: int) -> None:
    run_id = interrupted(db, keep)
    with Store.open(db) as store:
        before = store.events(run_id)
        row = store.run(run_id)
        assert row is not None
        assert row.status == "interrupted"
    done = told(db, "resume", run_id)
    assert done["status"] == "success"
    assert done["passed"] is True
    with Store.open(db) as store:
        events = store.events(run_id)
    assert events[: len(before)] == before
    ids = [e.call.id for e in events if isinstance(e, Returned)]
    assert len(ids) == len(set(ids))
    assert told(db, "replay", run_id)["ok"]
    assert "has ended (success)" in triptych(db, "resume", run_id).stderr


def test_forks_and_proofs_work_through_an_open_dashboard(opened: Open) -> None:
    run = a_run(opened.db)
    fork = told(opened.db, "fork", run["run"], "--at", "3", "--paradigm", "function-calling")
    assert fork["status"] == "success"
    assert told(opened.db, "replay", fork["run"])["ok"]
    done = triptych(opened.db, "fork", run["run"], "--at", "99")
    assert done.returncode == 1
    assert "can be forked at 1 to" in done.stderr
    assert "has ended" in triptych(opened.db, "resume", run["run"]).stderr


def test_a_run_whose_record_was_changed_is_shown_where_it_parts(db: Path) -> None:
    run = a_run(db)
    with Store.open(db) as store:
        lines = list(export(store, run["run"]))
    changed = [line.replace("HB-2.1", "HB-7.7") if '"returned"' in line else line for line in lines]
    head = json.loads(changed[0])
    head["run"]["run_id"] = "changed"
    from data.importers.native import load

    with Store.open(db) as store:
        load(store, [json.dumps(head), *changed[1:]])
    done = triptych(db, "replay", "changed", "--json")
    proof = json.loads(done.stdout)
    assert done.returncode == 1
    assert not proof["ok"]
    assert proof["parted"]["at"] == proof["equal"] == 3
    assert "messages" in proof["parted"]["differs"]
    assert any("HB-7.7" in line for line in proof["parted"]["diff"] if line.startswith("+"))
    assert any("HB-2.1" in line for line in proof["parted"]["diff"] if line.startswith("-"))
