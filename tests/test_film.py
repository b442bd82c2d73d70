"""What the player is told: the skeleton of every event, texts whole, and what was known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile import EVERY, LINE, hostile_run
from long_runs import add_long_run
from making import AT, a_run, new_run, record, replied, returned

from agents.errors import BadInput
from agents.events import Edited, Reading, Replied, Returned, Started, Stopped, start_of
from agents.messages import Usage
from agents.state import fold
from dashboard.player.bodies import LONG, bodies_object, request_object, text_object
from dashboard.player.film import film_text
from dashboard.service import Service
from data.film import COLUMNS, SORT
from data.store import Store


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    path = tmp_path_factory.mktemp("film") / "t.duckdb"
    made = Service(Store.open(path, lambda link: len(link.body) // 4))
    record(made.store, new_run("plain"), a_run(turns=4))
    record(made.store, new_run("hostile"), hostile_run())
    add_long_run(made.store, "long", 1302)
    yield made
    made.close()


def film(service: Service, run_id: str, first: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(film_text(service, run_id, first))
    return told


def rows(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        dict(zip(told["fields"], told["sorts"][sort], strict=True))
        | {name: told[name][place] for name in COLUMNS}
        for place, sort in enumerate(told["sort"])
    ]


@pytest.mark.parametrize("run_id", ["plain", "hostile", "long"])
def test_the_film_holds_every_event_and_nothing_else(service: Service, run_id: str) -> None:
    told, events = film(service, run_id), service.events(run_id)
    assert told["total"] == len(told["sort"]) == len(events)
    assert all(len(told[name]) == len(events) for name in COLUMNS)
    assert tuple(told["fields"]) == SORT
    for row, event in zip(rows(told), events, strict=True):
        assert row["kind"] == event.kind and row["origin"] == event.origin
        assert row["start"] == pytest.approx((start_of(event) - AT) * 1000, abs=0.01)
        if isinstance(event, Replied):
            assert (row["read"], row["written"]) == (
                event.usage.input_tokens,
                event.usage.output_tokens,
            )
            assert row["cost"] is None  # unknown is null, never 0
        if isinstance(event, Returned):
            assert row["status"] == event.outcome


def test_a_film_can_be_asked_for_from_any_event_on(service: Service) -> None:
    whole = rows(film(service, "plain"))
    for first in range(len(whole) + 3):
        told = film(service, "plain", first)
        assert rows(told) == whole[first:]
        assert told["total"] == max(first, len(whole))


def test_a_fork_s_film_begins_with_what_it_inherits() -> None:
    with Store.open(":memory:") as store:
        events = list(a_run(turns=3))
        record(store, new_run("parent"), events)
        edit = Edited(AT + 9000, "question", "And PX-18?")
        record(store, new_run("child", parent_run_id="parent", forked_at=3), [(edit, ())])
        service = Service(store)
        told = film(service, "child")
        assert told["total"] == 4
        assert rows(told)[:3] == rows(film(service, "parent"))[:3]
        assert rows(told)[3]["start"] == 9_000_000.0
        assert [step["seq"] for step in bodies_object(service, "child", 0, 9)["steps"]] == [
            *range(4)
        ]


def test_a_run_that_is_not_there_is_one_sentence(service: Service) -> None:
    for ask in (
        lambda: film_text(service, "nope", 0),
        lambda: bodies_object(service, "nope", 0, 3),
        lambda: service.known.at("nope", 0),
    ):
        with pytest.raises(BadInput):
            ask()


def test_a_request_is_told_against_the_call_before_and_only_what_is_new_has_its_text(
    service: Service,
) -> None:
    (step,) = bodies_object(service, "plain", 5, 6)["steps"]
    sent = step["request"]
    assert step["before"] == 3
    new = [block for block in sent["blocks"] if block["new"]]
    assert [block["part"] for block in new] == ["reasoning", "observation"]
    assert all(block["text"] for block in new)
    old = [block for block in sent["blocks"] if block["place"] < sent["shared"]]
    assert old and all(block["text"] is None and block["chars"] for block in old)
    asked = request_object(service, "plain", 5, 0, 3)["blocks"]
    assert [block["label"] for block in asked] == [
        "tool definitions", "system prompt", "question · user",
    ]  # fmt: skip
    assert asked[2]["text"] == "Who owns PX-17?"


def test_a_shortened_history_says_what_stood_there_before(service: Service) -> None:
    (step,) = bodies_object(service, "long", 1201, 1202)["steps"]
    sent = step["request"]
    assert sent["shared"] == 3  # tools, system prompt, question
    assert {block["part"] for block in sent["gone"]} == {"reasoning", "observation"}


def test_every_text_is_there_whole_and_byte_for_byte(service: Service) -> None:
    for place, text in enumerate(EVERY):
        reply, result = bodies_object(service, "hostile", 2 * place + 1, 2 * place + 3)["steps"]
        assert text in [block["text"] for block in reply["tabs"]["reply"]]
        assert text in [block["text"] for block in result["tabs"]["content"]]


def test_a_long_text_comes_with_its_length_and_is_fetched_whole(service: Service) -> None:
    seq = 2 * len(EVERY) + 1
    (step,) = bodies_object(service, "hostile", seq, seq + 1)["steps"]
    block = step["tabs"]["content"][1]
    assert block["chars"] == len(LINE) and block["text"] == LINE[:LONG]
    assert text_object(service, "hostile", seq, "content", 1)["text"] == LINE
    for tab, number in (("content", 9), ("nothing", 0), ("request", 0)):
        with pytest.raises(BadInput, match="no such text"):
            text_object(service, "hostile", seq, tab, number)


@pytest.mark.parametrize("order", ["forward", "backward"])
def test_what_was_known_is_the_fold_of_the_events_before(service: Service, order: str) -> None:
    events = service.events("long")
    places = [0, 1, 2, 499, 500, 501, 777, 999, 1000, len(events) - 1]
    for seq in places if order == "forward" else reversed(places):
        told, state = service.known.at("long", seq), fold(events[: seq + 1])
        assert (told["model_calls"], told["tool_calls"]) == (state.model_calls, state.tool_calls)
        assert told["open_calls"] == len(state.unanswered())
        results = [event for event in events[: seq + 1] if isinstance(event, Returned)]
        evidence = told["evidence"]
        assert evidence["failed"] == sum(event.outcome != "ok" for event in results)
        assert evidence["held"] + evidence["failed"] + evidence["empty"] == len(results)
    assert told["evidence"]["last"] or seq < 2


def test_the_plan_is_told_as_it_stood_at_each_step(tmp_path: Path) -> None:
    from rigs import play_scenario

    ran = play_scenario("project-x", "plan-replan")
    with Store.open(tmp_path / "t.duckdb") as store:
        record(store, new_run("p"), list(zip(ran.events, ran.wires, strict=True)))
        service = Service(store)
        seen = [service.known.at("p", seq)["plan"] for seq in range(len(ran.events))]
    assert seen[0] is None
    statuses = [{step["key"]: step["status"] for step in plan} for plan in seen[1:]]
    assert statuses[0]["1"] == "current"
    assert statuses[-1]["2"] == "rejected" and statuses[-1]["1"] == "accepted"
    assert any(step.startswith("1.") for step in statuses[-1])
    for seq, plan in enumerate(seen[1:], 1):
        state = fold(ran.events[: seq + 1])
        kept = {p.key: p.status for p in state.plan or ()}
        told = {step["key"]: step["status"] for step in plan}
        assert {k: v for k, v in kept.items() if told[k] != "current"} == {
            k: v for k, v in told.items() if v != "current"
        }


def test_tokens_by_part_are_those_of_the_last_request(service: Service) -> None:
    steps = {step.seq: step for step in service.steps(["plain"])}
    told = service.known.at("plain", 6)
    assert told["asked"] == 5 and told["parts"] == dict(steps[5].parts)


def test_a_growing_run_is_known_as_far_as_it_goes() -> None:
    with Store.open(":memory:") as store:
        service = Service(store)
        store.add_run(new_run("g"))
        for seq, (event, sent) in enumerate(a_run(turns=3)):
            store.append("g", seq, event, sent)
            assert service.known.at("g", seq)["step"] == seq
            with pytest.raises(BadInput, match="no step"):
                service.known.at("g", seq + 1)
            assert film(service, "g", seq)["total"] == seq + 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("passage 2", [6]),
        ("PASSAGE 2 ON", [6]),
        ("Thought 1", [3]),
        ("started", []),
        ("usage", []),
        ('":"', []),
        ("e", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("", []),
        ("no such words", []),
    ],
)
def test_find_looks_into_every_text_and_not_into_names_of_fields(
    service: Service, words: str, found: list[int]
) -> None:
    assert service.store.search("plain", words) == found


def test_find_finds_what_json_writes_otherwise(service: Service) -> None:
    for text in EVERY:
        assert service.store.search("hostile", text[:20]), text
    with Store.open(":memory:") as store:
        odd = "a lone \ud800 surrogate, “quoted” and a\nbreak"
        record(store, new_run("odd"), [(Started(AT, odd, {}), ()), (returned(output=odd), ())])
        for words in ("surrogate, “QUOTED”", "a\nbreak", "lone"):
            assert store.search("odd", words) == [0, 1]


def test_unknown_usage_and_a_clock_that_no_calendar_holds_are_null() -> None:
    with Store.open(":memory:") as store:
        reply = replied((), usage=Usage(), reading=Reading(answer="x"), ended_at=1e30)
        events = [(Started(AT, "?", {}), ()), (reply, ()), (Stopped(AT + 1, "success", ""), ())]
        record(store, new_run("u"), events)
        row = rows(film(Service(store), "u"))[1]
        assert (row["read"], row["written"], row["end"]) == (None, None, None)
        assert row["start"] == 0.0
