"""What is deleted is gone from the bytes of the file, and from all that stands beside it."""

from __future__ import annotations

import shutil
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from agents.errors import StoreError
from data import schema
from data.deletion import garbage
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
    """Any file that Triptych keeps there: the database, its log, copies, what it left behind."""
    files = [one for one in path.parent.rglob("*") if one.is_file() and "looked at" not in str(one)]
    return any(text.encode() in one.read_bytes() or unpacked(one, text) for one in files)


def unpacked(file: Path, text: str) -> bool:
    """Texts in the tables are compressed: each file that is a database is opened, as a copy."""
    copy = file.parent / "looked at" / "copy.duckdb"
    copy.parent.mkdir(exist_ok=True)
    shutil.copyfile(file, copy)
    log = file.with_name(f"{file.name}.wal")
    if log.exists():
        shutil.copyfile(log, copy.with_name("copy.duckdb.wal"))
    try:
        with duckdb.connect(str(copy)) as con:
            tables = con.execute("SELECT table_name FROM duckdb_tables()").fetchall()
            rows = [row for (name,) in tables for row in con.execute(f"FROM {name}").fetchall()]
    except duckdb.Error:  # it is none
        return False
    finally:
        shutil.rmtree(copy.parent)
    cells = [cell for row in rows for cell in row]
    return any(text in c if isinstance(c, str) else text.encode() in c
               for c in cells if isinstance(c, str | bytes))  # fmt: skip


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


# what stands beside the file


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, the schema is one further: the next opening makes a copy."""

    def go_on() -> None:
        more: schema.Migration = (f"CREATE TABLE later_{len(schema.MIGRATIONS)} (x TEXT)",)
        monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, more])

    return go_on


def copies(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.glob("*.backup*"))


def test_a_copy_of_before_an_update_goes_with_the_run_that_it_holds(
    tmp_path: Path, later: Callable[[], None]
) -> None:
    """One without a deleted run stays: it is the user's way back."""
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        record(store, new_run("stays", KEPT), a_run(KEPT))
    later()
    with opened(path) as store:
        assert [one.endswith("backup") for one in copies(path)] == [True]
        store.add_run(new_run("goes", PLANTED))
    first = copies(path)
    later()
    with opened(path) as store:
        assert len(copies(path)) == 2 and holds(path, PLANTED)
        (second,) = set(copies(path)) - set(first)
        assert store.delete_runs(["goes"]) == (["goes"], [str(tmp_path / second)])
        assert copies(path) == first and not holds(path, PLANTED) and holds(path, KEPT)
        assert store.delete_runs(["nowhere"]) == ([], [])
        store.delete_runs(["stays"])
    assert copies(path) == [] and not holds(path, KEPT)


def test_a_copy_of_after_a_deletion_that_an_older_version_made_goes_at_the_next_one(
    tmp_path: Path, later: Callable[[], None]
) -> None:
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        fill(store)
    later()
    with opened(path) as store:
        with store.keeping() as cur:
            garbage.delete(cur, ["goes"])
        record(store, new_run("next"), a_run("After?"))
        assert store.delete_runs(["next"]).copies and not holds(path, PLANTED)


def test_a_copy_that_cannot_be_read_or_was_never_finished_goes_too(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    other = tmp_path / "other.duckdb.v3.backup"
    left = [tmp_path / f"t.duckdb.{name}" for name in ("v2.backup", "v3.2.backup.part")]
    for one in (*left, other):
        one.write_text(f"torn {PLANTED}")
    with opened(path) as store:
        fill(store)
        assert store.delete_runs(["goes"]).copies == list(map(str, left))
    assert other.read_text() == f"torn {PLANTED}"


def test_a_copy_that_cannot_be_deleted_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    (tmp_path / "t.duckdb.v2.backup").mkdir()
    with opened(path) as store:
        fill(store)
        with pytest.raises(StoreError, match=r"v2\.backup\. Delete them by hand"):
            store.delete_runs(["goes"])
        assert store.run("goes") is None and not holds(path, PLANTED)


def test_what_a_process_left_that_died_is_cleared_when_the_file_is_opened(tmp_path: Path) -> None:
    """DuckDB writes to the disk what does not fit into memory, and leaves it there."""
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        fill(store)
    spilled = tmp_path / "t.duckdb.tmp"
    spilled.mkdir()
    (spilled / "duckdb_temp_1_0_storage_DEFAULT-0.tmp").write_text(PLANTED)
    for name in ("t.duckdb.rewritten", "t.duckdb.rewritten.wal"):
        (tmp_path / name).write_text(PLANTED)
    with opened(path):
        assert {one.name for one in tmp_path.iterdir()} <= {path.name, f"{path.name}.wal"}


DYING = """
import os, signal, sys
from pathlib import Path
from data.deletion import deleting
from data.store import Store
from data.database import Database
Database.rewrite = lambda self: os.kill(os.getpid(), signal.SIGKILL)
Store.open(Path(sys.argv[1]), count_link=lambda link: 1).delete_runs(["goes"])
"""


def test_a_deletion_is_finished_by_whoever_opens_the_file_next(tmp_path: Path) -> None:
    """Here the process dies after the rows are gone and before their bytes are."""
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        fill(store)
    shutil.copyfile(path, tmp_path / "t.duckdb.v1.backup")
    died = subprocess.run([sys.executable, "-c", DYING, str(path)], check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL and holds(path, PLANTED)
    with opened(path) as store:
        assert store.count() == 1
        assert not holds(path, PLANTED) and store.events("stays")
