"""Whatever was imported is forked, run on and proved, or refused in a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from dashboard import going_on, proving
from dashboard.forks import Change
from dashboard.service import Service
from data.importers.registry import find
from data.importing import import_file
from data.unpacking import source_from
from tests.fuzz_imports import bent, seeds

FILES = 40
"""1,500 were tried with the same seed; so many keep the suite short."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


def test_a_run_of_a_bent_file_goes_on_from_any_event_in_any_paradigm(service: Service) -> None:
    known, forked = seeds(), 0
    for number in range(FILES):
        dice = random.Random(number)
        source = source_from(f"bent {number}", bent(number, "fork", known)[1])
        try:
            told = import_file(service.store, source, find(source))
        except BadInput:
            continue
        for run_id in told["runs"][:1]:
            events = service.events(run_id)
            at = dice.randint(1, max(1, len(events)))
            rig = {"paradigm": dice.choice(sorted(PARADIGMS)), "model": "scripted"}
            try:
                (fork,) = going_on.fork(service, run_id, Change(at=at, rig=rig))
            except BadInput as refused:
                assert "\n" not in str(refused)
                continue
            service.wait(fork)
            problem = service.problem(fork)
            assert not problem or "write its result" in problem, (number, problem)
            assert proving.replay(service, fork)["ok"], number
            forked += 1
    assert forked > FILES / 5
