"""Two texts beside each other: what is in both, what was removed, what was added."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from data.diff.lcs import pairs

Sign = Literal["=", "-", "+"]

LINE = re.compile(r"[^\n]*\n|[^\n]+")
WORD = re.compile(r"\w+|\s+|[^\w\s]")

MOST_CELLS = 4e8
"""Lines by lines, or words by words, that are compared; beyond them (two texts of some 20,000
lines without a common beginning or end) a stretch is said to be another as a whole."""


class Piece(NamedTuple):
    sign: Sign
    text: str


def pieces(one: str, other: str) -> list[Piece]:
    """By lines, and by words within lines that changed. `=` and `-` together are the one text,
    `=` and `+` the other, to the last character."""
    found: list[Piece] = []
    for same, left, right in _stretches(LINE.findall(one), LINE.findall(other)):
        if same:
            found.append(Piece("=", left))
            continue
        for kept, removed, added in _stretches(WORD.findall(left), WORD.findall(right)):
            if kept:
                found.append(Piece("=", removed))
            else:
                found += [Piece("-", removed)] * bool(removed) + [Piece("+", added)] * bool(added)
    return _joined(found)


def _stretches(one: Sequence[str], other: Sequence[str]) -> list[tuple[bool, str, str]]:
    """In order: whether a stretch is in both, and its text in each."""
    found: list[tuple[bool, str, str]] = []
    ends = [(-1, -1), *_pairs(one, other), (len(one), len(other))]
    for (left, right), (left_end, right_end) in pairwise(ends):
        parted = ("".join(one[left + 1 : left_end]), "".join(other[right + 1 : right_end]))
        if any(parted):
            found.append((False, *parted))
        if left_end < len(one) and right_end < len(other):
            found.append((True, one[left_end], other[right_end]))
    return found


def _pairs(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    head, most = 0, min(len(one), len(other))
    while head < most and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < most - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    ends = (len(one) - tail, len(other) - tail)
    inner: list[tuple[int, int]] = []
    if (ends[0] - head) * (ends[1] - head) <= MOST_CELLS:
        inner = pairs(
            [(part,) for part in one[head : ends[0]]], [(part,) for part in other[head : ends[1]]]
        )
    return [
        *((place, place) for place in range(head)),
        *((left + head, right + head) for left, right in inner),
        *((ends[0] + place, ends[1] + place) for place in range(tail)),
    ]


def _joined(found: Sequence[Piece]) -> list[Piece]:
    """Neighbours of one sign are one piece. Between two that differ, a removed piece stands before
    an added one; a lone blank between two changes belongs to the change."""
    joined: list[Piece] = []
    texts = {"-": "", "+": ""}

    def flush() -> None:
        for sign in ("-", "+"):
            if texts[sign]:
                joined.append(Piece(sign, texts[sign]))
                texts[sign] = ""

    for place, piece in enumerate(found):
        changes = bool(texts["-"] or texts["+"]) and place + 1 < len(found)
        if piece.sign != "=":
            texts[piece.sign] += piece.text
        elif changes and piece.text == " " and found[place + 1].sign != "=":
            texts["-"] += " "
            texts["+"] += " "
        else:
            flush()
            if joined and joined[-1].sign == "=":
                joined[-1] = Piece("=", joined[-1].text + piece.text)
            else:
                joined.append(piece)
    flush()
    return joined
