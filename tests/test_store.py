"""What goes into the store comes out of it, and costs what it should."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import AT, SETTINGS, a_run, link, new_run, opening, record, replied, returned

from agents.errors import BadInput
from agents.events import Edited, Reading, Started, Stopped, to_json
from agents.messages import Call, Link, Usage, Wire, as_json, chain
from data.ids import new_id
from data.location import database_path
from data.scenario import Check, Judgement
from data.store import Store

anything = st.text(st.characters(exclude_categories=()), max_size=60)
"""Every code point there is: NUL, lone surrogates, emoji, line breaks."""


def letters(link: Link) -> int:
    return len(link.body)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=letters) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared() -> Iterator[Store]:
    """For hypothesis, which must not be given a new store for each example."""
    with Store.open(":memory:", count_link=letters) as opened:
        yield opened


def size_of(store: Store, table: str) -> int:
    store.count()
    with store._database.reading() as cur:
        return int(cur.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def characters(store: Store) -> int:
    store.count()
    with store._database.reading() as cur:
        return int(cur.execute("SELECT sum(length(body)) FROM messages").fetchall()[0][0])


def test_events_come_back_as_they_were(store: Store) -> None:
    events = record(store, new_run("r"), a_run())
    assert store.events("r") == events
    assert [store.event_json("r", seq) for seq in range(len(events))] == list(map(to_json, events))


@settings(max_examples=30, deadline=None)
@given(anything, anything, anything)
def test_text_of_any_kind_round_trips_byte_for_byte(
    shared: Store, question: str, thought: str, output: str
) -> None:
    run_id = new_id("r")
    wire = (link("system", "system", thought), link("question", "user", question), SETTINGS)
    events = [
        (Started(AT, question, {"prompt": thought}), ()),
        (replied(wire, text=thought, reading=Reading(thought, answer=output), raw=output), wire),
        (returned(output=output, call=Call("1", thought, {question: output})), ()),
        (Edited(AT, "observation", output, "1"), ()),
        (Stopped(AT, "success", thought, output), ()),
    ]
    made = record(shared, new_run(run_id, question, rig={"prompt": thought}), events)
    assert shared.events(run_id) == made
    assert tuple(shared.request(chain(wire)[-1])) == wire
    row = shared.run(run_id)
    assert row is not None
    assert row.rig == {"prompt": thought}
    if all(map(encodable, (question, output, thought))):
        assert (row.question, row.answer, row.reason) == (question, output, thought)


def encodable(text: str) -> bool:
    return not any(0xD800 <= ord(letter) <= 0xDFFF for letter in text)


def test_a_line_of_five_megabytes_is_kept_whole(store: Store) -> None:
    output = "é😀\0" * 1_700_000
    wire = (*opening("Long?"), link("observation", "user", output), SETTINGS)
    events = record(store, new_run("r"), [(returned(output=output), ()), (replied(wire), wire)])
    assert store.events("r") == events
    assert tuple(store.request(chain(wire)[-1])) == wire
    assert len(store.steps(["r"])[0].summary) < 250


def test_a_request_that_is_no_text_is_refused_and_the_store_goes_on(store: Store) -> None:
    wire = (Link("question", "user", '"\ud800"'),)
    store.add_run(new_run("r"))
    with pytest.raises(BadInput, match="no valid text"):
        store.append("r", 0, replied(wire), wire)
    store.append("r", 0, *next(a_run()))
    assert len(store.events("r")) == 1


def test_an_event_out_of_its_place_is_refused(store: Store) -> None:
    record(store, new_run("r"), a_run(turns=1, answer=None))
    with pytest.raises(BadInput, match="has 3 events"):
        store.append("r", 4, Stopped(AT, "error", "lost"))


bodies = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8)


@settings(max_examples=30, deadline=None)
@given(st.lists(bodies, min_size=1, max_size=6))
def test_requests_come_back_link_by_link_whatever_they_share(
    shared: Store, requests: list[list[str]]
) -> None:
    run_id = new_id("r")
    wires: list[Wire] = [tuple(Link("note", "user", as_json(text)) for text in r) for r in requests]
    record(shared, new_run(run_id), [(replied(wire), wire) for wire in wires])
    for wire in wires:
        assert tuple(shared.request(chain(wire)[-1])) == wire
    for one in wires:
        for other in wires:
            same = [a == b for a, b in zip(chain(one), chain(other), strict=False)]
            assert shared.new_links(chain(one)[-1], chain(other)[-1]) == sum(same)
    steps = shared.steps([run_id])
    assert [dict(step.parts) for step in steps] == [
        {"note": sum(len(link.body) for link in wire)} for wire in wires
    ]


def test_growing_requests_are_stored_in_linear_space(store: Store) -> None:
    record(store, new_run("r1"), a_run("A", turns=50))
    first, links = characters(store), size_of(store, "requests")
    record(store, new_run("r2"), a_run("B", turns=100))
    assert characters(store) - first < 2.3 * first
    # a turn brings two links, and the settings in a place of their own
    assert size_of(store, "requests") - links < 2.1 * links
    assert links < 50 * 3 + 10


def test_equal_prompts_of_two_runs_are_stored_once(store: Store) -> None:
    record(store, new_run("r1"), a_run())
    before = size_of(store, "messages"), size_of(store, "requests")
    record(store, new_run("r2"), a_run())
    assert (size_of(store, "messages"), size_of(store, "requests")) == before


def test_bulk_and_one_by_one_leave_the_same(store: Store) -> None:
    run, events = new_run("r", created_at=AT), list(a_run(turns=4))
    record(store, run, events)
    with Store.open(":memory:", count_link=letters) as other:
        other.append_many([("r", seq, *each) for seq, each in enumerate(events)], [run])
        assert other.events("r") == store.events("r")
        assert other.steps(["r"]) == store.steps(["r"])
        assert other.runs() == store.runs()


def test_bulk_is_all_or_nothing(store: Store) -> None:
    events = [("r", seq, *each) for seq, each in enumerate(a_run())]
    with pytest.raises(BadInput):
        store.append_many([*events, ("r", 99, Stopped(AT, "error", ""), ())], [new_run("r")])
    assert store.runs() == []
    assert size_of(store, "events") == size_of(store, "messages") == 0


def test_tokens_are_counted_once_for_each_new_message() -> None:
    seen: list[str] = []

    def count(link: Link) -> int:
        seen.append(link.digest)
        return 1

    with Store.open(":memory:", count_link=count) as store:
        record(store, new_run("r1"), a_run(turns=20))
        store.count()
        record(store, new_run("r2"), a_run(turns=20))
        store.count()
    assert len(seen) == len(set(seen)) == 1 + 2 + 2 * 20 + 1


def test_a_part_that_was_never_counted_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.store._counter", lambda: None)
    with Store.open(":memory:") as store:
        record(store, new_run("r"), a_run())
        assert [dict(step.parts) for step in store.steps(["r"])] == [{}] * 5


def test_deleting_a_run_deletes_the_texts_that_only_it_used(store: Store) -> None:
    events = record(store, new_run("r1"), a_run("A"))
    record(store, new_run("r2"), a_run("B"))
    steps = store.steps(["r1"])
    texts, links = size_of(store, "messages"), size_of(store, "requests")
    record(store, new_run("r3"), a_run("A"))
    record(store, new_run("r4"), a_run("C", turns=5))
    store.delete_runs(["r4", "r2", "unknown"])
    # r1's run-mate r3 has taken nothing new, so what is left is r1's alone
    assert size_of(store, "messages") < texts
    assert size_of(store, "requests") < links
    store.delete_runs(["r1"])
    assert store.events("r3") == events
    assert [step.parts for step in store.steps(["r3"])] == [step.parts for step in steps]
    assert len(store.request(steps[-1].request or "")) == 3 + 4 + 1
    store.delete_runs(["r3"])
    for table in ("runs", "events", "requests", "messages", "journal"):
        assert size_of(store, table) == 0


def test_a_fork_outlives_its_parents(store: Store) -> None:
    record(store, new_run("r1"), a_run(turns=3))
    record(store, new_run("r2", parent_run_id="r1", forked_at=5), list(a_run(turns=3))[5:7])
    record(store, new_run("r3", parent_run_id="r2", forked_at=6), list(a_run(turns=3))[6:])
    events, steps = store.events("r3"), store.steps(["r3"])
    store.delete_runs(["r1", "r2"])
    assert store.events("r3") == events
    assert store.steps(["r3"]) == steps
    assert store.request(steps[0].request or "")
    row = store.run("r3")
    assert row is not None
    assert row.parent_run_id is None


def test_settings_are_kept_and_replaced(store: Store) -> None:
    assert store.get_setting("theme") is None
    store.set_setting("theme", "dark")
    store.set_setting("theme", "light")
    assert store.get_setting("theme") == "light"


def test_the_last_verdict_counts(store: Store) -> None:
    record(store, new_run("r"), a_run())
    assert store.verdict("r") is None
    store.add_verdict("r", Judgement(False, (Check("cites", False, "nothing"),)), at=1.0)
    store.add_verdict("r", Judgement(None), at=3.0)
    last = Judgement(True, (Check("cites", True, "Ada\0"),))
    store.add_verdict("r", last, at=5.0)
    assert store.verdict("r") == last
    assert store.runs()[0].passed is True


def test_six_lanes_write_while_pages_read(tmp_path: Path) -> None:
    with Store.open(tmp_path / "t.duckdb", count_link=letters) as store:
        done = threading.Event()
        lanes = [f"r{number}" for number in range(6)]

        def read() -> int:
            looks = 0
            while not done.is_set():
                for row in store.runs(active=set(lanes)):
                    assert row.events <= len(store.events(row.run_id))
                store.steps(lanes)
                looks += 1
            return looks

        with ThreadPoolExecutor(9) as pool:
            readers = [pool.submit(read) for _ in range(3)]
            writers = [
                pool.submit(lambda name: record(store, new_run(name), a_run(name, 20)), name)
                for name in lanes
            ]
            recorded = [writer.result() for writer in writers]
            done.set()
            assert min(reader.result() for reader in readers) > 0
        assert [store.events(name) for name in lanes] == recorded


def test_a_store_that_was_closed_is_found_again_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "t.duckdb"
    with Store.open(path, count_link=letters) as store:
        events = record(store, new_run("r"), a_run())
        rows = store.runs()
    with Store.open(path) as store:
        assert store.events("r") == events
        assert store.runs() == rows


def test_a_number_no_column_holds_is_unknown_there_and_kept_in_the_event(store: Store) -> None:
    wire = (*opening("?"), SETTINGS)
    made = record(store, new_run("r"), [(replied(wire, at=1e300, usage=Usage(10**30, 5)), wire)])
    assert store.events("r") == made
    step = store.steps(["r"])[0]
    assert (step.input_tokens, step.output_tokens) == (None, 5)


def test_ids_are_unique_and_sorted_by_time() -> None:
    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(lambda _: [new_id("r") for _ in range(5_000)], range(4)))
    assert all(ids == sorted(ids) for ids in lists)
    assert len({name for ids in lists for name in ids}) == 20_000
    assert len(new_id("r")) == 15


def test_the_file_is_where_it_was_told_or_in_the_clone_or_with_the_user(tmp_path: Path) -> None:
    assert database_path("x.duckdb", {"TRIPTYCH_DB": "/y"}) == str(Path("x.duckdb").absolute())
    assert database_path(None, {"TRIPTYCH_DB": "/y"}) == "/y"
    assert database_path(":memory:") == ":memory:"
    user = {"XDG_DATA_HOME": "/home/ada/data"}
    assert database_path(None, user, tmp_path) == "/home/ada/data/triptych/triptych.duckdb"
    (tmp_path / "pyproject.toml").touch()
    assert database_path(None, user, tmp_path) == f"{tmp_path}/data/local/triptych.duckdb"
