"""Who may ask the dashboard's API, and for what."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agents.errors import NotThere
from dashboard.passes import LIFE_S, Passes
from dashboard.service import Service
from dashboard.words import speaking
from data.store import Store
from tests.process import Open


class Door(NamedTuple):
    url: str
    token: str


@pytest.fixture(scope="module")
def door(opened: Open) -> Door:
    return Door(opened.url, json.loads(Path(f"{opened.db}.server.json").read_text())["token"])


def ask(door: Door, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    sent = {"Authorization": f"Bearer {door.token}", **headers}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(door.url + path, data, sent)
    try:
        with urllib.request.urlopen(request, timeout=90) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


LAUNCH = {"scenario": "umbrella", "lanes": [{"paradigm": "react"}]}


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ({"Authorization": ""}, "token"),
        ({"Authorization": "Bearer wrong"}, "token"),
        ({"Host": "evil.example"}, "host name"),
        ({"Origin": "https://evil.example"}, "other sites"),
        ({"Origin": "null"}, "other sites"),
    ],
)
def test_strangers_are_refused_before_anything_happens(
    door: Door, headers: dict[str, str], says: str
) -> None:
    for path, body in (("/api/comparisons", LAUNCH), ("/api/runs", {}), ("/api/runs/x", None)):
        status, told = ask(door, path, body, **headers)
        assert status in (400, 403)
        assert status == 400 or says in told["error"]


def test_a_launch_runs_and_is_found(door: Door) -> None:
    status, made = ask(door, "/api/comparisons", LAUNCH)
    assert status == 200 and len(made["runs"]) == 1
    run_id = made["runs"][0]["run"]
    while (shown := ask(door, f"/api/runs/{run_id}")[1])["status"] == "running":
        time.sleep(0.1)
    assert shown["passed"] is True
    assert ask(door, f"/api/runs/{run_id}/steps/999")[0] == 400
    assert ask(door, "/api/runs/nope")[0] == 404


@pytest.mark.parametrize("body", [{}, {"lanes": []}, {"lanes": [{"paradigm": "x"}]}, [], "x", 3])
def test_nonsense_is_one_sentence(door: Door, body: Any) -> None:
    status, told = ask(door, "/api/comparisons", body)
    assert status == 400
    assert told["error"] and "Traceback" not in told["error"]


def test_a_pages_pass_may_read_and_nothing_more(door: Door) -> None:
    _, made = ask(door, "/api/comparisons", LAUNCH)
    run_id = made["runs"][0]["run"]
    status, lanes = ask(door, f"/api/lanes?runs={run_id}")
    assert status == 200 and lanes["lanes"][0]["run"] == run_id
    pass_ = {"Authorization": f"Bearer {lanes['poll']['token']}"}
    assert ask(door, f"/api/lanes?runs={run_id}", **pass_)[0] == 200
    assert ask(door, "/api/comparisons", LAUNCH, **pass_)[0] == 403
    assert ask(door, f"/api/runs/{run_id}/cancel", {}, **pass_)[0] == 403


def test_a_pass_ends_and_cannot_be_forged(monkeypatch: pytest.MonkeyPatch) -> None:
    passes, others = Passes(), Passes()
    issued = passes.issue()
    assert passes.holds(issued)
    assert not others.holds(issued)
    far = "9" * 20
    for forged in ("", ".", f"{far}.", f"{far}." + "0" * 64, "x" + issued, "²." + issued,
                   "9" * 5_000 + ".", "\ud800." + issued):  # fmt: skip
        assert not passes.holds(forged)
    import time

    later = time.time_ns() + (LIFE_S + 2) * 1_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    assert not passes.holds(issued)


def test_no_two_passes_are_alike_so_that_a_page_is_always_told_of_a_new_one() -> None:
    passes = Passes()
    assert len({passes.issue() for _ in range(5)}) == 5


def test_metrics_tell_duration_iterations_and_totals_S0_43(door: Door) -> None:
    _, made = ask(door, "/api/comparisons", LAUNCH)
    while ask(door, f"/api/comparisons/{made['comparison']}")[1]["running"]:
        pass
    with urllib.request.urlopen(door.url + "/metrics", timeout=90) as response:
        text = response.read().decode()
    assert 'triptych_runs_total{outcome="success",paradigm="react"}' in text
    assert 'triptych_iterations{outcome="success",paradigm="react"} 3.0' in text
    assert 'triptych_run_duration_seconds_bucket{le="+Inf",outcome="success"' in text
    assert "triptych_active_runs 0.0" in text and "triptych_waiting_spans 0.0" in text


def test_what_is_not_here_is_known_by_its_kind_whatever_the_language() -> None:
    """The API answers 404 by it; a page may be spoken to in Chinese."""
    with Store.open(":memory:") as store, speaking("zh"):
        service = Service(store)
        for look in (service.run, service.comparison, lambda one: service.these([one])):
            with pytest.raises(NotThere, match="nope"):
                look("nope")
