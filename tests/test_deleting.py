"""What is deleted is gone from the bytes of the file, and of the log beside it."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from agents.errors import StoreError
from data.live.traces import LiveTraces
from data.store import Store
from tests.making import a_run, new_run, record
from tests.otlp_spans import a_run as a_trace
from tests.otlp_spans import request

PLANTED = "zanzibar-quokka-marmalade"
KEPT = "heliotrope-ocelot-semaphore"


def opened(path: Path) -> Store:
    return Store.open(path, count_link=lambda link: 1)


def holds(path: Path, text: str) -> bool:
    """Any file that Triptych keeps there: the database, its log, what it left behind."""
    return any(text.encode() in one.read_bytes() for one in path.parent.iterdir())


def fill(store: Store) -> None:
    """Long enough that DuckDB writes texts to blocks of their own, beside a run that stays."""
    record(store, new_run("stays", KEPT), a_run(KEPT, answer=f"{KEPT} {'y' * 9_000}"))
    record(store, new_run("goes", PLANTED), a_run(PLANTED, turns=30, answer=PLANTED * 2_000))


@pytest.mark.parametrize("settled", [False, True])
def test_a_deleted_text_is_nowhere_in_the_file(tmp_path: Path, settled: bool) -> None:
    """Also where the run stood in the journal only, and in the write-ahead log."""
    path = tmp_path / "t.duckdb"
    store = opened(path)
    fill(store)
    if settled:
        store.close()
        store = opened(path)
    assert holds(path, PLANTED) and store.run("goes")
    path.chmod(0o600)
    store.delete_runs(["goes"])
    assert not holds(path, PLANTED)
    assert store.run("stays") and store.events("stays")
    record(store, new_run("next"), a_run("After?"))
    store.close()
    assert not holds(path, PLANTED) and holds(path, KEPT)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with opened(path) as again:
        assert again.count() == 2 and len(again.events("next")) == len(list(a_run()))
        assert again.request(again.requests_of("stays")[0])


def test_a_text_that_another_run_uses_stays_until_that_goes_too(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        for name in ("one", "two"):
            record(store, new_run(name, PLANTED), a_run(PLANTED))
        store.delete_runs(["one"])
        assert holds(path, PLANTED) and store.events("two")
        assert len(store.request(store.requests_of("two")[-1])) == 8
        store.delete_runs(["two"])
        assert not holds(path, PLANTED)


def test_a_live_trace_is_gone_with_its_spans(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        live = LiveTraces(store)
        spans = a_trace()
        spans[0]["name"] = f"invoke_agent {PLANTED}"
        live.take_json(request(*spans, scope=PLANTED))
        live.settle()
        store.delete_runs([row.run_id for row in store.runs()])
        live.close()
        assert not holds(path, PLANTED) and not holds(path, "What is the weather?")


def test_recording_and_reading_go_on_around_a_deletion(tmp_path: Path) -> None:
    with opened(tmp_path / "t.duckdb") as store:
        fill(store)
        store.add_run(new_run("live"))
        counted: list[int] = []

        def look() -> None:
            counted.extend(store.count() for _ in range(20))

        looking = threading.Thread(target=look)
        for seq, (event, sent) in enumerate(a_run(turns=6)):
            store.append("live", seq, event, sent)
            if seq == 3:
                looking.start()
                store.delete_runs(["goes"])
        looking.join()
        assert store.count() == 2 and set(counted) <= {2, 3}
        assert len(store.events("live")) == len(list(a_run(turns=6)))


def test_where_there_is_no_room_the_run_is_deleted_and_its_bytes_are_said_to_stay(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        fill(store)
        (tmp_path / "t.duckdb.rewritten").mkdir()  # what cannot be written over
        with pytest.raises(StoreError, match="could not be written anew"):
            store.delete_runs(["goes"])
        assert store.run("goes") is None and store.run("stays")
        (tmp_path / "t.duckdb.rewritten").rmdir()
        store.delete_runs(["stays"])
        assert not holds(path, PLANTED) and not holds(path, KEPT)
