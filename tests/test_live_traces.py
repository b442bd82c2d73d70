"""What was sent is told exactly once, whatever happens between the answer and the run."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import BadInput, StoreError
from data.importers.otlp_bytes import Malformed
from data.importers.otlp_wire import from_protobuf
from data.live import feeding
from data.live import traces as live_module
from data.live.admission import of_protobuf
from data.live.change import Change, Known
from data.live.inbox import Inbox
from data.live.places import Apart
from data.live.streams import Stream, Streams
from data.live.teller import PROTOBUF, Teller
from data.live.traces import LiveTraces
from data.store import Store
from tests.otlp_spans import Json, a_run, request
from tests.test_import_otlp import protobuf
from tests.test_ingest import asking, imported_alike, opened, sent


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "t.duckdb") as found:
        yield found


def rows(store: Store, table: str) -> int:
    with store.looking() as cur:
        return int(cur.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3), min_size=1, max_size=5),
    st.lists(st.sampled_from(["go on", "settle", "close", "crash"]), min_size=5, max_size=5),
)
def test_however_a_trace_is_cut_and_whenever_the_process_ends_it_is_the_same_run(
    tmp_path_factory: pytest.TempPathFactory, parts: list[list[int]], between: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    store = opened(folder / "t.duckdb")
    live = LiveTraces(store)
    for part, then in zip(parts, between, strict=False):
        live.take_protobuf(protobuf(*(a_run()[place] for place in part)))
        if then == "settle":
            live.settle()
        elif then == "close":
            live.close()
            store.close()
        elif then == "crash":
            live._feeding._desk.shut()
            live._feeding._closed = True
            store._database.close()
        if then in ("close", "crash"):
            store = opened(folder / "t.duckdb")
            live = LiveTraces(store)
            live.catch_up()
    live.close()
    came = {place for part in parts for place in part}
    imported_alike(store, folder, [a_run()[place] for place in sorted(came)])
    assert rows(store, "inbox") == 0
    store.close()


def test_a_second_process_tells_the_same_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "t.duckdb") as store:
        live = LiveTraces(store, apart=True)
        monkeypatch.setattr(feeding, "BUSY_SPANS", 0)
        for some in (a_run()[2:], a_run()[:2], asking("Another?", "9" * 32)):
            live.take_protobuf(protobuf(*some))
        live.settle()
        assert any(thread.name == "traces apart" for thread in threading.enumerate())
        live.take_protobuf(protobuf(*a_run()))  # sent again: nothing is new
        live.close()
        assert not live.problem and rows(store, "inbox") == 0 and rows(store, "spans") == 0
        found = {row.question: row for row in store.runs()}
        assert set(found) == {"What is the weather?", "Another?"}
        with Store.open(":memory:") as other:
            here = LiveTraces(other)
            here.take_json(request(*a_run()))
            here.close()
            (row,) = other.runs()
            mine = found["What is the weather?"]
            assert store.events(mine.run_id)[1:] == other.events(row.run_id)[1:]
            assert store.requests_of(mine.run_id) == other.requests_of(row.run_id)


def test_when_the_second_process_dies_another_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "t.duckdb") as store:
        live = LiveTraces(store, apart=True)
        monkeypatch.setattr(feeding, "BUSY_SPANS", 0)
        live.take_protobuf(protobuf(*a_run()[:2]))
        place = None
        while place is None:
            place = next((p for p in Apart.running if p.file is live._feeding._desk), None)
            time.sleep(0.02)
        os.kill(place.pid, signal.SIGKILL)
        while not live.problem:
            time.sleep(0.02)
        assert "ended" in live.problem
        live.take_protobuf(protobuf(*a_run()[2:]))
        live.settle()
        imported_alike_counted(store, a_run())
        assert not live.problem
        live.close()


def imported_alike_counted(store: Store, spans: list[Json]) -> None:
    (row,) = store.runs()
    with Store.open(":memory:") as other:
        live = LiveTraces(other)
        live.take_json(request(*spans))
        live.close()
        assert store.events(row.run_id)[1:] == other.events(other.runs()[0].run_id)[1:]


def test_spans_sent_again_are_kept_once(store: Store) -> None:
    live = LiveTraces(store)
    for _ in range(3):
        sent(live, *a_run()[:2])
        live.settle()
    with store.looking() as cur:
        kept = cur.execute(
            "SELECT sum(amount)::INT FROM (FROM spans SELECT amount UNION ALL "
            "FROM ended_spans SELECT amount)"
        ).fetchall()
    assert kept == [(2,)]
    live.close()


def test_a_deletion_while_spans_wait_leaves_no_text_and_loses_no_span(store: Store) -> None:
    live = LiveTraces(store)
    sent(live, *a_run())
    sent(live, *asking("Stays?", "9" * 32)[:2])
    live.settle()
    (goes,) = [row.run_id for row in store.runs() if row.question == "What is the weather?"]
    sent(live, *asking("Stays?", "9" * 32)[2:])
    store.delete_runs([goes])
    assert rows(store, "inbox") == 0
    sent(live, *asking("Later?", "8" * 32))
    live.settle()
    found = {row.question: row for row in store.runs()}
    assert set(found) == {"Stays?", "Later?"}
    assert found["Stays?"].status == "success" and found["Stays?"].model_calls == 2
    live.close()


def test_what_cannot_be_written_now_is_told_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveTraces(store)
    write, failures = live._file.write, [StoreError("The disk is full."), ValueError("a bug")]

    def failing(change: Change) -> None:
        if failures:
            raise failures.pop(0)
        write(change)

    monkeypatch.setattr(live._file, "write", failing)
    sent(live, *a_run())
    with pytest.raises(StoreError, match="disk is full"):
        live.settle()
    with pytest.raises(StoreError, match="the log has the details"):
        live.settle()
    live.settle()
    assert not live.problem and store.runs()[0].status == "success"
    live.close()


def test_where_too_much_waits_the_sender_is_asked_to_come_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MOST_WAITING", 4)
    monkeypatch.setattr(live_module, "PATIENCE_S", 0.01)
    live = LiveTraces(store)
    live._feeding.start = lambda: None  # type: ignore[method-assign]
    sent(live, *a_run())
    with pytest.raises(StoreError, match="send these again"):
        sent(live, *a_run())
    del live._feeding.start
    live.settle()
    sent(live, *a_run())
    live.close()


class Nowhere:
    """A file in which nothing is."""

    def begin(self) -> None: ...

    def known(self, traces: object) -> dict[str, Known]:
        return {}

    def write(self, change: Change) -> None:
        assert not change.problem, change.problem


def varied(data: st.DataObject, body: bytes) -> bytes:
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(body)))
        gone = data.draw(st.integers(0, 3))
        # also fields and groups that no message of OTLP has
        piece = data.draw(st.binary(max_size=6) | st.sampled_from([b"\xfb\x01\xfc\x01", b"\x0a\0"]))
        body = body[:at] + piece + body[at + gone :]
    return body


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_whatever_is_admitted_can_be_read(data: st.DataObject) -> None:
    body = varied(data, protobuf(*a_run()))
    try:
        taken = of_protobuf(body)
    except BadInput:
        return
    teller = Teller(Nowhere())
    streams = Streams()
    streams.read = lambda epoch, piece: piece  # type: ignore[method-assign]
    teller._streams = streams
    teller.take(1, 1, 0.0, PROTOBUF, body)
    assert sum(len(state.spans) for state in teller._traces.values()) <= taken.accepted
    teller.settle()


def test_a_field_that_only_the_library_reads_costs_nothing() -> None:
    body = b"\xfb\x01\xfc\x01" + protobuf(*a_run())
    with pytest.raises(Malformed):
        list(from_protobuf(body))
    teller = Teller(Nowhere())
    teller._streams.read = lambda epoch, piece: piece  # type: ignore[method-assign]
    teller.take(1, 1, 0.0, PROTOBUF, body)
    (state,) = teller._traces.values()
    assert len(state.spans) == len(a_run())


@settings(max_examples=15, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=12), st.data())
def test_the_inbox_gives_back_what_was_put_whatever_was_told_meanwhile(
    bodies: list[bytes], data: st.DataObject
) -> None:
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        inbox = Inbox(store)
        for number, body in enumerate(bodies, 1):
            inbox.put(0.0, PROTOBUF, 1, body)
            if data.draw(st.booleans()):
                inbox.cut()
            if data.draw(st.booleans()):
                inbox.tell(data.draw(st.integers(0, number)))
        for found in (inbox, Inbox(store)):
            pieces, _ = found.after(0)
            streams = Streams()
            read = {p.number: streams.read(p.epoch, p.body) for p in pieces}
            assert all(read[n] == bodies[n - 1] for n in range(inbox.told + 1, len(bodies) + 1))
            assert all(bodies[n - 1] == text for n, text in read.items())
            assert inbox.waiting == len(bodies) - inbox.told


@pytest.mark.parametrize("size", [20_000, 3_000_000])
def test_a_history_that_every_request_repeats_waits_once(size: int) -> None:
    history = random.Random(1).randbytes(size)
    stream, streams = Stream(), Streams()
    taken = 0
    for turn in range(6):
        request = b"%d" % turn + history + b"%d" % turn
        piece = stream.add(request)
        assert streams.read(1, piece) == request
        taken += len(piece)
    assert taken < 1.05 * size
