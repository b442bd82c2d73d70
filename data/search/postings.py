"""In which of some texts each word stands: a block of the index in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from data.search.vocabulary import BITS, ROWS, Runs, Vocabulary, group_at, groups, hashes, runs

Bools = NDArray[np.bool_]
MANY = 1_000


class Lists(NamedTuple):
    """For each key, in order, the rows that have it: rows[start[n] : start[n + 1]]."""

    keys: NDArray[np.uint32]
    start: NDArray[np.uint32]
    rows: NDArray[np.uint16]

    def mark(self, wanted: NDArray[np.int64], marked: Bools, among: Bools | None = None) -> None:
        """Marks the rows of all these keys (in order). `among` tells of each number whether it is
        wanted, which is quicker for many."""
        if among is None:
            at = np.searchsorted(self.keys, wanted)
            inside = at < len(self.keys)
            at = at[inside]
            at = at[self.keys[at] == wanted[inside]]
        else:
            at = np.flatnonzero(among[self.keys])
        many = self.start[at + 1].astype(np.int64) - self.start[at]
        if many.sum() * 8 > len(self.rows):  # a letter stands in nearly all words
            of_all = np.zeros(len(self.keys), np.bool_)
            of_all[at] = True
            marked[self.rows[np.repeat(of_all, np.diff(self.start))]] = True
        else:
            marked[self.take(at, many)] = True

    def take(self, at: NDArray[np.int64], many: NDArray[np.int64]) -> NDArray[np.uint16]:
        before = np.cumsum(many) - many
        rows: NDArray[np.uint16] = self.rows[
            np.repeat(self.start[at] - before, many) + np.arange(many.sum())
        ]
        return rows

    @property
    def nbytes(self) -> int:
        return self.keys.nbytes + self.start.nbytes + self.rows.nbytes


class Piece(NamedTuple):
    """A run of something that is looked for."""

    words: NDArray[np.int64]
    """Numbers of the words that it may stand in."""
    among: Bools | None
    """The same for each word, where they are many."""
    groups: NDArray[np.int64] | None
    """What it would consist of in a coarse run; None where it cannot stand in one."""


class Form(NamedTuple):
    pieces: Sequence[Piece]
    whole: bool
    """There is nothing but one piece: where a word has it, it stands."""


def form(vocabulary: Vocabulary, text: bytes) -> Form:
    found = runs([text])
    pieces = []
    for at, size, coarse in zip(found.start, found.size, found.coarse, strict=True):
        piece = found.data[at : at + size]
        begins, ends = bool(at > 1), bool(at + size < len(text) + 1)
        none = np.zeros(0, np.int64)
        words = none if coarse else vocabulary.holding(piece, begins, ends)
        within = None
        if coarse or not (begins and ends):
            within = np.unique(group_at(piece, np.arange(max(0, len(piece) - 2))))
        among = None
        if len(words) > MANY:
            among = np.zeros(len(vocabulary), np.bool_)
            among[words] = True
        pieces.append(Piece(words, among, within))
    return Form(pieces, len(pieces) == 1 and int(found.size[0]) == len(text))


class Block:
    """Of at most ROWS texts; `rows` are their numbers in the table."""

    def __init__(
        self, rows: NDArray[np.int64], words: Lists, coarse: Lists, any_coarse: Bools
    ) -> None:
        self._rows = rows
        self._words = words
        self._coarse = coarse
        self._any_coarse = any_coarse

    @property
    def nbytes(self) -> int:
        lists = self._words.nbytes + self._coarse.nbytes
        return lists + self._any_coarse.nbytes + self._rows.nbytes

    def holding(
        self, wanted: Sequence[Sequence[Form]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows that hold all that is wanted, for each the forms that it may have; and those
        that may hold it but have to be read."""
        may = np.ones(len(self._rows), np.bool_)
        sure = may.copy()
        for forms in wanted:
            some, surely = np.zeros(len(self._rows), np.bool_), np.zeros(len(self._rows), np.bool_)
            for one in forms:
                here = np.ones(len(self._rows), np.bool_)
                for piece in one.pieces:
                    here &= self._piece(piece, surely if one.whole else None)
                    if not here.any():
                        break
                some |= here
            may &= some
            sure &= surely
            if not may.any():
                break
        return self._rows[may & sure], self._rows[may & ~sure]

    def _piece(self, piece: Piece, surely: Bools | None) -> Bools:
        here = np.zeros(len(self._rows), np.bool_)
        if len(piece.words):
            self._words.mark(piece.words, here, piece.among)
        if surely is not None:
            surely |= here
        if piece.groups is not None and self._any_coarse.any():
            within = self._any_coarse.copy()
            for group in piece.groups:
                having = np.zeros(len(self._rows), np.bool_)
                self._coarse.mark(np.array([group]), having)
                within &= having
                if not within.any():
                    break
            here |= within
        return here


class Read(NamedTuple):
    """Texts, cut into words; `block` numbers these."""

    found: Runs
    made: NDArray[np.uint64]
    words: NDArray[np.uint64]
    """Hashes, in order, each once."""
    start: NDArray[np.uint32]
    rows: NDArray[np.uint16]
    coarse: Lists
    any_coarse: Bools


def read(texts: Sequence[bytes]) -> Read:
    """The work of an index, apart from the vocabulary. At most ROWS texts, in lower case."""
    found = runs(texts)
    made = hashes(found)
    pairs = _each_once(made | found.row[~found.coarse].astype(np.uint64))
    words, start, rows = _lists(pairs)
    coarse = np.zeros(len(texts), np.bool_)
    coarse[found.row[found.coarse]] = True
    row, group = groups(found)
    keys, first, where = _lists(_each_once((group * ROWS + row).astype(np.uint64)))
    lists = Lists((keys >> np.uint64(BITS)).astype(np.uint32), first, where)
    return Read(found, made, words, start, rows, lists, coarse)


def _each_once(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    # np.unique takes five times as long
    keys.sort()
    once: NDArray[np.uint64] = keys[np.diff(keys, prepend=~keys[:1]) != 0]
    return once


def _lists(
    pairs: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint16]]:
    keys = pairs & ~np.uint64(ROWS - 1)
    begin = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    start = np.append(begin, len(keys)).astype(np.uint32)
    return keys[begin], start, (pairs & np.uint64(ROWS - 1)).astype(np.uint16)


def block(vocabulary: Vocabulary, rows: Sequence[int], texts: Read) -> Block:
    """`rows`: the number of each text in its table, in order."""
    numbers = vocabulary.numbers(texts.words, texts.found, texts.made)
    order = np.argsort(numbers)
    unsorted = Lists(numbers, texts.start, texts.rows)
    many = np.diff(texts.start)[order].astype(np.int64)
    start = np.append(0, np.cumsum(many)).astype(np.uint32)
    words = Lists(numbers[order], start, unsorted.take(order, many))
    return Block(np.array(rows, np.int64), words, texts.coarse, texts.any_coarse)
