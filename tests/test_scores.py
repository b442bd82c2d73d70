"""Verdicts and scores go out with a trace and come back as they were; those of others are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events import Started, Stopped
from data.exporters import otlp
from data.importers.otlp_raw import Raw
from data.importers.otlp_scores import EVENT
from data.importers.otlp_scores import scores_of as scores_in
from data.live.traces import LiveTraces
from data.scenario import Check, Judgement
from data.scores import Score, scores_of
from data.store import Store
from tests.making import AT, a_run, new_run, record
from tests.otlp_rules import parsed
from tests.otlp_spans import Json, chat, pairs, request, said, span
from tests.otlp_spans import a_run as a_trace
from tests.test_import_otlp import imported, protobuf

FULL = Judgement(False, (Check("amount", True, "found 42"), Check("entity", False, "")))
JUDGED = [
    FULL,
    Judgement(True),
    Judgement(None),
    Judgement(None, (Check("amount", True, "42"),)),
    Judgement(True, (Check("late", False, "after the deadline"),)),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "t.duckdb", count_link=lambda link: 1) as found:
        yield found


def other() -> Store:
    return Store.open(":memory:", count_link=lambda link: 1)


def evaluation(about: str = "helpful", **more: Any) -> tuple[str, Json]:
    told = {f"gen_ai.evaluation.{key.replace('__', '.')}": value for key, value in more.items()}
    return EVENT, {"gen_ai.evaluation.name": about, **told}


def scores(store: Store, run_id: str) -> Any:
    begun = store.events(run_id)[0]
    assert isinstance(begun, Started)
    return begun.rig["imported"].get("scores", [])


# our own


@pytest.mark.parametrize("judgement", JUDGED)
@pytest.mark.parametrize("ended", [True, False])
def test_a_verdict_comes_back_as_it_was(
    store: Store, tmp_path: Path, judgement: Judgement, ended: bool
) -> None:
    """Out of a file, live as JSON and live as protobuf; what was not judged has no value."""
    events = list(a_run())
    record(store, new_run("r1"), events if ended else events[:-1])
    store.add_verdict("r1", judgement)
    text, left_out = otlp.export(store, ["r1"])
    parsed(text)
    assert left_out == ([] if ended else [otlp.OPEN])
    assert ("score.value" in text) == (judgement.passed is not None or bool(judgement.checks))
    made = json.loads(text)
    with other() as one:
        found = imported(one, tmp_path, made)["runs"][0]
        assert one.verdict(found) == judgement and scores(one, found) == []
        assert otlp.export(one, [found])[0].count(EVENT) == text.count(EVENT)
    spans = made["resourceSpans"][0]["scopeSpans"][0]["spans"]
    for send in (
        lambda live: live.take_json(made),
        lambda live: live.take_protobuf(protobuf(*spans)),
        lambda live: [live.take_json(request(one)) or live.settle() for one in spans[::-1]],
    ):
        with other() as one:
            live = LiveTraces(one)
            send(live)
            live.settle()
            (row,) = one.runs()
            assert one.verdict(row.run_id) == judgement
            live.close()


def test_a_run_without_a_verdict_has_none_when_it_comes_back(store: Store, tmp_path: Path) -> None:
    record(store, new_run("r1"), a_run())
    text, _ = otlp.export(store, ["r1"])
    with other() as one:
        assert EVENT not in text
        assert one.verdict(imported(one, tmp_path, json.loads(text))["runs"][0]) is None


def test_a_sub_runs_verdict_is_its_own(store: Store, tmp_path: Path) -> None:
    record(store, new_run("r1"), a_run())
    call = next(e.call.id for e in store.events("r1") if e.kind == "returned")
    record(store, new_run("inner", called_by="r1", called_as=call), a_run("Inner?"))
    store.add_verdict("inner", FULL)
    store.add_verdict("r1", Judgement(True))
    with other() as one:
        text, _ = otlp.export(store, ["r1"])
        (run_id,) = imported(one, tmp_path, json.loads(text))["runs"]
        (inner,) = one.sub_runs(run_id)
        assert one.verdict(run_id) == Judgement(True) and one.verdict(inner.run_id) == FULL


def test_a_fork_does_not_take_its_parents_scores_for_its_own(store: Store, tmp_path: Path) -> None:
    found = imported(store, tmp_path, request(*with_scores(evaluation(score__value=0.5))))
    (parent,) = found["runs"]
    end = Stopped(AT + 9, "success", "answered", "Yes.")
    record(store, new_run("fork", parent_run_id=parent, forked_at=2), [(end, ())])
    assert EVENT in otlp.export(store, [parent])[0] and EVENT not in otlp.export(store, ["fork"])[0]


# those of others


def with_scores(*told: tuple[str, Json], at: int = 0) -> list[Json]:
    spans = a_trace()
    spans[at]["events"] = [{"name": n, "attributes": pairs(a)} for n, a in told]
    return spans


def test_scores_of_others_are_read_and_what_they_do_not_say_stays_unknown(
    store: Store, tmp_path: Path
) -> None:
    told = (
        evaluation("helpful", score__value=0.75, score__label="good", explanation="It is short."),
        evaluation("no value"),
        evaluation("a word", score__value="high"),
        evaluation("endless", score__value=float("nan")),
        (EVENT, {"error.type": "timeout", "gen_ai.evaluation.name": "broke"}),
    )
    (run_id,) = imported(store, tmp_path, request(*with_scores(*told)))["runs"]
    assert scores(store, run_id) == [
        {"name": "helpful", "value": 0.75, "label": "good", "explanation": "It is short."},
        {"name": "no value"},
        {"name": "a word", "label": "high"},
        {"name": "endless", "label": "nan"},
        {"name": "broke", "error": "timeout"},
    ]
    assert store.verdict(run_id) is None
    with other() as one:
        text, left_out = otlp.export(store, [run_id])
        parsed(text)
        (again,) = imported(one, tmp_path, json.loads(text))["runs"]
        assert scores(one, again) == scores(store, run_id) and left_out == []


def test_a_score_of_a_step_names_its_span_and_judges_no_run(store: Store, tmp_path: Path) -> None:
    spans = with_scores(evaluation("relevance", score__label="fail"), at=1)
    (run_id,) = imported(store, tmp_path, request(*spans))["runs"]
    assert scores(store, run_id) == [{"name": "relevance", "label": "fail", "span": f"{2:016x}"}]
    assert store.verdict(run_id) is None
    with other() as one:  # where it stands on the root, which nobody but us put it on
        (again,) = imported(one, tmp_path, json.loads(otlp.export(store, [run_id])[0]))["runs"]
        assert one.verdict(again) is None and len(scores(one, again)) == 1


def test_pass_and_fail_of_a_whole_run_are_its_verdict(store: Store, tmp_path: Path) -> None:
    told = (
        evaluation("polite", score__label="Pass", explanation="It says please."),
        evaluation("right", score__label="fail", score__value=0.2),
        evaluation("style", score__label="terse"),
    )
    (run_id,) = imported(store, tmp_path, request(*with_scores(*told)))["runs"]
    checks = (Check("polite", True, "It says please."), Check("right", False, ""))
    assert store.verdict(run_id) == Judgement(False, checks)
    assert len(scores(store, run_id)) == 3


def test_scores_in_log_records_and_in_spans_of_their_own_are_read(
    store: Store, tmp_path: Path
) -> None:
    spans = a_trace()
    spans[1]["attributes"] += pairs({"gen_ai.response.id": "resp-1"})
    attributes = evaluation("by a span", score__value=1.0)[1]
    judge = span(9, "evaluate", start=3.5, end=3.5)
    judge["attributes"] = pairs(attributes)
    ids = {"traceId": spans[0]["traceId"], "spanId": spans[0]["spanId"]}
    records = [
        {**ids, "eventName": EVENT, "attributes": pairs(evaluation("by a log")[1])},
        {"eventName": EVENT, "attributes": pairs(
            {**evaluation("by its reply")[1], "gen_ai.response.id": "resp-1"})},
        {"eventName": EVENT, "attributes": pairs(evaluation("of nothing here")[1])},
    ]  # fmt: skip
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}
    lines = f"{json.dumps(logs)}\n{json.dumps(request(*spans, judge))}".encode()
    found = imported(store, tmp_path, lines, "t.jsonl")
    told = scores(store, found["runs"][0])
    assert {one["name"] for one in told} == {"by a log", "by its reply", "by a span"}
    assert any("log records" in one["what"] and one["count"] == 1 for one in found["lost"])


def test_a_late_score_changes_the_verdict_of_a_live_run(store: Store) -> None:
    live = LiveTraces(store)
    first, *rest = a_trace()
    for spans in (rest, with_scores(evaluation("right", score__label="fail"))[:1]):
        live.take_json(request(*spans))
        live.settle()
    (row,) = store.runs()
    assert store.verdict(row.run_id) == Judgement(False, (Check("right", False, ""),))
    again = replace_events(first, evaluation("right", score__label="pass"))
    live.take_json(request(again))
    live.settle()
    assert store.verdict(row.run_id) == Judgement(True, (Check("right", True, ""),))
    store.delete_runs([row.run_id])
    assert store.verdict(row.run_id) is None
    live.close()


def replace_events(root: Json, *told: tuple[str, Json]) -> Json:
    later = str(int(root["endTimeUnixNano"]) + 1)
    events = [{"name": n, "attributes": pairs(a)} for n, a in told]
    return {**root, "endTimeUnixNano": later, "events": events}


def test_scores_that_other_formats_brought_go_out_too(store: Store, tmp_path: Path) -> None:
    told = [
        {"name": "tone", "value": 0.5, "comment": "dry", "source": "API"},
        {"name": "kind", "stringValue": "smalltalk"},
        {"value": True},
    ]
    trace = {"trace": {"id": "t1", "scores": told}, "observations": [
        {"id": "o1", "traceId": "t1", "type": "GENERATION", "startTime": "2026-01-01T10:00:00Z",
         "endTime": "2026-01-01T10:00:01Z", "name": "chat", "model": "m",
         "input": [{"role": "user", "content": "Hi"}], "output": "Ho"}]}  # fmt: skip
    (run_id,) = imported(store, tmp_path, trace)["runs"]
    text, left_out = otlp.export(store, [run_id])
    parsed(text)
    assert any("details of scores" in said for said in left_out)
    with other() as one:
        (again,) = imported(one, tmp_path, json.loads(text))["runs"]
        assert [{k: v for k, v in s.items() if k != "span"} for s in scores(one, again)] == [
            {"name": "tone", "value": 0.5, "explanation": "dry"},
            {"name": "kind", "label": "smalltalk"},
            {"name": "score", "value": 1.0},
        ]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
NAMES = ["gen_ai.evaluation.name", "gen_ai.evaluation.score.value", "error.type",
         "gen_ai.evaluation.score.label", "gen_ai.evaluation.explanation",
         "triptych.evaluation"]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), anything))
def test_whatever_stands_in_an_evaluation_is_a_score_fit_for_json(told: dict[str, Any]) -> None:
    raw = Raw("a" * 32, "b" * 16, events=[(EVENT, told)])
    for one in scores_in(replace(raw, attributes=dict(told))):
        json.dumps(one, allow_nan=False)
        assert all(isinstance(value, str) for key, value in one.items() if key != "value")
        assert one.get("own", "check") in ("check", "verdict", "score")


@settings(max_examples=60, deadline=None)
@given(anything, st.lists(st.dictionaries(st.sampled_from(["name", "value", "comment"]), anything)))
def test_whatever_an_importer_kept_as_scores_can_be_shown(held: Any, listed: Any) -> None:
    for kept in (held, listed):
        for score in scores_of({"imported": {"scores": kept}}):
            assert isinstance(score.name, str) and isinstance(score.value, float | None)
            assert all(isinstance(text, str | None) for text in score[3:7])


def test_scores_are_read_in_the_form_of_each_tool() -> None:
    by_name = {"length": {"value": 0.7}, "match": {"value": "P", "explanation": "half of it"}}
    listed = [{"name": "kind", "stringValue": "smalltalk", "observationId": "o1"}, {"value": True}]
    plain = Score("", None, None, None, None, None, None, False)
    assert list(scores_of({"imported": {"scores": by_name}})) == [
        plain._replace(name="length", said=0.7, value=0.7),
        plain._replace(name="match", said="P", label="P", why="half of it"),
    ]
    assert list(scores_of({"imported": {"scores": listed}})) == [
        plain._replace(name="kind", label="smalltalk", step="o1"),
        plain._replace(said=True, value=1.0),
    ]
    assert not list(scores_of({})) + list(scores_of({"imported": None}))


def test_a_trace_of_one_scored_model_call_is_judged(store: Store, tmp_path: Path) -> None:
    """Without an agent around it, the call is the whole."""
    alone = chat(1, [said("user", "Hi")], said("assistant", "Ho"), parent=None,
                 events=(evaluation("right", score__label="passed"),))  # fmt: skip
    (run_id,) = imported(store, tmp_path, request(alone))["runs"]
    assert store.verdict(run_id) == Judgement(True, (Check("right", True, ""),))
