"""Trial sets: run as ordinary runs, paused, resumed, cancelled, capped, estimated, killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from protocol_server import Fail, ProtocolServer, Say
from trying import SMALL, serviced, small, tried

from agents.errors import BadInput, NotReady
from dashboard.trials.estimate import estimate
from dashboard.trials.results import results
from data.trials import sets
from data.trials.plan import plan_from

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"trials": 0}, "trials: Input should be greater than or equal to 1 (got 0)"),
        ({"trials": 201}, "less than or equal to 200"),
        ({"concurrency": 99}, "concurrency: Input should be less than or equal to 16 (got 99)"),
        ({"budget_usd": 0}, "the cost cap: Input should be greater than 0"),
        ({"scenarios": []}, "scenarios: "),
        ({"scenarios": ["nope"]}, "There is no scenario"),
        ({"paradigms": ["nope"]}, "There is no paradigm"),
        ({"faults": ["nope"]}, "larkspur-2 has no fault “nope”; it has: wrong-passage"),
        ({"faults": ["empty+nope"]}, "has no fault “nope”"),
        ({"models": ["scripted", "scripted"]}, "“scripted” is named twice"),
        ({"chance": 0.5}, "A chance below 1 needs something that can be on or off"),
        ({"chance": 1.5, "faults": ["empty"]}, "chance: "),
        ({"nope": 1}, "nope: Extra inputs are not permitted"),
        ({"trials": 200, "models": [f"openai:m{n}" for n in range(20)]}, "5,000 is the most"),
    ],
)
def test_impossible_settings_are_explained_and_not_clamped(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput) as told:
        plan_from({**SMALL, **changes})
    assert says in str(told.value)
    assert "\n" not in str(told.value) and str(told.value).endswith(".")


def test_a_set_is_ordinary_runs_each_in_one_cell_found_among_the_runs() -> None:
    with serviced() as service:
        found = tried(service, small(name="first"))
        assert found.progress is not None
        assert (found.progress.state, found.progress.finished) == ("done", 4)
        ids = [run_id for cell in found.cells for run_id in cell.runs]
        rows = service.store.runs()
        assert sorted(ids) == sorted(row.run_id for row in rows) and len(set(ids)) == 4
        assert all(row.label.startswith(f"trial {found.set_id} · ") for row in rows)
        assert {row.origin for row in rows} == {"simulated"}
        assert all(row.passed for row in rows)
        assert sets.set_of(service.store, ids[0]) == found.set_id
        assert found.progress.spent_usd is None, "no provider was called: that is not 0"
        with pytest.raises(BadInput, match="nothing is left"):
            service.trials.resume(found.set_id)


def test_equal_repeats_are_said_to_say_no_more_than_one() -> None:
    with serviced() as service:
        found = tried(service, small())
        (note,) = [note for note in found.notes if "deterministic" in note]
        assert "say no more than one" in note
        for cell in found.cells:
            one, other = cell.measured
            assert cell.deterministic and cell.interval is None
            assert (one.tokens, one.model_calls) == (other.tokens, other.model_calls)


def test_a_chance_is_drawn_from_the_seed_alike_for_every_paradigm() -> None:
    plan = small(faults=["none", "wrong-passage"], chance=0.5, trials=12, seed=4)
    drawn = {
        using: [c.is_on for c in plan.cells() if c.key.fault != "none" and c.key.paradigm == using]
        for using in plan.paradigms
    }
    first, second = drawn.values()
    assert first == second and set(first) == {True, False}
    assert all(not cell.deterministic for cell in plan.cells() if cell.key.fault != "none")
    assert all(cell.deterministic for cell in plan.cells() if cell.key.fault == "none")
    other = small(faults=["none", "wrong-passage"], chance=0.5, trials=12, seed=5)
    again = [c.is_on for c in other.cells() if c.key == next(plan.cells()).key]
    assert len(again) == 12
    habit = small(models=["scripted+forgetful"], chance=0.5, trials=12)
    assert {cell.spec().model for cell in habit.cells()} == {"scripted", "scripted+forgetful"}


def test_a_paused_set_goes_on_where_it_was_and_repeats_no_finished_cell() -> None:
    with serviced() as service:
        set_id = service.trials.start(small(trials=6, concurrency=1))
        assert service.trials.pause(set_id)
        service.trials.wait(set_id)
        before = results(service, set_id)
        assert before.progress is not None and before.progress.state == "paused"
        done = {cell.key: cell.runs for cell in before.cells}
        assert before.progress.finished < 12
        service.trials.resume(set_id)
        with pytest.raises(BadInput, match="running already"):
            service.trials.resume(set_id)
        service.trials.wait(set_id)
        after = results(service, set_id)
        assert after.progress is not None
        assert (after.progress.state, after.progress.finished) == ("done", 12)
        assert len(sets.one(service.store, set_id).fills) == 12
        for cell in after.cells:
            assert set(done[cell.key]) <= set(cell.runs)


def test_cancelling_breaks_off_what_goes_on_and_keeps_the_rest() -> None:
    with serviced() as service:
        set_id = service.trials.start(small(faults=["slow"], trials=5))
        assert service.trials.cancel(set_id)
        service.trials.wait(set_id)
        found = results(service, set_id)
        assert found.progress is not None and found.progress.state == "cancelled"
        assert found.progress.finished == 0 and found.progress.waiting == 10
        assert not any(cell.measured for cell in found.cells), "what broke off is no result"
        assert service.trials.pause(set_id) is False
        with pytest.raises(BadInput, match="There is no trial set"):
            service.trials.pause("t-nope")


KILLED = """
import sys
from dashboard.service import Service
from data.trials import sets
from data.trials.plan import plan_from
service = Service.open(sys.argv[1])
set_id = service.trials.start(plan_from({"scenarios": ["larkspur-2"], "trials": 5}))
told = 0
while service.trials.is_running(set_id):
    found = sets.one(service.store, set_id)
    rows = service.trials.rows(found)
    done = sorted(i for i, row in rows.items() if row.passed is not None)
    print(" ".join([set_id, *done]), flush=True)
"""


def test_a_set_whose_process_was_killed_goes_on_without_repeating_a_finished_cell(
    tmp_path: Path,
) -> None:
    path = str(tmp_path / "t.duckdb")
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    set_id, done = "", list[str]()
    for line in process.stdout:
        set_id, *done = line.split()
        if len(done) >= 3:
            break
    process.kill()
    process.wait()
    process.stdout.close()
    assert process.returncode == -9
    with serviced(path=path) as service:
        left = results(service, set_id)
        assert left.progress is not None and left.progress.state == "interrupted"
        assert 3 <= left.progress.finished < 20
        service.trials.resume(set_id)
        service.trials.wait(set_id)
        found = results(service, set_id)
        assert found.progress is not None
        assert (found.progress.state, found.progress.finished) == ("done", 20)
        filled = [run_id for cell in found.cells for run_id in cell.runs]
        assert len(set(filled)) == 20 and set(done) <= set(filled)
        fills = sets.one(service.store, set_id).fills
        begun_twice = len(fills) - 20
        assert begun_twice <= 2, "only what was going on is begun again, and two went on at most"
        assert all(cell.tally == (5, 5) for cell in found.cells)


def paid(server: ProtocolServer) -> dict[str, str]:
    return {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.openai_url}


PAID = {"models": ["openai:gpt-4o-mini"], "paradigms": ["function-calling"], "concurrency": 1}


def test_a_set_stops_at_its_cost_cap_says_so_and_keeps_what_it_has() -> None:
    """A call of 100,000 tokens read and 1,000 written costs $0.0156 at list price."""
    with (
        ProtocolServer([Say("I do not know.", usage=(100_000, 1_000))]) as server,
        serviced(paid(server)) as service,
    ):
        found = tried(service, small(**PAID, trials=20, budget_usd=0.05))
        assert found.progress is not None
        assert (found.progress.state, found.progress.finished) == ("budget", 4)
        assert found.progress.reason == "the cost cap of $0.050 is reached ($0.062 spent)"
        assert found.progress.spent_usd == pytest.approx(4 * 0.0156)
        assert found.cells[0].tally == (4, 0), "what was run is kept, and judged"
        with pytest.raises(BadInput, match="give a higher cap"):
            service.trials.resume(found.set_id)
        service.trials.resume(found.set_id, 0.08)
        service.trials.wait(found.set_id)
        more = results(service, found.set_id)
        assert more.progress is not None and more.progress.state == "budget"
        assert more.progress.finished == 6 and more.stored is not None
        assert more.stored.budget_usd == 0.08


def test_a_cap_on_a_model_without_a_price_is_refused_and_unknown_is_never_0() -> None:
    with serviced() as service:
        with pytest.raises(BadInput, match="A cost cap cannot be kept for local:tiny"):
            service.trials.start(small(models=["local:tiny"], budget_usd=1))
        assert sets.names(service.store) == [], "nothing was stored"
        found = tried(service, small(budget_usd=0.01, trials=1))
        assert found.progress is not None and found.progress.state == "done"
    with (
        ProtocolServer([Say("I do not know.", usage=None)]) as server,
        serviced(paid(server)) as service,
    ):
        found = tried(service, small(**PAID, trials=9, budget_usd=5))
        assert found.progress is not None and found.progress.state == "budget"
        assert "has no price" in found.progress.reason
        assert found.progress.finished == 1 and found.progress.unpriced_runs == 1


def test_a_missing_key_is_told_before_anything_is_stored() -> None:
    with serviced() as service:
        with pytest.raises(NotReady, match="OPENAI_API_KEY"):
            service.trials.start(small(models=["scripted", "openai:gpt-5"]))
        assert sets.names(service.store) == [] and service.store.count() == 0


def test_errors_of_a_model_pause_the_set_count_for_nothing_and_are_tried_again() -> None:
    answers: list[Any] = [Fail(401, "Incorrect API key provided", "invalid_api_key")]
    with ProtocolServer(lambda received: answers[-1]) as server, serviced(paid(server)) as service:
        found = tried(service, small(**PAID, trials=8))
        assert found.progress is not None and found.progress.state == "failed"
        assert "5 runs in a row ended in an error" in found.progress.reason
        assert found.progress.errors == 5 and found.cells[0].tally == (0, 0)
        assert found.cells[0].rate is None and found.cells[0].unjudged == 5
        assert any("no verdict" in note for note in found.notes)
        answers.append(Say("I do not know."))
        service.trials.resume(found.set_id)
        service.trials.wait(found.set_id)
        again = results(service, found.set_id)
        assert again.progress is not None and again.progress.state == "done"
        assert again.cells[0].tally == (8, 0)


def test_an_estimate_comes_from_a_scripted_run_then_from_earlier_runs() -> None:
    with serviced() as service:
        plan = small(faults=["none", "slow"], trials=2)
        first = estimate(service, plan)
        assert first.sources == {"a scripted run": 4} and first.seconds is None
        assert first.cost_usd is None and first.cost_why == "the scripted model calls no provider"
        found = tried(service, plan)
        measured = [one for cell in found.cells for one in cell.measured]
        assert first.model_calls == sum(one.model_calls for one in measured)
        assert first.input_tokens == sum(one.input_tokens or 0 for one in measured)
        then = estimate(service, plan)
        assert then.sources == {"earlier runs": 4} and then.seconds is not None
        assert then.told()["estimate"] is True


def test_an_estimate_of_a_priced_model_has_a_cost_and_no_time_and_heeds_the_cap() -> None:
    with serviced() as service:
        found = estimate(service, small(models=["openai:gpt-4o-mini"], budget_usd=0.0001))
        assert found.cost_usd is not None and found.cost_usd > 0.0001 and found.over_cap is True
        assert found.seconds is None
        unpriced = estimate(service, small(models=["local:tiny"]))
        assert unpriced.cost_usd is None and "no price list" in unpriced.cost_why
        assert unpriced.over_cap is None
