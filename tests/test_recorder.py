"""The recorder, as the agent's loop uses it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from making import a_run, new_run

from agents.errors import StoreError
from data.store import Store
from data.writing.recorder import Recorder


def opened(path: Path | str = ":memory:") -> Store:
    return Store.open(path, count_link=lambda link: 1)


def test_events_are_numbered_in_the_order_they_were_given(tmp_path: Path) -> None:
    events = list(a_run(turns=5))

    async def run(store: Store) -> None:
        recorder = Recorder(store, "r")
        await asyncio.gather(*(recorder.record(*each) for each in events))
        assert recorder.seq == len(events)

    with opened(tmp_path / "t.duckdb") as store:
        store.add_run(new_run("r"))
        asyncio.run(run(store))
        assert store.events("r") == [event for event, _ in events]


def test_a_fork_goes_on_from_where_it_left_its_parent() -> None:
    events = list(a_run())

    async def run(store: Store) -> None:
        parent, child = Recorder(store, "r1"), Recorder(store, "r2", seq=3)
        for each in events:
            await parent.record(*each)
        for each in events[3:]:
            await child.record(*each)

    with opened() as store:
        store.add_run(new_run("r1"))
        store.add_run(new_run("r2", parent_run_id="r1", forked_at=3))
        asyncio.run(run(store))
        assert store.events("r2") == store.events("r1")


def test_the_event_loop_goes_on_while_an_event_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go = threading.Event()
    put = Store.append

    def slow(*args: object) -> None:
        assert go.wait(10)
        put(*args)  # type: ignore[arg-type]

    async def run(store: Store) -> None:
        writing = asyncio.create_task(Recorder(store, "r").record(*next(a_run())))
        await asyncio.sleep(0.02)
        assert not writing.done()
        go.set()  # reached only because the loop is free
        await writing

    monkeypatch.setattr(Store, "append", slow)
    with opened() as store:
        store.add_run(new_run("r"))
        asyncio.run(run(store))
        assert len(store.events("r")) == 1


def test_a_cancelled_recording_is_still_written_and_keeps_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go = threading.Event(), threading.Event()
    put = Store.append
    events = list(a_run())

    def slow(*args: object) -> None:
        begun.set()
        assert go.wait(10)
        put(*args)  # type: ignore[arg-type]

    async def run(store: Store) -> None:
        recorder = Recorder(store, "r")
        first = asyncio.create_task(recorder.record(*events[0]))
        await asyncio.to_thread(begun.wait, 10)
        first.cancel()
        await asyncio.sleep(0)
        first.cancel()
        second = asyncio.create_task(recorder.record(*events[1]))
        await asyncio.sleep(0.02)
        assert not first.done()
        go.set()
        with pytest.raises(asyncio.CancelledError):
            await first
        await second
        assert recorder.seq == 2

    monkeypatch.setattr(Store, "append", slow)
    with opened() as store:
        store.add_run(new_run("r"))
        asyncio.run(run(store))
        assert store.events("r") == [event for event, _ in events[:2]]


def test_a_closed_store_is_one_clear_error(tmp_path: Path) -> None:
    store = opened(tmp_path / "t.duckdb")
    store.add_run(new_run("r"))
    recorder = Recorder(store, "r")
    events = list(a_run())
    asyncio.run(recorder.record(*events[0]))
    store.close()
    recorder_after = Recorder(store, "r", seq=1)
    with pytest.raises(StoreError, match="has been closed"):
        asyncio.run(recorder_after.record(*events[1]))
    assert recorder_after.seq == 1
    with pytest.raises(StoreError, match="has been closed"):
        store.runs()
    with opened(tmp_path / "t.duckdb") as again:
        assert again.events("r") == [events[0][0]]
