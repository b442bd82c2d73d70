"""Files that cannot be used, and disks that are full: one sentence, and nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from making import a_run, new_run, record

from agents.errors import StoreError
from data import schema
from data.store import Store

ROOT = Path(__file__).resolve().parent.parent


def refusal(path: Path | str) -> str:
    """The one sentence of the StoreError, which names the file."""
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    assert text.endswith(".")
    return text


def elsewhere(code: str, *args: object) -> subprocess.Popen[str]:
    """A real second process that can import what the tests can."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    )


def made(path: Path) -> Path:
    with Store.open(path, count_link=lambda link: 1) as store:
        record(store, new_run("r"), a_run())
    return path


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(9000)])
def test_a_file_that_is_no_database_is_refused_and_left(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.duckdb"
    path.write_bytes(content)
    assert "is not a DuckDB database or is damaged" in refusal(path)
    assert path.read_bytes() == content


def test_a_damaged_file_is_refused_and_left(tmp_path: Path) -> None:
    path = made(tmp_path / "t.duckdb")
    whole = path.read_bytes()
    damaged = whole[:4096] + bytes(byte ^ 0x5A for byte in whole[4096 : len(whole)])
    path.write_bytes(damaged)
    assert "is damaged, and was left as it is" in refusal(path)
    assert path.read_bytes() == damaged


def test_another_programs_database_is_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE sales (day DATE)")
    before = path.read_bytes()
    assert "of another program" in refusal(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "t.duckdb")
    with duckdb.connect(str(path)) as con:
        con.execute("UPDATE triptych SET version = 99")
    assert "was written by a newer Triptych (schema 99" in refusal(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_another_process_holds_names_the_process(tmp_path: Path) -> None:
    path = made(tmp_path / "t.duckdb")
    other = elsewhere(
        "import sys; from data.store import Store\n"
        "store = Store.open(sys.argv[1]); print('open', flush=True); sys.stdin.read()",
        path,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        assert f"is in use by another process (pid {other.pid})" in refusal(path)
        assert other.stdin is not None
        other.stdin.close()
    with Store.open(path) as store:
        assert len(store.events("r")) == 7


def test_a_file_that_this_process_holds_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    with Store.open(path):
        assert "already open in this process" in refusal(path)
    Store.open(path).close()


def test_a_folder_or_a_forbidden_place_is_one_sentence(tmp_path: Path) -> None:
    assert "is a folder" in refusal(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be opened" in refusal(tmp_path / "file" / "t.duckdb")
    assert "cannot be opened" in refusal(tmp_path / ("x" * 300))


@pytest.mark.skipif(sys.platform != "linux", reason="a place where even root may not write")
def test_a_place_without_permission_is_one_sentence() -> None:
    assert "cannot be opened for lack of permission" in refusal("/sys/t.duckdb")
    assert "cannot be opened for lack of permission" in refusal("/sys/kernel/new/t.duckdb")
    assert "cannot be opened (No such file or directory)" in refusal("/proc/t.duckdb")


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> list[schema.Migration]:
    """A next version, as a migration that does not exist yet will be."""
    migrations: list[schema.Migration] = [
        *schema.MIGRATIONS,
        ("ALTER TABLE runs ADD COLUMN colour TEXT", "UPDATE runs SET colour = 'teal'"),
    ]
    monkeypatch.setattr(schema, "MIGRATIONS", migrations)
    return migrations


def test_an_older_file_is_backed_up_and_then_brought_up_to_date(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = made(tmp_path / "t.duckdb")
    two = request.getfixturevalue("two_versions")
    with Store.open(path) as store:
        assert len(store.events("r")) == 7
        with store._database.reading() as cur:
            assert cur.execute("SELECT colour FROM runs").fetchall() == [("teal",)]
            assert cur.execute("SELECT version FROM triptych").fetchall() == [(len(two),)]
    Store.open(path).close()
    before = len(two) - 1
    backup = tmp_path / f"t.duckdb.v{before}.backup"
    assert sorted(tmp_path.iterdir()) == [path, backup]
    with duckdb.connect(str(backup)) as con:
        assert con.execute("SELECT version FROM triptych").fetchall() == [(before,)]
        assert con.execute("SELECT count(*) FROM events").fetchall() == [(7,)]


def test_a_migration_that_fails_leaves_the_file_and_never_replaces_a_backup(
    tmp_path: Path, two_versions: list[schema.Migration], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.duckdb"
    monkeypatch.setattr(schema, "MIGRATIONS", two_versions[:-1])
    made(path)
    broken = [*two_versions[:-1], (two_versions[-1][0], "SELECT no_such_column FROM runs")]
    monkeypatch.setattr(schema, "MIGRATIONS", broken)
    for _ in range(2):
        with pytest.raises(duckdb.BinderException):
            Store.open(path)
    assert len(list(tmp_path.glob("*.backup"))) == 2
    monkeypatch.setattr(schema, "MIGRATIONS", two_versions)
    with Store.open(path) as store:
        assert len(store.events("r")) == 7


def test_a_new_file_is_not_backed_up(tmp_path: Path, two_versions: object) -> None:
    Store.open(tmp_path / "t.duckdb").close()
    assert len(list(tmp_path.iterdir())) == 1


FILL = """
import resource, sys
from making import a_run, new_run, returned
from agents.errors import StoreError
from data.store import Store
import random
store = Store.open(sys.argv[1], count_link=lambda link: 1)
store.add_run(new_run("r"))
limit = int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
chance = random.Random(1)
seq, refused = 0, 0
while refused < 3 and seq < 4000:
    text = "%x" % chance.getrandbits(int(sys.argv[3]))
    try:
        store.append("r", seq, returned(output=text))
        seq += 1
    except StoreError as error:
        refused += 1
        print("refused", error, flush=True)
print("acknowledged", seq, flush=True)
try:
    print("read", len(store.events("r")), flush=True)
except StoreError as error:
    print("unread", error, flush=True)
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.append("r", seq, returned(output="after"))
    print("after", len(store.events("r")), flush=True)
store.close()
"""


def fill(path: Path, limit: int, bits: int) -> dict[str, str]:
    """Records until the disk is full; returns the last line of each kind."""
    process = elsewhere(FILL, path, limit, bits)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    return dict(line.split(" ", 1) for line in out.splitlines())


@pytest.mark.parametrize("bits", [8_000, 800_000])
def test_a_file_that_may_not_grow_loses_nothing_and_goes_on_when_it_may(
    tmp_path: Path, bits: int
) -> None:
    path = tmp_path / "t.duckdb"
    told = fill(path, 3_000_000, bits)
    assert told["refused"].startswith("The disk is full: this was not written to")
    acknowledged = int(told["acknowledged"])
    assert int(told["after"]) == acknowledged + 1
    with Store.open(path) as store:
        assert len(store.events("r")) == acknowledged + 1


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk is made by mount, as root")
@pytest.mark.parametrize("megabytes", [4, 30])
def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, megabytes: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        told = fill(disk / "t.duckdb", 0, 200_000)
        assert told["refused"].startswith("The disk is full: this was not written to")
        acknowledged = int(told["acknowledged"])
        bigger = ["mount", "-o", f"remount,size={4 * megabytes}m", str(disk)]
        subprocess.run(bigger, check=True)
        with Store.open(disk / "t.duckdb") as store:
            assert len(store.events("r")) == acknowledged > 10
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_an_event_of_another_version_in_the_journal_does_not_lock_the_file(tmp_path: Path) -> None:
    path = made(tmp_path / "t.duckdb")
    with duckdb.connect(str(path)) as con:
        line = '["r", 7, null, []]\n{"kind": "dreamt", "at": 1}'
        con.execute("INSERT INTO journal VALUES (?)", [line])
    with Store.open(path) as store:
        assert store.event_json("r", 7) == '{"kind": "dreamt", "at": 1}'
        assert len(store.events("r", upto=7)) == 7
        assert [row.events for row in store.runs()] == [8]
