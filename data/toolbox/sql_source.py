"""Opens the one file so that SQL can read it and can reach nothing else.

A DuckDB file is opened read-only, for each query anew, so that no lock is held in between. CSV
and Parquet are loaded into memory first and then the door is shut: leaving the file readable
(`allowed_paths`) would leave it writable too, by a COPY inside of a WITH.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb

from agents.errors import BadInput
from agents.tools import ToolError

KINDS = (".csv", ".tsv", ".parquet", ".duckdb", ".db")
MEMORY = "1GB"
_CALM: dict[str, Any] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_persistent_secrets": False,
    "python_enable_replacements": False,  # or a query could name our own variables
    "temp_directory": "",
    "memory_limit": MEMORY,
    "threads": 2,
}
_SHUT = {"enable_external_access": False, "lock_configuration": True}


class Source:
    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        self._loaded = None if kind in (".duckdb", ".db") else _Loaded(path, kind)

    @contextmanager
    def session(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection for one query, in a read-only transaction."""
        seen = _look(self.path)
        connection = self._loaded.cursor(seen) if self._loaded else _connect(self.path)
        try:
            connection.execute("BEGIN TRANSACTION READ ONLY")
            yield connection
        finally:
            connection.close()


def open_source(path: Path, kind: str) -> Source:
    """`path` is resolved. Raises BadInput, in one sentence, for what cannot be opened."""
    source = Source(path, kind)
    try:
        with source.session():
            return source
    except ToolError as error:
        raise BadInput(str(error)) from None


def quoted(name: str) -> str:
    """An identifier as SQL needs it, with quotes only where they are needed."""
    plain = name.isascii() and name.isidentifier() and name == name.lower()
    return name if plain else '"' + name.replace('"', '""') + '"'


def _look(path: Path) -> object:
    """What changes when the file does. One that has become a link may lead anywhere."""
    try:
        info = path.lstat()
        linked = path.resolve() != path
    except OSError:
        raise ToolError(f"{path.name} is gone.") from None
    if linked:
        raise ToolError(f"{path.name} has been replaced by a link, which is not read.")
    return info.st_mtime_ns, info.st_size, info.st_ino


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(path), read_only=True, config=_CALM | _SHUT)
    except duckdb.ConnectionException:
        raise ToolError(
            f"{path.name} is open in this very program (is it Triptych's own database?); "
            "point the tool at a copy, or at an export."
        ) from None
    except duckdb.Error as error:
        if "lock" in str(error).lower():
            raise ToolError(
                f"{path.name} is in use by another process; close it there, or point the tool "
                "at a copy."
            ) from None
        raise ToolError(
            f"{path.name} cannot be opened as a DuckDB file ({_brief(error)})."
        ) from None


class _Loaded:
    """A CSV or Parquet file in memory, loaded again when it has changed."""

    def __init__(self, path: Path, kind: str) -> None:
        self._path = path
        self._reader = "read_parquet" if kind == ".parquet" else "read_csv"
        self._lock = Lock()
        self._signature: object = None
        self._base: duckdb.DuckDBPyConnection | None = None

    def cursor(self, signature: object) -> duckdb.DuckDBPyConnection:
        with self._lock:
            if self._base is None or signature != self._signature:
                self._base = self._load()
                self._signature = signature
            return self._base.cursor()

    def _load(self) -> duckdb.DuckDBPyConnection:
        base = duckdb.connect(":memory:", config=_CALM)
        try:
            base.execute(
                f"CREATE TABLE {quoted(self._path.stem)} AS FROM {self._reader}(?)",
                [_literal(self._path)],
            )
        except duckdb.OutOfMemoryException:
            raise ToolError(
                f"{self._path.name} is too large to be held in {MEMORY} of memory; "
                "import it into a DuckDB file and use that."
            ) from None
        except duckdb.Error as error:
            raise ToolError(f"{self._path.name} cannot be read ({_brief(error)}).") from None
        for name, value in _SHUT.items():
            base.execute(f"SET {name} = {value}")
        return base


def _literal(path: Path) -> str:
    """The path as a pattern that matches only itself: DuckDB would expand *, ? and [."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in str(path))


def _brief(error: duckdb.Error) -> str:
    """The first line says what, the others show where."""
    return str(error).strip().splitlines()[0].rstrip(".")
