"""Copies beside the file: one of before each migration, and what a process that died left.

A copy that holds a run which was deleted since is deleted with it, or its texts would stay.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

import duckdb

COPY = r"\.v\d+(\.\d+)?\.backup(\.part)?"
SPILLED = "duckdb_temp_*"


def back_up(path: Path, version: int) -> Path:
    """A copy beside the file that never replaces an older copy."""
    copies = (path.with_name(f"{path.name}.v{version}{n}.backup") for n in _suffixes())
    target = next(copy for copy in copies if not copy.exists())
    half = target.with_name(target.name + ".part")
    try:
        shutil.copy2(path, half)
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)
    return target


def backups(path: Path) -> list[Path]:
    """Those that are there, and what is left of one that was never finished."""
    named = re.compile(re.escape(path.name) + COPY)
    try:
        return sorted(one for one in path.parent.iterdir() if named.fullmatch(one.name))
    except OSError:
        return []


def holding_others(path: Path, run_ids: Collection[str]) -> list[Path]:
    """The copies with a run that is none of these, and those that cannot be read."""
    known = set(run_ids)
    return [copy for copy in backups(path) if _holds_others(copy, known)]


def _holds_others(copy: Path, known: set[str]) -> bool:
    try:
        with duckdb.connect(str(copy), read_only=True) as con:
            held = con.execute("SELECT run_id FROM runs").fetchall()
            return any(run_id not in known for (run_id,) in held) or _waits(con)
    except duckdb.Error:
        return True


def _waits(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether something was sent to it that had become no run yet."""
    tables = {name for (name,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    return "inbox" in tables and bool(con.execute("SELECT 1 FROM inbox LIMIT 1").fetchall())


def clear_up(path: Path) -> None:
    """Takes away what a process left that died: half a copy, and what DuckDB wrote to the disk for
    want of memory. Nobody has the file open but who calls this."""
    home = path.resolve()
    left = [home.with_name(f"{home.name}.rewritten{end}") for end in ("", ".wal")]
    spilled = Path(f"{path}.tmp")
    for one in [*left, *spilled.glob(SPILLED)]:
        with suppress(OSError):
            one.unlink(missing_ok=True)
    with suppress(OSError):
        spilled.rmdir()


def _suffixes() -> Iterator[str]:
    yield ""
    number = 2
    while True:
        yield f".{number}"
        number += 1
