"""The longest common subsequence, of steps and of words alike.

Row by row over a bit vector (Hyyrö 2004, after Crochemore and others): the table of the naive way
with 64 and more cells in one machine operation, exact for every input. Its time is rows times
items over 64 whatever they hold, where Myers' and Hunt and Szymanski's ways are fast for the
similar and quadratic for the worst: 10,000 by 10,000 is some 0.1 s, 100,000 by 100,000 some 10 s.
Only every √rows-th vector is kept, and those between are made again on the way back, so memory is
√rows times items bits: 8 MB for 100,000 by 100,000.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import isqrt

Keys = Sequence[tuple[Hashable, ...]]
Pairs = list[tuple[int, int]]


def pairs(rows: Keys, items: Keys) -> Pairs:
    """The most (row, item) places, rising in both, at which the two share a key."""
    head = 0
    most = min(len(rows), len(items))
    while head < most and _share(rows[head], items[head]):
        head += 1
    tail = 0
    while tail < most - head and _share(rows[-1 - tail], items[-1 - tail]):
        tail += 1
    ends = (len(rows) - tail, len(items) - tail)
    inner = _table(rows[head : ends[0]], items[head : ends[1]])
    return [
        *((place, place) for place in range(head)),
        *((row + head, item + head) for row, item in inner),
        *((ends[0] + place, ends[1] + place) for place in range(tail)),
    ]


def _share(one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> bool:
    return any(key in other for key in one)


def _table(rows: Keys, items: Keys) -> Pairs:
    if not rows or not items:
        return []
    places: dict[Hashable, int] = {}
    for place, keys in enumerate(items):
        for key in keys:
            places[key] = places.get(key, 0) | 1 << place
    masks = []
    for keys in rows:
        mask = 0
        for key in keys:
            mask |= places.get(key, 0)
        masks.append(mask)
    every = (1 << len(items)) - 1
    size = isqrt(len(rows)) + 1
    kept, vector = [], every
    for row, mask in enumerate(masks):
        if row % size == 0:
            kept.append(vector)
        vector = _next(vector, mask, every)
    return _way_back(masks, kept, every, size, len(items))


def _next(vector: int, mask: int, every: int) -> int:
    """A bit of a row's vector is 0 where the subsequence up to that item is one longer than up to
    the item before it."""
    found = vector & mask
    return ((vector + found) | (vector - found)) & every if found else vector


def _way_back(masks: list[int], kept: list[int], every: int, size: int, item: int) -> Pairs:
    found: Pairs = []
    for block in range(len(kept) - 1, -1, -1):
        first = block * size
        vectors, vector = [], kept[block]
        for mask in masks[first : first + size]:
            vector = _next(vector, mask, every)
            vectors.append(vector)
        row = first + len(vectors)
        while row > first and item > 0:
            if vectors[row - 1 - first] >> (item - 1) & 1:
                item -= 1
            elif masks[row - 1] >> (item - 1) & 1:
                row, item = row - 1, item - 1
                found.append((row, item))
            else:
                row -= 1
    return found[::-1]
