"""The second half of a deletion: after the rows, the bytes.

It is done when the file is opened again where it could not be done at once: a setting says so.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import duckdb

from agents.errors import StoreError
from data import trouble
from data.backups import holding_others
from data.database import MEMORY, Database

UNFINISHED = "deleted bytes are left"


class Deleted(NamedTuple):
    runs: list[str]
    """With their sub-runs."""
    copies: list[str]
    """Paths of copies of before a migration that held deleted runs, and were deleted too."""


def begin(cur: duckdb.DuckDBPyConnection) -> None:
    """In the transaction that deletes the rows."""
    cur.execute("DELETE FROM settings WHERE key = ?", [UNFINISHED])
    cur.execute("INSERT INTO settings VALUES (?, '')", [UNFINISHED])


def finish(database: Database) -> list[str]:
    """Deletes the copies that hold what is not in the file any more, and writes the file anew; the
    paths of those copies. Raises StoreError where either cannot be."""
    with database.reading() as cur:
        staying = {run_id for (run_id,) in cur.execute("SELECT run_id FROM runs").fetchall()}
    gone: list[str] = []
    left: list[str] = []
    # first, since it makes room
    for copy in [] if database.path == MEMORY else holding_others(Path(database.path), staying):
        try:
            copy.unlink()
            gone.append(str(copy))
        except OSError:
            left.append(str(copy))
    database.rewrite()
    with database.writing() as cur:
        cur.execute("DELETE FROM settings WHERE key = ?", [UNFINISHED])
    if left:
        raise trouble.copies_left(left)
    return gone


def finish_late(database: Database) -> None:
    """After a process that died in between, or a disk that was full then."""
    with database.reading() as cur:
        found = cur.execute("SELECT 1 FROM settings WHERE key = ?", [UNFINISHED]).fetchall()
    if found:
        with suppress(StoreError):  # there is still no room
            finish(database)
