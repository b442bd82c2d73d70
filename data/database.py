"""The open file: connections, the one lock for writing, and errors as sentences.

DuckDB refuses two calls at once on one connection, so a reader takes a cursor of its own, and
writers share two under a lock: what is written is small, and DuckDB commits one at a time anyway.
"""

from __future__ import annotations

import stat
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from agents.errors import StoreError
from data import schema, trouble
from data.backups import back_up, clear_up

MEMORY = ":memory:"
CLOSING_S = 30.0

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # nothing is ever fetched from the network on behalf of a query
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    # readable by DuckDB 1.5 too
    "storage_compatibility_version": "v1.5.0",
    # of a new file; a table takes a block a column at least, and most files hold few runs
    "default_block_size": "16384",
}

_open: weakref.WeakValueDictionary[str, Database] = weakref.WeakValueDictionary()
_opening = threading.Lock()


class Database:
    """Made by `open_database`. `lock` is held by whoever writes; never take it while reading."""

    def __init__(self, con: duckdb.DuckDBPyConnection, path: str) -> None:
        self.path = path
        self.lock = threading.RLock()
        self._closed = False
        self._dead = False
        self._readers = 0
        self._gate = threading.Condition()
        self._connect(con)

    def _connect(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        self._writer = con.cursor()
        # a statement costs a fifth less when its plan is not optimised; one INSERT needs none
        self._quick = con.cursor()
        self._quick.execute("PRAGMA disable_optimizer")
        self._put = self._quick.extract_statements("INSERT INTO journal VALUES (?)")[0]
        self._receive = self._quick.extract_statements(
            "INSERT INTO inbox VALUES (?, ?, ?, ?, ?, ?)"
        )[0]

    def put(self, line: str) -> None:
        """Writes a line to the journal; it is on the disk when this returns."""
        self._insert(self._put, [line])

    def receive(self, row: Sequence[object]) -> None:
        """Writes a row to the inbox; it is on the disk when this returns."""
        self._insert(self._receive, row)

    def _insert(self, statement: duckdb.Statement, row: Sequence[object]) -> None:
        with self.lock, self._sentences():
            try:
                self._quick.execute(statement, row)
            except duckdb.FatalException as error:
                self._died(error)

    @contextmanager
    def writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor in a transaction that is committed at the end, or rolled back as a whole."""
        with self.lock, self._sentences():
            cur = self._writer
            cur.begin()
            try:
                yield cur
            except BaseException:
                with suppress(duckdb.Error):  # a dead database has rolled back by itself
                    cur.rollback()
                raise
            try:
                cur.commit()
            except duckdb.FatalException as error:
                self._died(error)

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of its own that sees one moment of the file, whatever is written meanwhile."""
        with self._sentences():
            with self._gate:
                self._readers += 1
                cur = self._con.cursor()
            try:
                cur.begin()
                yield cur
            finally:
                with suppress(duckdb.Error):
                    cur.rollback()
                cur.close()
                with self._gate:
                    self._readers -= 1
                    self._gate.notify_all()

    @contextmanager
    def apart(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of its own in a transaction that is committed at the end, or rolled back as a
        whole. Others may write meanwhile, so only rows are added here that nobody else touches."""
        with self.reading() as cur:
            yield cur
            with self.lock:
                try:
                    cur.commit()
                except duckdb.FatalException as error:
                    self._died(error)

    def rewrite(self) -> None:
        """Copies what is in the file to a new one that takes its place, so that nothing of what
        was deleted is left in its free blocks, in rows that DuckDB only marks as deleted, or in
        the log beside it. Waits for readers. Raises StoreError where there is no room for it;
        then the file stays as it is, and so do the deleted bytes in it."""
        if self.path == MEMORY:
            return
        with self.lock, self._sentences(), self._gate:
            if not self._gate.wait_for(lambda: self._readers == 0, CLOSING_S):
                raise trouble.not_rewritten(self.path, "something is still being read")
            home = Path(self.path).resolve()  # where it is a link, what it leads to
            fresh = home.with_name(f"{home.name}.rewritten")
            try:
                self._copy_to(fresh)
            except (duckdb.Error, OSError) as error:
                with suppress(OSError):
                    _clear(fresh)
                raise trouble.not_rewritten(self.path, str(error)) from error
            fresh.chmod(stat.S_IMODE(home.stat().st_mode))
            self._disconnect()
            self._dead = True  # until it is open again
            fresh.replace(home)
            self._connect(_opened(self.path))
            self._dead = False

    def _copy_to(self, fresh: Path) -> None:
        _clear(fresh)
        con = self._con.cursor()
        try:
            con.execute("CHECKPOINT")
            ((name,),) = con.execute("SELECT current_database()").fetchall()
            named = str(fresh).replace("'", "''")
            version = _CONFIG["storage_compatibility_version"]
            con.execute(f"ATTACH '{named}' AS rewritten (STORAGE_VERSION '{version}')")
            try:
                con.execute(f'COPY FROM DATABASE "{name}" TO rewritten')
                con.execute("CHECKPOINT rewritten")
            finally:
                con.execute("DETACH rewritten")
        finally:
            con.close()

    def go_on(self, cur: duckdb.DuckDBPyConnection) -> None:
        """Commits what a cursor of `apart` has written so far, and begins anew."""
        with self.lock:
            try:
                cur.commit()
            except duckdb.FatalException as error:
                self._died(error)
            cur.begin()

    def close(self) -> None:
        """Waits for readers, then lets go of the file. Closing twice is nothing."""
        with self.lock, self._gate:
            if self._closed:
                return
            self._closed = True
            self._disconnect()
        with _opening:
            _open.pop(self.path, None)

    def _disconnect(self) -> None:
        self._gate.wait_for(lambda: self._readers == 0, CLOSING_S)
        for cur in (self._quick, self._writer, self._con):
            with suppress(duckdb.Error):
                cur.close()

    def _died(self, error: duckdb.FatalException) -> None:
        """After a disk that filled up while DuckDB tidied the file (a checkpoint), it refuses all
        until it is opened again. What it had committed before is safe, and no error."""
        self._dead = True
        if "COMMIT succeeded" not in str(error):
            raise error

    def _revive(self) -> None:
        with self.lock, self._gate:
            if self._dead and not self._closed and self.path != MEMORY:
                self._disconnect()
                self._connect(_opened(self.path))
                self._dead = False

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        if self._dead:
            self._revive()
        if self._closed:
            raise trouble.closed(self.path)
        try:
            yield
        except duckdb.Error as error:
            self._dead = self._dead or isinstance(error, duckdb.FatalException)
            sentence = trouble.not_done(error, self.path)
            if sentence is None:
                raise
            raise sentence from error


def open_database(path: str | Path) -> Database:
    """Opens or makes the file and brings it to this version's schema. Raises StoreError."""
    path = str(path) if str(path) == MEMORY else str(Path(path).expanduser().absolute())
    with _opening:
        if path != MEMORY and path in _open:
            raise StoreError(f"{path} is already open in this process; close it there first.")
        database = Database(_opened(path), path)
        if path != MEMORY:
            _open[path] = database
        return database


def _opened(path: str) -> duckdb.DuckDBPyConnection:
    try:
        con = _prepared(path)
        if path != MEMORY:
            clear_up(Path(path))
        return con
    except duckdb.ProgrammingError:
        raise  # our own SQL is wrong, not the file
    except (duckdb.Error, OSError) as error:
        raise trouble.not_opened(error, path) from error


def _prepared(path: str) -> duckdb.DuckDBPyConnection:
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    con = duckdb.connect(path, config=_CONFIG)
    try:
        found = schema.version(con, path)
        if path != MEMORY and 0 < found < len(schema.MIGRATIONS):
            con.execute("CHECKPOINT")
            # closed first: closing any handle of a file drops this process's lock on it (POSIX)
            con.close()
            back_up(Path(path), found)
            con = duckdb.connect(path, config=_CONFIG)
        schema.migrate(con, found)
    except BaseException:
        con.close()
        raise
    return con


def _clear(fresh: Path) -> None:
    for left in (fresh, Path(f"{fresh}.wal")):
        left.unlink(missing_ok=True)
