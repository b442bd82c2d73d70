"""The words of a file's texts, each once: in which of them something stands, and by which number.

A text is taken as bytes in lower case and cut into runs of letters, digits and `_`. A run that is
too long, or in a script without spaces, is no word: such runs would be as many as the texts, and
are known by their groups of three bytes instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LONGEST = 32
"""Bytes of a word."""
WIDE = 0xE0
"""With this byte the characters of three and more begin: nearly all scripts without spaces."""
BITS = 11
ROWS = 1 << BITS
"""Texts that are taken together, at most."""

_SIGNS = bytes(
    byte >= 0x80 or byte == ord("_") or (byte < 0x80 and chr(byte).isalnum()) for byte in range(256)
)
_SEED = np.random.default_rng().integers(0, 2**63, 2, np.uint64) | np.uint64(1)
_LOW = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)

Numbers = NDArray[np.int64]


class Runs(NamedTuple):
    """Of several texts; `coarse` are those that are no words."""

    data: bytes
    row: Numbers
    start: Numbers
    size: Numbers
    coarse: NDArray[np.bool_]


def runs(texts: Sequence[bytes]) -> Runs:
    data = b"\0" + b"\0".join(texts) + b"\0" * (LONGEST + 8)
    read = np.frombuffer(data, np.uint8)
    word = np.frombuffer(bytearray(data.translate(_SIGNS)), np.uint8)
    wide = np.flatnonzero(read >= WIDE)
    # quotes, dashes and stops beyond ASCII: U+2000 to U+203F, U+3000 to U+303F
    second = read[wide + 1]
    for sign in wide[((read[wide] == 0xE2) | (read[wide] == 0xE3)) & (second == 0x80)]:
        word[sign : sign + 3] = 0
    edges = np.flatnonzero(word[1:] != word[:-1]) + 1
    start, size = edges[::2], edges[1::2] - edges[::2]
    sizes = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    ends = np.searchsorted(start, 1 + np.cumsum(sizes))
    row = np.repeat(np.arange(len(texts)), np.diff(ends, prepend=0))
    coarse = size > LONGEST
    wide = wide[word[wide] == 1]
    coarse[np.searchsorted(start, wide, "right") - 1] = True
    return Runs(data, row, start, size, coarse)


def hashes(found: Runs) -> NDArray[np.uint64]:
    """Of each run that is a word; the lowest bits are left free, for ROWS. Of two million words two
    are alike in one file of 4,000; which ones differs from process to process."""
    start, size = found.start[~found.coarse], found.size[~found.coarse]
    # the eight bytes from every place on
    eight = np.ndarray((len(found.data) - 7,), "<u8", found.data, strides=(1,))
    made = _mixed(size.astype(np.uint64) * _SEED[0], eight[start] & _LOW[np.minimum(size, 8)])
    some = np.flatnonzero(size > 8)
    at = 8
    while len(some):
        part = eight[start[some] + at] & _LOW[np.minimum(size[some] - at, 8)]
        made[some] = _mixed(made[some], part)
        at += 8
        some = some[size[some] > at]
    made *= np.uint64(0xC2B2AE3D27D4EB4F)
    made ^= made >> np.uint64(32)
    made &= ~np.uint64(ROWS - 1)
    return made


def _mixed(made: NDArray[np.uint64], part: NDArray[np.uint64]) -> NDArray[np.uint64]:
    made ^= part
    made *= _SEED[1]
    made ^= made >> np.uint64(29)
    return made


def groups(found: Runs) -> tuple[Numbers, Numbers]:
    """Row and group of three bytes, for every place in a coarse run."""
    start, size = found.start[found.coarse], found.size[found.coarse]
    many = np.maximum(size - 2, 0)
    before = np.cumsum(many) - many
    at = np.repeat(start - before, many) + np.arange(many.sum())
    return np.repeat(found.row[found.coarse], many), group_at(found.data, at)


def group_at(data: bytes, at: Numbers) -> Numbers:
    read = np.frombuffer(data, np.uint8).astype(np.uint32)
    three = read[at] | read[at + 1] << np.uint32(8) | read[at + 2] << np.uint32(16)
    mixed: Numbers = ((three * np.uint32(0x9E3779B1)) >> np.uint32(16)).astype(np.int64)
    return mixed


class Vocabulary:
    """Grows only; whoever uses it holds a lock of their own."""

    def __init__(self) -> None:
        self._known = np.zeros(0, np.uint64)
        """Hashes in order, and the number of each word."""
        self._number = np.zeros(0, np.uint32)
        self._spelled = bytearray(b"\n")
        self._start = np.zeros(0, np.uint32)

    def __len__(self) -> int:
        return len(self._number)

    @property
    def nbytes(self) -> int:
        arrays = self._known.nbytes + self._number.nbytes + self._start.nbytes
        return arrays + len(self._spelled)

    def numbers(
        self, wanted: NDArray[np.uint64], found: Runs, made: NDArray[np.uint64]
    ) -> NDArray[np.uint32]:
        """Of hashes in order, all of which are among those `made` of what was `found`."""
        place = np.searchsorted(self._known, wanted)
        new = np.ones(len(wanted), np.bool_)
        inside = place < len(self._known)
        new[inside] = self._known[place[inside]] != wanted[inside]
        if new.any():
            self._add(wanted[new], place[new], found, made)
            place = np.searchsorted(self._known, wanted)
        return self._number[place]

    def _add(
        self, new: NDArray[np.uint64], place: Numbers, found: Runs, made: NDArray[np.uint64]
    ) -> None:
        short = np.zeros(1 << 16, np.bool_)
        short[new >> np.uint64(48)] = True
        likely = np.flatnonzero(short[made >> np.uint64(48)])
        likely = likely[np.argsort(made[likely], kind="stable")]
        first = likely[np.searchsorted(made[likely], new)]
        start, size = found.start[~found.coarse][first], found.size[~found.coarse][first]
        starts = len(self._spelled) + np.cumsum(size + 1) - size - 1
        pieces = [found.data[at : at + long] for at, long in zip(start, size, strict=True)]
        self._spelled += b"\n".join(pieces) + b"\n"
        numbers = np.arange(len(self), len(self) + len(new), dtype=np.uint32)
        self._start = np.concatenate([self._start, starts.astype(np.uint32)])
        self._known = np.insert(self._known, place, new)
        self._number = np.insert(self._number, place, numbers)

    def holding(self, piece: bytes, begins: bool, ends: bool) -> Numbers:
        """Numbers of the words in which a piece stands; at their beginning or end, if so asked."""
        sought = b"\n" * begins + piece + b"\n" * ends
        at = self._short(sought) if len(sought) < 3 else self._long(sought)
        at = at + begins
        return np.unique(np.searchsorted(self._start, at, "right") - 1)

    def _short(self, sought: bytes) -> Numbers:
        read = np.frombuffer(bytes(self._spelled), np.uint8)
        here = read == sought[0]
        if len(sought) == 2:
            here = here[:-1] & (read[1:] == sought[1])
        return np.flatnonzero(here)

    def _long(self, sought: bytes) -> Numbers:
        at = self._spelled.find(sought)
        found = []
        while at >= 0:
            found.append(at)
            at = self._spelled.find(sought, at + 1)
        return np.array(found, np.int64)
