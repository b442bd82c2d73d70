"""The tree of a run's forks: what made each, how it ended, what it cost by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agents.events import Cost, Edited, Event, Reading, Replied, Stopped
from agents.rig import Limits, RigSpec
from data.diff.rig_words import rig_changes
from data.kinship.family import Family, edit_words, family_of
from data.scenario import Judgement
from data.store import Store
from tests.making import AT, Recorded, a_run, new_run, record, replied, returned


@pytest.fixture
def store() -> Any:
    with Store.open(":memory:") as opened:
        yield opened


def spec(**more: Any) -> dict[str, Any]:
    return RigSpec(paradigm="react", **more).model_dump(mode="json")


def a_fork(store: Store, name: str, parent: str, at: int, *own: Event, **more: Any) -> None:
    """With these first own events, and an ending."""
    ending = replied((), reading=Reading(answer="so"), cost=Cost(0.25, "listed"))
    events: list[Recorded] = [(event, ()) for event in own]
    events += [(ending, ()), (Stopped(AT, "success", "answered", "so"), ())]
    record(store, new_run(name, parent_run_id=parent, forked_at=at, **more), events)


def family(store: Store, name: str) -> Family:
    return family_of(store.family(name))


def told(found: Family) -> list[tuple[str, int, str]]:
    return [(one.run.run_id, one.depth, one.edit) for one in found.members]


@pytest.fixture
def grown(store: Store) -> Store:
    edited = replace(returned("search", output="Refunds take 3 days."), origin="edited")
    reply: Replied = replace(replied((), text="Answer: no"), origin="edited")
    record(store, new_run("r1", rig=spec()), a_run(turns=3))
    a_fork(store, "r2", "r1", 3, Edited(AT, "observation", "Data is kept for 90 days.", "call_1"),
           rig=spec())  # fmt: skip
    a_fork(store, "r3", "r2", 4, rig=spec(limits=Limits(max_iterations=5)))
    a_fork(store, "r4", "r1", 5, reply, rig=spec())
    a_fork(store, "r5", "r1", 3, edited, rig={**spec(), "paradigm": "function-calling"})
    a_fork(store, "r6", "r1", 5, rig=spec())
    return store


@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r6"])
def test_the_tree_is_the_same_from_every_member(grown: Store, name: str) -> None:
    assert told(family(grown, name)) == [
        ("r1", 0, ""),
        ("r2", 1, "other result: “Data is kept for 90 days.”"),
        ("r3", 2, "max_iterations 10 → 5"),
        ("r5", 1, "other result of search: “Refunds take 3 days.”, "
         "paradigm react → function-calling"),
        ("r4", 1, "other reply: “Answer: no”"),
        ("r6", 1, "nothing changed"),
    ]  # fmt: skip


def test_a_family_costs_what_each_did_itself(grown: Store) -> None:
    found = family(grown, "r1")
    assert {one.run.run_id: one.own.model_calls for one in found.members} == {
        "r1": 4, "r2": 1, "r3": 1, "r5": 1, "r4": 2, "r6": 1,
    }  # fmt: skip
    assert found.own.model_calls == 10
    assert found.own.tool_calls == 3 + 1
    assert (found.own.cost_usd, found.own.unpriced) == (5 * 0.25, 5)


def test_forks_that_repeat_one_experiment_are_one_group(store: Store) -> None:
    record(store, new_run("r1", rig=spec()), a_run(turns=3))
    for number, passed in enumerate((True, False, True, None)):
        name = f"same{number}"
        edit = Edited(AT + number, "question", "Who else?")
        a_fork(store, name, "r1", 3, edit, rig=spec())
        if passed is not None:
            store.add_verdict(name, Judgement(passed))
    a_fork(store, "other", "r1", 3, Edited(AT, "question", "Who?"), rig=spec())
    a_fork(store, "elsewhere", "r1", 5, Edited(AT, "question", "Who else?"), rig=spec())
    a_fork(store, "hotter", "r1", 3, Edited(AT, "question", "Who else?"), rig=spec(temperature=1))
    found = family(store, "same0")
    [many] = [group for group in found.groups if len(group.runs) > 1]
    assert many.runs == ("same0", "same1", "same2", "same3")
    assert (many.passed, many.judged, many.ended) == (2, 3, 4)
    assert len(found.groups) == 5
    assert {one.alike for one in found.members} == set(range(5))


def test_an_edit_is_only_what_the_fork_begins_with(store: Store) -> None:
    record(store, new_run("r1", rig=spec()), a_run(turns=3))
    later = Edited(AT, "question", "later")
    a_fork(store, "r2", "r1", 3, Edited(AT, "system", "Be brief."), returned(), later, rig=spec())
    assert told(family(store, "r2"))[1][2] == "other system prompt: “Be brief.”"


def test_a_run_alone_is_a_family_of_one(store: Store) -> None:
    record(store, new_run("r1"), a_run())
    assert told(family(store, "r1")) == [("r1", 0, "")]
    assert store.family("none") == []
    assert family_of([]).members == ()


def test_a_fork_whose_parent_was_deleted_begins_a_family_of_its_own(grown: Store) -> None:
    grown.delete_runs(["r2"])
    assert told(family(grown, "r3")) == [("r3", 0, "")]
    assert [name for name, _, _ in told(family(grown, "r1"))] == ["r1", "r5", "r4", "r6"]


def test_runs_that_claim_each_other_as_parents_are_no_endless_tree(store: Store) -> None:
    store.add_run(new_run("a", parent_run_id="b", forked_at=1))
    store.add_run(new_run("b", parent_run_id="a", forked_at=1))
    assert sorted(name for name, _, _ in told(family(store, "a"))) == ["a", "b"]


def test_a_family_of_two_hundred_is_read_in_a_few_questions(store: Store) -> None:
    record(store, new_run("r1", rig=spec()), a_run(turns=3))
    for number in range(200):
        a_fork(store, f"f{number:03}", "r1" if number < 100 else f"f{number - 100:03}", 3,
               Edited(AT, "question", f"Who {number}?"), rig=spec())  # fmt: skip
    found = family(store, "f150")
    assert len(found.members) == 201
    assert found.own.model_calls == 4 + 200


def test_rigs_are_compared_in_words() -> None:
    one = spec(tools=("calculator",))
    other = spec(tools=("sql:x.db",), model="openai:m", temperature=0.5, prompt="Be brief.",
                 limits=Limits(max_cost_usd=1.5))  # fmt: skip
    assert rig_changes(one, other) == [
        "model scripted → openai:m",
        "tools −calculator +sql:x.db",
        "another system prompt",
        "temperature none → 0.5",
        "max_cost_usd none → 1.5",
    ]
    assert rig_changes(one, one) == []
    assert rig_changes({"paradigm": "react"}, spec()) == []
    assert rig_changes({"paradigm": "agent", "app": 1}, spec()) == ["paradigm agent → react"]


def test_an_edits_text_is_one_line_however_long() -> None:
    words = edit_words(Edited(AT, "question", "line\nby\nline " * 900))
    assert words.startswith("other question: “line by line")
    assert words.endswith("…”") and len(words) < 110


def test_the_tree_is_drawn_with_repeats_behind_one_line(store: Store) -> None:
    from dashboard.family_view import family_data

    record(store, new_run("r1", rig=spec()), a_run(turns=3))
    for name in ("a", "b"):
        a_fork(store, name, "r1", 3, rig=spec())
    a_fork(store, "deep", "a", 4, rig=spec(temperature=1))
    a_fork(store, "last", "r1", 5, rig=spec(temperature=1))
    drawn = family_data(family(store, "deep"), "deep")
    assert [
        (row["rails"], row["run"], row["edit"], len(row["under"])) for row in drawn["rows"]
    ] == [
        ("●", "r1", "ReAct on scripted", 0),
        ("├─ ", "", "nothing changed", 0),
        ("│  ├─ ", "a", "repeat 1", 1),
        ("│  │  └─ ", "deep", "temperature none → 1.0", 1),
        ("│  └─ ", "b", "repeat 2", 1),
        ("└─ ", "last", "temperature none → 1.0", 0),
    ]
    assert drawn["open"] == drawn["rows"][2]["under"]
    assert drawn["rows"][1]["status_text"] == "no verdict"
