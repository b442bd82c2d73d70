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
from data.search.postings import Block, Form, block, form, read
from data.search.vocabulary import ROWS, Vocabulary

if TYPE_CHECKING:
    from data.store import Store

FEW = 20_000
"""So many texts are read quickly enough."""
IDENTITY = {"events": "hash(run_id, seq)", "messages": "hash(digest)"}


@dataclass
class _Table:
    upto: int = 0
    """Rows below this number are in the index."""
    identity: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    """By the number of the row."""
    blocks: list[Block] = field(default_factory=list)


class Rows(NamedTuple):
    """Those of a table that hold all the words, and those that may and have to be read; from
    `upto` on nothing is known."""

    sure: NDArray[np.int64]
    may: NDArray[np.int64]
    upto: int

    @property
    def packs(self) -> int:
        """How far apart those to be read are: DuckDB unpacks ROWS texts at once."""
        return len(np.unique(self.may // ROWS))


class TextIndex:
    def __init__(self, store: Store, few: int = FEW) -> None:
        self._store = store
        self._few = few
        self._forget()
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
                self._forget()
                return None
            if not any(table.upto for table in self._tables.values()):
                return None
            sought = [[form(self._vocabulary, one.encode()) for one in forms] for forms in wanted]
            return {name: _rows(table, sought) for name, table in self._tables.items()}

    @property
    def nbytes(self) -> int:
        tables = self._tables.values()
        own = sum(one.nbytes for table in tables for one in table.blocks)
        return own + sum(table.identity.nbytes for table in tables) + self._vocabulary.nbytes

    def _forget(self) -> None:
        self._tables: dict[str, _Table] = {name: _Table() for name in IDENTITY}
        self._vocabulary = Vocabulary()

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
                f"WHERE rowid >= {low:d} AND rowid < {low + ROWS:d} ORDER BY rowid"
            ).fetchall()
            after = cur.execute(f"SELECT max(rowid) FROM {name}").fetchall()[0][0]
        end = low + ROWS if after is not None and after >= low + ROWS else (after or -1) + 1
        identity = np.zeros(max(end - low, 0), np.uint64)
        for number, known, _ in rows:
            identity[number - low] = known
        texts = read([body.encode() for *_, body in rows])
        with self._lock:
            if self._tables[name] is not table:
                return True  # rows have moved: from the beginning
            table.blocks.append(block(self._vocabulary, [row[0] for row in rows], texts))
            table.identity = np.concatenate([table.identity, identity])
            table.upto = max(end, low)
        return end == low + ROWS


def _rows(table: _Table, sought: Sequence[Sequence[Form]]) -> Rows:
    found = [one.holding(sought) for one in table.blocks]
    none = [np.zeros(0, np.int64)]
    sure, may = (np.concatenate([one[kind] for one in found] or none) for kind in (0, 1))
    return Rows(sure, may, table.upto)
