"""The index of all texts of a file, in the memory of the process that has it open.

Made in the background once somebody searches in many texts, and extended as they grow. Nothing has
to tell it of changes: a row that came later is read, one that is gone is not found, and where rows
have moved (DuckDB numbers them anew when it tidies up after a deletion) all is made anew.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import numpy as np
from numpy.typing import NDArray

from agents.errors import StoreError
from data.trigrams import Marks, cut, marks, may_hold

if TYPE_CHECKING:
    from data.store import Store

FEW = 20_000
"""So many texts are read quickly enough."""
SLICE = 2_048
IDENTITY = {"events": "hash(run_id, seq)", "messages": "hash(digest)"}


@dataclass
class _Table:
    upto: int = 0
    """Rows below this number are in the index."""
    identity: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    """By the number of the row."""
    row: list[NDArray[np.int64]] = field(default_factory=list)
    """The row of each stretch, slice by slice; rows are in order."""
    marks: list[Marks] = field(default_factory=list)


class Rows(NamedTuple):
    """Those of a table that may hold all the words; from `upto` on nothing is known."""

    rows: NDArray[np.int64]
    upto: int


class TextIndex:
    def __init__(self, store: Store, few: int = FEW) -> None:
        self._store = store
        self._few = few
        self._tables: dict[str, _Table] = {name: _Table() for name in IDENTITY}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._maker: threading.Thread | None = None

    def close(self) -> None:
        self._stop.set()
        if self._maker is not None:
            self._maker.join()

    def candidates(
        self, cur: duckdb.DuckDBPyConnection, wanted: Sequence[Sequence[str]]
    ) -> dict[str, Rows] | None:
        """Table -> rows. `wanted` holds for each word the forms it may have. None where the index
        is of no help: all has to be read."""
        with self._lock:
            if self._unknown(cur) > self._few:
                self._make()
            if not all(self._holds(cur, name) for name in IDENTITY):
                self._tables = {name: _Table() for name in IDENTITY}
                return None
            if not any(table.upto for table in self._tables.values()):
                return None
            return {
                name: Rows(_rows(table, wanted), table.upto) for name, table in self._tables.items()
            }

    def _unknown(self, cur: duckdb.DuckDBPyConnection) -> int:
        return sum(
            cur.execute(f"SELECT count(*) FROM {name} WHERE rowid >= {table.upto:d}").fetchall()[0][
                0
            ]
            for name, table in self._tables.items()
        )

    def _holds(self, cur: duckdb.DuckDBPyConnection, name: str) -> bool:
        """Whether each row is still the one that was read under its number."""
        table = self._tables[name]
        found = cur.execute(
            f"SELECT rowid, {IDENTITY[name]} AS known FROM {name} WHERE rowid < {table.upto:d}"
        ).fetchnumpy()
        return bool(np.array_equal(table.identity[found["rowid"]], found["known"]))

    def _make(self) -> None:
        if self._maker is None or not self._maker.is_alive():
            self._maker = threading.Thread(target=self._read, name="text index", daemon=True)
            self._maker.start()

    def _read(self) -> None:
        with suppress(StoreError):
            for name in IDENTITY:
                while not self._stop.is_set() and self._read_slice(name):
                    pass

    def _read_slice(self, name: str) -> bool:
        with self._lock:
            table = self._tables[name]
        low = table.upto
        with self._store.looking() as cur:
            rows = cur.execute(
                f"SELECT rowid, {IDENTITY[name]}, lower(body) FROM {name} "
                f"WHERE rowid >= {low:d} AND rowid < {low + SLICE:d} ORDER BY rowid"
            ).fetchall()
            after = cur.execute(f"SELECT max(rowid) FROM {name}").fetchall()[0][0]
        end = low + SLICE if after is not None and after >= low + SLICE else (after or -1) + 1
        stretches: list[bytes] = []
        row: list[int] = []
        identity = np.zeros(max(end - low, 0), np.uint64)
        for number, known, body in rows:
            identity[number - low] = known
            pieces = cut(body.encode())
            stretches += pieces
            row += [number] * len(pieces)
        made = marks(stretches) if stretches else None
        with self._lock:
            if self._tables[name] is not table:
                return True  # rows have moved: from the beginning
            if made is not None:
                table.marks.append(made)
                table.row.append(np.array(row, np.int64))
            table.identity = np.concatenate([table.identity, identity])
            table.upto = max(end, low)
        return end == low + SLICE


def _rows(table: _Table, wanted: Sequence[Sequence[str]]) -> NDArray[np.int64]:
    found = [np.zeros(0, np.int64)]
    for row, kept in zip(table.row, table.marks, strict=True):
        first, whose = np.unique(row, return_inverse=True)
        holds = np.ones(len(first), np.bool_)
        for forms in wanted:
            somewhere = np.zeros(len(first), np.bool_)
            for form in forms:
                somewhere[whose[may_hold(kept, form.encode())]] = True
            holds &= somewhere
        found.append(first[holds])
    return np.concatenate(found)
