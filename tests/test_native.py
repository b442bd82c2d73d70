"""Triptych's own format: out and in again without loss; the bundled samples."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from data.bundled import scenario
from data.exporters.native import export
from data.importers.native import load
from data.importing import import_sources
from data.runs import NewRun
from data.samples import FOLDER, load_samples, remove_samples, restore_samples
from data.store import Store
from data.unpacking import source_from
from data.writing.recorder import Recorder
from tests.rigs import Ran, play_scenario


def recorded(store: Store, paradigm: str) -> Ran:
    ran = play_scenario("larkspur-4", paradigm)
    store.add_run(NewRun(f"run-{paradigm}", "q", paradigm, "scripted", scenario="larkspur-4"))

    async def record() -> None:
        recorder = Recorder(store, f"run-{paradigm}")
        for event, wire in zip(ran.events, ran.wires, strict=True):
            await recorder.record(event, wire)

    asyncio.run(record())
    return ran


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_a_run_comes_out_and_in_again_without_loss(paradigm: str) -> None:
    with Store.open(":memory:") as first, Store.open(":memory:") as second:
        ran = recorded(first, paradigm)
        first.add_verdict(f"run-{paradigm}", scenario("larkspur-4").evaluate("x", ran.events))
        lines = list(export(first, f"run-{paradigm}"))
        run_id = load(second, lines)
        assert second.events(run_id) == ran.events
        assert second.verdict(run_id) == first.verdict(run_id)
        assert list(export(second, run_id)) == lines
        for event in ran.events:
            digest = getattr(event, "request", "")
            assert second.request(digest) == first.request(digest)
        assert load(second, lines) == run_id
        assert second.count() == 1


@pytest.mark.parametrize("lines", [[], ["x"], ["{}"], ['{"triptych": 1}'], ['{"triptych": 99}']])
def test_what_is_no_run_is_refused_in_one_sentence(lines: list[str]) -> None:
    with Store.open(":memory:") as store:
        with pytest.raises(BadInput, match="no run in Triptych's own format"):
            load(store, lines)
        assert store.count() == 0


def places_of_text(value: Any, path: tuple[Any, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """Where texts stand in JSON: of what lies in a list together, the last one."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    found: dict[str, tuple[Any, ...]] = {}
    for key, one in pairs:
        if isinstance(one, str):
            found[".".join("*" if isinstance(k, int) else k for k in (*path, key))] = (*path, key)
        elif isinstance(one, (dict, list)):
            found |= places_of_text(one, (*path, key))
    return found


def test_half_a_character_in_any_text_is_read_or_refused() -> None:
    with Store.open(":memory:") as store:
        ran = recorded(store, "plan-execute")
        verdict = scenario("larkspur-4").evaluate("x", ran.events)
        store.add_verdict("run-plan-execute", verdict)
        whole = [json.loads(line) for line in export(store, "run-plan-execute")]
    places = places_of_text(whole)
    assert {"*.run.question", "*.event.kind"} <= set(places)
    ends = set()
    for path in places.values():
        bent = json.loads(json.dumps(whole))
        at = bent
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = "\ud800 is half"
        # a link is a list of its own: part, role, body
        siblings = range(len(at)) if isinstance(at, list) else [path[-1]]
        for key in siblings:
            before, at[key] = at[key], "\ud800 is half"
            content = "\n".join(map(json.dumps, bent)).encode()
            with Store.open(":memory:", count_link=lambda link: 1) as store:
                result = import_sources(store, [source_from("x", content)])
                assert len(result.files) + len(result.failed) == 1, path
                json.dumps(result.failed, ensure_ascii=False).encode()
                for run in result.files[:1]:
                    store.events(run["runs"][0])
                ends.add(bool(result.files))
            at[key] = before
    assert ends == {True, False}


def test_a_number_that_no_json_holds_is_not_kept() -> None:
    with Store.open(":memory:") as store:
        recorded(store, "react")
        head, *rest = export(store, "run-react")
        told = json.loads(head)
        told["run"]["rig"] = {"much": "HERE", "little": 1}
        bent = "\n".join([json.dumps(told).replace('"HERE"', "1e999"), *rest])
    with Store.open(":memory:") as store:
        (found,) = import_sources(store, [source_from("x", bent.encode())]).files
        row = store.run(found["runs"][0])
        assert row is not None and row.rig["little"] == 1
        json.dumps(dict(row.rig), allow_nan=False)


def test_the_samples_are_loaded_once_and_stay_deleted() -> None:
    with Store.open(":memory:") as store:
        assert load_samples(store) == store.count() > 0
        rows = store.runs()
        assert all("SmolLM2-135M-Instruct" in r.label or r.origin == "simulated" for r in rows)
        assert all(row.label for row in rows)
        assert all(row.status not in ("interrupted", "running") for row in rows)
        store.delete_runs([row.run_id for row in rows])
        assert load_samples(store) == 0
        assert store.count() == 0


def test_the_samples_can_be_removed_for_good_and_restored(tmp_path: Path) -> None:
    db = str(tmp_path / "t.duckdb")
    with Store.open(db) as store:
        there = load_samples(store)
        assert remove_samples(store) == there and store.count() == 0
    with Store.open(db) as store:  # after a restart
        assert load_samples(store) == 0 and store.count() == 0
        assert restore_samples(store) == there == store.count()
        assert restore_samples(store) == there == store.count()


def test_the_samples_name_no_path_and_no_key() -> None:
    for path in Path(FOLDER).glob("*.jsonl"):
        assert not re.search(r"/(home|root|work|tmp)/|sk-[A-Za-z0-9]{8}", path.read_text())
