"""Forks of runs that another program made: their tools are not here, and nothing is started."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agents.errors import BadInput
from agents.events import Returned, Stopped
from agents.forking import Edit
from agents.policies.registry import PARADIGMS
from agents.rig import RigSpec
from dashboard import going_on, proving
from dashboard.forks import Change
from dashboard.launch import Launch
from dashboard.service import Service
from data.exporters.native import export
from data.importing import import_paths

TRACES = Path(__file__).parent / "traces" / "openai_chat"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


def imported(service: Service) -> str:
    """Of all small traces the first run in which a tool gave a result."""
    found = import_paths(service.store, sorted(TRACES.iterdir()))
    for one in found.files:
        for run_id in one["runs"]:
            if any(isinstance(e, Returned) for e in service.events(run_id)):
                return str(run_id)
    raise AssertionError("no trace with a tool's result")


def forked(service: Service, run_id: str, change: Change) -> str:
    (fork,) = going_on.fork(service, run_id, change)
    service.wait(fork)
    return fork


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_an_imported_run_goes_on_in_every_paradigm_from_any_step(
    service: Service, paradigm: str
) -> None:
    run_id = imported(service)
    events = service.events(run_id)
    last = len(events) - isinstance(events[-1], Stopped)
    for at in sorted({1, 2, last // 2, last - 1}):
        change = Change(at=at, rig={"paradigm": paradigm, "model": "scripted"})
        fork = forked(service, run_id, change)
        own = service.events(fork)
        assert own[:at] == events[:at]
        assert isinstance(own[-1], Stopped), (at, service.problem(fork))
        assert {e.origin for e in own[at:]} <= {"replayed", "simulated", "live"}
        assert proving.replay(service, fork)["ok"], at


def test_a_call_that_the_record_holds_gets_the_result_that_stands_there(service: Service) -> None:
    run_id = imported(service)
    events = service.events(run_id)
    at = next(i for i, e in enumerate(events) if isinstance(e, Returned))
    fork = forked(service, run_id, Change(at=at, rig={"model": "scripted"}))
    result = service.events(fork)[at]
    assert isinstance(result, Returned)
    assert (result.output, result.origin) == (events[at].output, "replayed")  # type: ignore[union-attr]
    assert "from the record" in result.notes


CALL = '{"tool_calls": [{"name": "NAME", "arguments": {"never": "asked"}}]}'


def unheard_of(service: Service, run_id: str) -> Edit:
    name = next(e.call.name for e in service.events(run_id) if isinstance(e, Returned))
    return Edit(target="reply", value=CALL.replace("NAME", name))


def test_any_other_call_waits_for_a_person_who_writes_its_result(service: Service) -> None:
    run_id = imported(service)
    change = Change(
        at=1, edits=(unheard_of(service, run_id),),
        rig={"model": "scripted", "paradigm": "function-calling"},
    )  # fmt: skip
    fork = forked(service, run_id, change)
    assert service.run(fork).status == "interrupted"
    assert "write its result, or take a stub" in service.problem(fork)
    going_on.resume(service, fork, [Edit(target="observation", value="It is 42.")])
    service.wait(fork)
    result = next(e for e in service.events(fork)[1:] if isinstance(e, Returned))
    assert (result.output, result.origin) == ("It is 42.", "edited")
    assert service.run(fork).status == "success"


def test_any_other_call_gets_a_stub_that_says_so_where_that_is_wished(service: Service) -> None:
    run_id = imported(service)
    change = Change(
        at=1, edits=(unheard_of(service, run_id),), absent_tools="stub",
        rig={"model": "scripted", "paradigm": "function-calling"},
    )  # fmt: skip
    fork = forked(service, run_id, change)
    result = next(e for e in service.events(fork)[1:] if isinstance(e, Returned))
    assert result.origin == "simulated"
    assert "stub" in result.output


def test_a_program_named_in_a_file_that_was_imported_is_never_started_by_a_fork(
    service: Service, tmp_path: Path
) -> None:
    """An MCP server is a command line; somebody else's file must not choose what runs here."""
    with closing(Service.open(str(tmp_path / "other.duckdb"))) as other:
        lane = RigSpec(paradigm="react")
        comparison = other.compare(Launch(scenario="larkspur-2", lanes=(lane,)))
        other.wait(comparison)
        head, *lines = export(other.store, other.comparison(comparison)[0].run_id)
    started = tmp_path / "started"
    told = json.loads(head)
    told["run"]["rig"]["tools"] = [f"mcp:touch {started}"]
    path = tmp_path / "theirs.jsonl"
    path.write_text("\n".join([json.dumps(told), *lines]))
    (run_id,) = import_paths(service.store, [path]).files[0]["runs"]
    fork = forked(service, run_id, Change(at=3))
    assert proving.replay(service, run_id)["ok"]
    assert not started.exists()
    assert service.run(fork).rig["tools"] == []
    assert service.run(fork).status == "success"


def test_a_run_that_was_imported_is_forked_and_not_resumed(service: Service) -> None:
    run_id = imported(service)
    events = service.events(run_id)
    if isinstance(events[-1], Stopped):
        pytest.skip("this trace came to its end")
    with pytest.raises(BadInput, match="was imported: fork it"):
        going_on.resume(service, run_id)
