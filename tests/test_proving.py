"""Replay with proof over everything that is bundled, with sockets closed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.policies.registry import PARADIGMS
from agents.rig import RigSpec
from dashboard import going_on, proving
from dashboard.forks import Change
from dashboard.launch import Launch
from dashboard.service import Service
from data.bundled import names
from data.exporters import otlp
from data.exporters.native import export
from data.samples import load_samples
from data.store import Store
from tests.rigs import ALIKE


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a replay opened a connection")

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)


def test_every_bundled_run_comes_out_of_its_record_again(
    service: Service, no_sockets: None
) -> None:
    """Also those that were asked with an earlier edition of a prompt."""
    load_samples(service.store)
    runs = service.store.runs(limit=100)
    assert len(runs) == 12
    for run in runs:
        found = proving.replay(service, run.run_id)
        assert found["ok"], (run.paradigm, found["parted"])
        assert (found["model_calls"], found["tool_calls"]) == (0, 0)


def test_a_run_is_proved_and_exported_without_a_query_for_each_request(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one, 2,000 turns with a window that slides took 11 minutes."""

    alone = []
    read = Store.sent
    monkeypatch.setattr(Store, "sent", lambda *given: alone.append(given) or read(*given))
    load_samples(service.store)
    for run in service.store.runs(limit=3):
        assert proving.replay(service, run.run_id)["ok"]
        assert list(export(service.store, run.run_id))
        assert otlp.export(service.store, [run.run_id])
        assert len(alone) <= 1 < run.model_calls  # the last one, for what it tells of tools
        alone.clear()


SAMPLED = ALIKE | {"larkspur-2", "larkspur-6", "georgia", "stock", "refund-policy"}
"""What is told apart from another scenario by its question and its facts alone."""


@pytest.mark.parametrize("scenario", [n for n in names() if n not in SAMPLED])
def test_every_scenario_in_every_paradigm_is_proved_and_so_is_a_fork_of_it(
    service: Service, no_sockets: None, scenario: str
) -> None:
    lanes = tuple(RigSpec(paradigm=name) for name in PARADIGMS)
    comparison = service.compare(Launch(scenario=scenario, lanes=lanes))
    service.wait(comparison)
    for run in service.comparison(comparison):
        assert proving.replay(service, run.run_id)["ok"], run.paradigm
        others = [name for name in PARADIGMS if name != run.paradigm]
        (fork,) = going_on.fork(service, run.run_id, Change(at=2, rig={"paradigm": others[0]}))
        service.wait(fork)
        found = proving.replay(service, fork)
        assert found["ok"], (run.paradigm, others[0], found["parted"])
