"""The tour without a browser: what Next does, what counts as done by hand, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import tour
from dashboard.service import Service


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    lanes = tuple(spec.model_copy(update={"pace": 0.0}) for spec in tour.LAUNCH.lanes)
    monkeypatch.setattr(tour, "LAUNCH", tour.LAUNCH.model_copy(update={"lanes": lanes}))
    made = Service.open(":memory:")
    yield made
    made.close()


def test_next_runs_looks_forks_and_compares_real_runs(service: Service) -> None:
    now = tour.begin(service)
    places = []
    for _ in range(4):
        now, place = tour.do(service, now)
        places.append(place)
    assert [page for page, _ in places] == ["", "replay", "replay", "diff"]
    service.wait(now.fork)
    parent, fork = service.run(now.run), service.run(now.fork)
    assert (parent.passed, fork.passed) == (False, True)
    assert fork.parent_run_id == parent.run_id
    assert places[-1][1]["runs"] == f"{parent.run_id},{fork.run_id}"
    step = service.events(parent.run_id)[int(places[1][1]["step"])]
    assert step.kind == "returned"

    tour.finish(service)
    assert tour.tour_of(service).state == "done"


def test_the_real_thing_counts_as_much_as_next(service: Service) -> None:
    now = tour.begin(service)
    other = service.compare(tour.LAUNCH.model_copy(update={"lanes": tour.LAUNCH.lanes[:1]}))
    assert tour.seen(service, now, ("", {"comparison": other}), {}).step == 1
    comparison = service.compare(tour.LAUNCH)
    now = tour.seen(service, now, ("", {"comparison": comparison}), {})
    assert (now.step, now.comparison) == (2, comparison)
    careless = service.comparison(comparison)[-1].run_id
    assert tour.seen(service, now, ("replay", {"run": "r-other"}), {}).step == 2
    now = tour.seen(service, now, ("replay", {"run": careless}), {})
    now = tour.seen(service, now, ("replay", {"run": careless}), {careless: ["r-fork"]})
    assert (now.step, now.fork) == (4, "r-fork")
    assert tour.seen(service, now, ("diff", {"runs": f"{careless},r-fork"}), {}).step == tour.LAST


def test_it_goes_on_where_it_was_left_and_begins_anew_without_its_runs(service: Service) -> None:
    now, _ = tour.do(service, tour.begin(service))
    tour.leave(service)
    assert tour.tour_of(service).state == "left"
    assert tour.begin(service) == now
    now, _ = tour.do(service, now)
    service.store.delete_runs([now.run])
    assert tour.tour_of(service) == tour.Tour("on")


def test_it_is_remembered_after_a_restart(tmp_path: Path) -> None:
    db = str(tmp_path / "t.duckdb")
    first = Service.open(db)
    tour.begin(first)
    tour.leave(first)
    first.close()
    again = Service.open(db)
    assert tour.tour_of(again).state == "left"
    again.close()
