"""Runs, steps and forks, as the pages ask for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from making import AT, SETTINGS, Recorded, a_run, new_run, opening, record, replied, returned

from agents.errors import BadInput
from agents.events import Cost, Fault, Reading, Started, Stopped
from agents.messages import Call, Usage, canonical
from agents.plans import Plan, PlanStep, Verdict
from data.filters import RunFilter, SortKey
from data.scenario import Judgement
from data.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=lambda link: len(link.body)) as opened:
        yield opened


def ids(store: Store, active: frozenset[str] = frozenset(), **chosen: Any) -> list[str]:
    found = [row.run_id for row in store.runs(RunFilter(**chosen), active=active)]
    assert store.count(RunFilter(**chosen), active) == len(found)
    return found


def test_a_row_tells_the_totals_of_its_run(store: Store) -> None:
    record(store, new_run("r", comparison_id="c", scenario="project-x"), a_run(turns=3))
    row = store.run("r")
    assert row is not None
    assert (row.comparison_id, row.scenario, row.paradigm) == ("c", "project-x", "react")
    assert (row.status, row.reason, row.answer) == ("success", "answered", "Ada owns it.")
    assert (row.events, row.model_calls, row.tool_calls, row.tool_errors) == (9, 4, 3, 0)
    assert (row.input_tokens, row.output_tokens) == (100 + 150 + 200 + 100, 80)
    assert (row.peak_input_tokens, row.unknown_usage, row.usage_source) == (200, 0, "counted")
    assert (row.cost_usd, row.unpriced) == (None, 4)
    assert row.cost_why == "the scripted model costs nothing"
    assert (row.started_at, row.ended_at, row.duration_ms) == (AT, AT + 4, 4000)
    assert row.rig == {"paradigm": "react", "model": "scripted"}


def test_what_is_unknown_is_none_and_partial_sums_say_so(store: Store) -> None:
    wire = (*opening("?"), SETTINGS)

    def asked(usage: Usage, usd: float | None, why: str) -> Recorded:
        return replied(wire, usage=usage, cost=Cost(usd, why)), wire

    record(store, new_run("none"), [asked(Usage(), None, "no price")])
    record(
        store,
        new_run("some"),
        [
            asked(Usage(10, 2, 4, source="reported"), 0.5, "list of May"),
            asked(Usage(20, 1, source="counted"), 0.25, "list of May"),
            asked(Usage(), None, "no price"),
        ],
    )
    none, some = store.run("none"), store.run("some")
    assert none is not None
    assert some is not None
    assert (none.input_tokens, none.output_tokens, none.cached_tokens) == (None, None, None)
    assert (none.peak_input_tokens, none.cost_usd, none.usage_source) == (None, None, "unknown")
    assert (none.unknown_usage, none.unpriced) == (1, 1)
    assert (some.input_tokens, some.output_tokens, some.cached_tokens) == (30, 3, 4)
    assert (some.cost_usd, some.unpriced, some.unknown_usage) == (0.75, 1, 1)
    assert (some.usage_source, some.cost_why) == ("mixed", "list of May; no price")


def test_a_run_without_an_end_runs_or_was_interrupted(store: Store) -> None:
    record(store, new_run("r"), a_run(answer=None))
    store.add_run(new_run("empty"))
    assert {row.status for row in store.runs()} == {"interrupted"}
    assert {row.status for row in store.runs(active={"r", "empty"})} == {"running"}
    assert ids(store, frozenset({"r"}), statuses=("running",)) == ["r"]
    row = store.run("empty")
    assert row is not None
    assert (row.events, row.started_at, row.ended_at) == (0, AT, None)


def test_runs_are_filtered_by_every_field(store: Store) -> None:
    record(store, new_run("r1", "Who owns PX-17?", created_at=1.0), a_run())
    record(
        store,
        new_run("r2", "Was ist los?", paradigm="plan-execute", model="openai:x", created_at=2.0,
                scenario="larkspur-6", origin="imported", comparison_id="c", label="trial"),
        a_run(answer="100% Größe"),
    )  # fmt: skip
    record(store, new_run("r3", created_at=3.0), a_run(answer=None))
    store.add_verdict("r2", Judgement(True))
    store.add_verdict("r1", Judgement(False))
    assert ids(store) == ["r3", "r2", "r1"]
    for field, value in {
        "paradigms": ("plan-execute",),
        "models": ("openai:x",),
        "scenarios": ("larkspur-6", "other"),
        "origins": ("imported",),
        "passed": True,
        "comparison_id": "c",
        "label": "trial",
        "text": "100% GRÖSSE".replace("SS", "ß"),
    }.items():
        assert ids(store, **{field: value}) == ["r2"], field
    assert ids(store, statuses=("success",)) == ["r2", "r1"]
    assert ids(store, text="px-17") == ["r3", "r1"]
    assert ids(store, text="%") == ["r2"]
    assert ids(store, text="'; DROP TABLE runs; --") == []
    assert ids(store, passed=False, paradigms=("react",)) == ["r1"]
    assert store.choices()["models"] == ["openai:x", "scripted"]


def test_pages_follow_each_other(store: Store) -> None:
    for number in range(7):
        store.add_run(new_run(f"r{number}", created_at=float(number % 3)))
    pages = [store.runs(limit=3, offset=first) for first in (0, 3, 6)]
    found = [row.run_id for page in pages for row in page]
    assert found == ["r5", "r2", "r4", "r1", "r6", "r3", "r0"]


@pytest.mark.parametrize("key", get_args(SortKey))
def test_runs_are_sorted_by_every_key_with_the_unknown_last(store: Store, key: SortKey) -> None:
    record(store, new_run("r1", "b", created_at=1.0), a_run(turns=1))
    record(store, new_run("r2", "a", created_at=2.0), a_run(turns=2))
    store.add_run(new_run("r3", "c", created_at=3.0))
    up, down = (ids(store, sort=key, descending=way) for way in (False, True))
    assert sorted(up) == sorted(down) == ["r1", "r2", "r3"]
    if key in ("events", "model_calls", "tool_calls", "input_tokens", "output_tokens", "tokens"):
        assert up == ["r1", "r2", "r3"]
        assert down == ["r2", "r1", "r3"]


def test_a_sort_key_that_does_not_exist_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="cannot be sorted by 1; DROP"):
        store.runs(RunFilter(sort="1; DROP"))  # type: ignore[arg-type]


def test_lanes_of_a_comparison_keep_their_order(store: Store) -> None:
    for name, at in (("b", 1.0), ("a", 2.0), ("c", 2.0)):
        store.add_run(new_run(name, comparison_id="k", created_at=at))
    assert [row.run_id for row in store.comparison("k")] == ["b", "a", "c"]
    assert store.comparison("none") == []


def test_steps_are_the_model_and_tool_calls_with_their_numbers(store: Store) -> None:
    record(store, new_run("r"), a_run(turns=1))
    asked, called, answered = store.steps(["r"])
    assert (asked.seq, asked.kind, asked.actor, asked.name) == (1, "model", "agent", "scripted")
    assert (asked.status, asked.usage_source, asked.input_tokens) == ("stop", "counted", 100)
    assert (asked.started_at, asked.ended_at) == (AT, AT + 0.8)
    assert asked.summary == "Thought 0 about Who owns PX-17?"
    assert (called.seq, called.kind, called.actor, called.name) == (2, "tool", "", "look_up")
    assert called.status == "ok"
    assert called.summary == 'look_up(key="Passage 0 ")'
    assert called.call_key == 'look_up {"key":"Passage 0 "}'
    assert (called.input_tokens, dict(called.parts)) == (None, {})
    assert (answered.seq, answered.summary) == (3, "Ada owns it.")


def test_the_parts_of_a_request_are_the_sums_of_its_links(store: Store) -> None:
    events = list(a_run(turns=3))
    record(store, new_run("r"), events)
    for step in store.steps(["r"]):
        if step.kind == "model":
            expected: dict[str, int] = {}
            for link in events[step.seq][1]:
                expected[link.part] = expected.get(link.part, 0) + len(link.body)
            assert dict(step.parts) == expected


def test_a_summary_is_one_line_of_what_matters(store: Store) -> None:
    wire = (*opening("?"), SETTINGS)
    readings = [
        Reading(fault=Fault("thought_only", "Only\na thought.")),
        Reading(calls=(Call("1", "a"), Call("2", "b"))),
        Reading(plan=Plan("g", (PlanStep("1", "t", "a"), PlanStep("2", "t", "b")))),
        Reading(verdict=Verdict("2", False, "wrong project")),
        Reading(answer="x" * 900),
    ]
    events: list[Recorded] = [(replied(wire, reading=reading), wire) for reading in readings]
    events.append((returned(outcome="timeout", output="Timed out"), ()))
    record(store, new_run("r"), events)
    steps = store.steps(["r"])
    assert [step.summary for step in steps] == [
        "unusable reply: a thought without an action or an answer",
        "a, b",
        "plan of 2 steps",
        "2 not satisfied: wrong project",
        "x" * 199 + "…",
        'look_up(key="Timed out"): Timed out',
    ]
    assert [step.fault for step in steps] == ["thought_only", "", "", "", "", ""]
    row = store.run("r")
    assert row is not None
    assert row.tool_errors == 1


def test_a_call_is_known_by_its_arguments_in_whatever_order(store: Store) -> None:
    calls = [
        Call("1", "f", {"a": 1, "b": "é"}),
        Call("2", "f", {"b": "é", "a": 1}),
        Call("3", "f", {"a": "x" * 10_000}),
        Call("4", "f", {"a": "x" * 10_000}),
        Call("5", "f", fault="invalid_json", raw="{a:"),
    ]
    record(store, new_run("r"), [(returned(call=call), ()) for call in calls])
    keys = [step.call_key for step in store.steps(["r"])]
    assert keys[0] == keys[1] == "f " + canonical({"a": 1, "b": "é"})
    assert keys[2] == keys[3] != keys[0]
    assert len(keys[2]) < 100
    assert keys[4] == "f {a:"


def forks(store: Store) -> list[list[Any]]:
    """r1 with 9 events; r2 leaves it at 5; r3 leaves r2 at 6; r4 leaves r3 at 3."""
    whole = list(a_run(turns=3))
    first = record(store, new_run("r1"), whole)
    other = [(returned(output="Edited"), ()), whole[-2], whole[-1]]
    second = record(store, new_run("r2", parent_run_id="r1", forked_at=5), list(other))
    third = record(store, new_run("r3", parent_run_id="r2", forked_at=6), whole[-1:])
    fourth = record(store, new_run("r4", parent_run_id="r3", forked_at=3), whole[-1:])
    return [
        first,
        first[:5] + second,
        first[:5] + second[:1] + third,
        first[:3] + fourth,
    ]


def test_a_fork_has_its_parents_events_and_then_its_own(store: Store) -> None:
    for number, events in enumerate(forks(store), start=1):
        name = f"r{number}"
        assert store.events(name) == events
        for upto in range(len(events) + 2):
            assert store.events(name, upto) == events[:upto]
        row = store.run(name)
        assert row is not None
        assert row.events == len(events)
        assert row.model_calls == sum(event.kind == "replied" for event in events)
        steps = store.steps([name])
        assert {step.run_id for step in steps} == {name}
        assert [step.seq for step in steps] == [
            seq for seq, event in enumerate(events) if event.kind in ("replied", "returned")
        ]
        assert all(step.parts for step in steps if step.kind == "model")
        assert store.event_json(name, len(events)) is None
        assert store.event_json(name, 1) == store.event_json("r1", 1)


def test_forks_are_counted_and_found(store: Store) -> None:
    forks(store)
    store.add_run(new_run("r5", parent_run_id="r1", forked_at=2))
    assert [(row.run_id, row.forked_at) for row in store.children("r1")] == [("r5", 2), ("r2", 5)]
    assert {row.run_id: row.forks for row in store.runs()} == {
        "r1": 2, "r2": 1, "r3": 1, "r4": 0, "r5": 0,
    }  # fmt: skip
    assert store.children("r5") == []


def test_a_fork_that_has_not_begun_holds_what_it_inherits(store: Store) -> None:
    events = record(store, new_run("r1"), a_run())
    store.add_run(new_run("r2", parent_run_id="r1", forked_at=3, created_at=AT + 60))
    assert store.events("r2") == events[:3]
    row = store.run("r2", active={"r2"})
    assert row is not None
    assert (row.status, row.events, row.started_at) == ("running", 3, AT + 60)


def test_runs_that_claim_each_other_as_parents_end(store: Store) -> None:
    store.add_run(new_run("a", parent_run_id="b", forked_at=1))
    store.add_run(new_run("b", parent_run_id="a", forked_at=1))
    assert store.events("a") == []
    assert len(store.runs(RunFilter(sort="tokens"))) == 2


def test_what_is_not_known_is_answered_with_nothing(store: Store) -> None:
    assert store.run("no") is None
    assert store.events("no") == []
    assert store.steps(["no"]) == []
    assert store.steps([]) == []
    assert store.event_json("no", 0) is None
    assert store.request("0" * 32) == []
    assert store.new_links("0" * 32, None) == 0
    assert store.new_links("0" * 32, "1" * 32) == 0


def test_a_request_named_but_not_brought_stays_named(store: Store) -> None:
    wire = (*opening("?"), SETTINGS)
    record(store, new_run("r1"), [(replied(wire), wire)])
    record(store, new_run("r2"), [(replied(wire), ()), (replied(wire, request="elsewhere"), ())])
    [brought] = store.steps(["r1"])
    named, elsewhere = store.steps(["r2"])
    assert (named.request, named.parts) == (brought.request, brought.parts)
    assert (elsewhere.request, elsewhere.parts) == (None, {})


def test_times_are_utc_with_microseconds(store: Store) -> None:
    record(store, new_run("r"), [(Started(AT + 0.123456, "?", {}), ())])
    store.count()
    with store._database.reading() as cur:
        [[kind, text]] = cur.execute(
            "SELECT typeof(started_at), started_at::TEXT FROM events"
        ).fetchall()
    assert (kind, text) == ("TIMESTAMP", "2025-06-15 15:06:40.123456")


def test_a_run_of_a_thousand_turns_is_read_in_linear_time(store: Store) -> None:
    events = list(a_run(turns=1000))
    store.append_many([("r", seq, *each) for seq, each in enumerate(events)], [new_run("r")])
    begun = time.process_time()
    steps = store.steps(["r"])
    request = store.request(steps[-1].request or "")
    took = time.process_time() - begun
    assert len(steps) == 2001
    assert tuple(request) == events[-2][1]
    assert sum(steps[-1].parts.values()) == sum(len(link.body) for link in request)
    assert took < 5


def test_stopped_runs_keep_the_whole_answer(store: Store) -> None:
    answer = "Line\nby line\0" * 100
    record(store, new_run("r"), [(Stopped(AT, "partial", "Step limit", answer, ("PX-24",)), ())])
    row = store.run("r")
    assert row is not None
    assert (row.status, row.reason, row.answer) == ("partial", "Step limit", answer)
