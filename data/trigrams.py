"""Which texts may hold a word, told without reading them: an index of a file's texts in memory.

Of each stretch of a text, the groups of three bytes that stand in it are marks among 1,024 bits. A
text that lacks one of a word's marks does not hold the word; one that has them all is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BITS = 1024
WORDS = BITS // 64
STRETCH, OVERLAP = 1_400, 200
"""Bytes of a stretch, and how many of them the next one repeats; of a longer word its first OVERLAP
bytes are looked for."""

Marks = NDArray[np.uint64]


def cut(text: bytes) -> list[bytes]:
    """Stretches of a text; a word stands whole in one of them."""
    if len(text) <= STRETCH:
        return [text]
    step = STRETCH - OVERLAP
    return [text[at : at + STRETCH] for at in range(0, len(text) - OVERLAP, step)]


def marks(stretches: Sequence[bytes]) -> Marks:
    """A row of WORDS for each."""
    data = np.frombuffer(b"".join(stretches) + b"\0\0", np.uint8)
    sizes = np.fromiter(map(len, stretches), np.int64, len(stretches))
    rows = np.repeat(np.arange(len(stretches), dtype=np.int64) * BITS, sizes)
    bits = np.zeros(len(stretches) * BITS, np.uint8)
    # the last two groups of a stretch reach into the next one: marks too many do no harm
    bits[rows + _places(data)[: len(rows)]] = 1
    packed: Marks = np.packbits(bits, bitorder="little").view(np.uint64)
    return packed.reshape(-1, WORDS)


def _places(data: NDArray[np.uint8]) -> NDArray[np.int64]:
    wide = data.astype(np.uint32)
    mixed = wide[:-2] * np.uint32(0x9E3779B1)
    mixed += wide[1:-1] * np.uint32(0x85EBCA77)
    mixed += wide[2:] * np.uint32(0xC2B2AE3D)
    return ((mixed ^ (mixed >> np.uint32(15))) >> np.uint32(5) & np.uint32(BITS - 1)).astype(
        np.int64
    )


def may_hold(kept: Marks, word: bytes) -> NDArray[np.bool_]:
    """For each stretch; a word of less than three bytes may stand anywhere."""
    found = np.ones(len(kept), np.bool_)
    if len(word) < 3:
        return found
    wanted = np.zeros(WORDS, np.uint64)
    for place in set(_places(np.frombuffer(word[:OVERLAP], np.uint8)).tolist()):
        wanted[place // 64] |= np.uint64(1) << np.uint64(place % 64)
    for column in np.flatnonzero(wanted):
        found &= (kept[:, column] & wanted[column]) == wanted[column]
    return found
