"""Findings of ended runs are read once, and long ones off the path that shows lanes."""

from __future__ import annotations

import json
import time
from pathlib import Path

from lanes_by_hand import three
from making import a_run, new_run, record

from dashboard.launch import launch_from
from dashboard.service import Service
from dashboard.viewmodels import lanes_data
from data.findings import Finding
from data.importing import import_paths


def test_a_short_run_is_read_at_once_and_a_long_one_in_the_background(tmp_path: Path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    record(service.store, new_run("r-long"), a_run(turns=250))
    run = service.run("r-long")
    assert run.events > 400 and service.findings.known(run) is None
    service.findings.begin([run])
    deadline = time.monotonic() + 60
    while service.findings.known(run) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert service.findings.known(run) == service.findings.of(run)
    launch = {"scenario": "larkspur-4", "lanes": [{"paradigm": "plan-execute",
              "faults": ["wrong-passage"]}]}  # fmt: skip
    comparison = service.compare(launch_from(launch))
    service.wait(comparison)
    (short,) = service.comparison(comparison)
    found = service.findings.known(short)
    assert found is not None and "silent_wrong_fact" in {one.kind for one in found}
    service.close()


def test_steps_of_an_ended_run_are_read_once_and_follow_its_events(tmp_path: Path) -> None:
    service = Service.open(str(tmp_path / "t.duckdb"))
    whole = list(a_run(turns=3))
    record(service.store, new_run("r-1"), whole[:5])
    before = service.run("r-1")
    assert len(service.steps_of([before])["r-1"]) == 4
    kept = service.steps_of([before])["r-1"]
    assert service.steps_of([before])["r-1"] is kept
    for seq, (event, sent) in enumerate(whole[5:], start=5):
        service.store.append("r-1", seq, event, sent)
    assert len(service.steps_of([service.run("r-1")])["r-1"]) == 7
    service.close()


def test_a_lane_hands_over_each_finding_with_the_first_step_that_proves_it() -> None:
    run = three()[0].run
    found = Finding("ping_pong", "a and b were called in turn", (4, 6, 8, 10))

    def shown(known):
        return lanes_data([run], {}, {}, {}, {}, {run.run_id: known})["lanes"][0]

    (told,) = shown([found])["findings"]
    assert (told["name"], told["seq"], told["more"]) == ("ping pong", 4, 3)
    assert shown([])["reading"] is False
    assert shown(None)["reading"] is True and shown(None)["findings"] == []


def test_the_requests_of_an_imported_run_are_read_too(tmp_path: Path) -> None:
    """A document that was put into the prompt supports the answer, and no event holds it."""
    call = {"id": "c", "function": {"name": "look", "arguments": "{}"}}
    messages = [
        {"role": "system", "content": "Context: Meta earned 40.1 billion."},
        {"role": "user", "content": "What did Meta earn?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "see the context"},
        {"role": "assistant", "content": "It earned 40.1 billion."},
    ]
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    service = Service.open(str(tmp_path / "t.duckdb"))
    (report,) = import_paths(service.store, [path]).files
    assert service.findings.known(service.run(report["runs"][0])) == ()
    service.close()
