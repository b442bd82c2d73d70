"""Requests as they were sent, a piece at a time: what is new in each against another one.

A conversation of 10,000 calls is a chain of 20,000 links; a reader who steps through it is told
of the last few, so a chain is read backwards from its end, and only as far as it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import duckdb

from data.requests.chains import Node

WINDOW, MOST_WINDOW = 64, 65_536
_NODE = (
    "replace(digest::TEXT, '-', ''), replace(parent::TEXT, '-', ''), "
    "replace(message::TEXT, '-', ''), part, tokens, depth"
)


class Wanted(NamedTuple):
    """Links `first` to before `upto` of a request; None: those at its end, `most` of them."""

    digest: str
    before: str | None = None
    first: int | None = None
    upto: int | None = None
    most: int = 60
    texts: bool = False
    """With the texts of those too that the request before had."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A link of a request; `body` is None where its text was not asked for."""

    place: int
    part: str
    role: str
    chars: int
    tokens: int | None
    body: str | None


@dataclass(frozen=True, slots=True)
class Sent:
    total: int
    """Links of the whole request; 0 where it is not on record."""
    shared: int
    """How many leading links the request before had too."""
    pieces: tuple[Piece, ...] = ()
    gone: tuple[Piece, ...] = ()
    """What the request before had in the place of what is new here."""


def sent(
    cur: duckdb.DuckDBPyConnection, wanted: Sequence[Wanted], homes: Collection[str] = ()
) -> list[Sent]:
    """`homes` are runs likely to have brought the links."""
    trail = _Trail(cur, homes)
    trail.look_up({digest for one in wanted for digest in (one.digest, one.before) if digest})
    found = []
    for one in wanted:
        total = trail.depth(one.digest) + 1
        shared = trail.shared(one.digest, one.before)
        first, upto = _span(one, total)
        own = list(trail.back(one.digest, first))[::-1]
        # a request that has nothing in common with the other shows no loss of it either
        gone = list(trail.back(one.before, shared))[::-1] if one.before and shared else []
        found.append((one, total, shared, own[: max(0, upto - first)], gone[-one.most :]))
    names: dict[str, bool] = {}
    for one, _, shared, own, gone in found:
        for node in own:
            names[node.message] = names.get(node.message, False) or (
                one.texts or node.depth >= shared
            )
        names |= {node.message: True for node in gone}
    texts = _texts(cur, names)
    return [
        Sent(
            total,
            shared,
            tuple(_piece(node, texts, one.texts or node.depth >= shared) for node in own),
            tuple(_piece(node, texts, True) for node in gone),
        )
        for one, total, shared, own, gone in found
    ]


def _span(one: Wanted, total: int) -> tuple[int, int]:
    upto = total if one.upto is None else min(one.upto, total)
    first = max(0, upto - one.most) if one.first is None else max(0, one.first)
    return first, upto


def _piece(node: Node, texts: dict[str, tuple[str, int, str | None]], whole: bool) -> Piece:
    role, chars, body = texts[node.message]
    return Piece(node.depth, node.part, role, chars, node.tokens, body if whole else None)


def _texts(
    cur: duckdb.DuckDBPyConnection, names: dict[str, bool]
) -> dict[str, tuple[str, int, str | None]]:
    """Digest -> role, characters, and the text where it is wanted."""
    if not names:
        return {}
    rows = cur.execute(
        "SELECT replace(digest::TEXT, '-', ''), role, length(body), "
        "CASE WHEN digest IN (SELECT unnest($whole::UUID[])) THEN body END "
        "FROM messages WHERE digest IN (SELECT unnest($all::UUID[]))",
        {"all": list(names), "whole": [name for name, whole in names.items() if whole]},
    ).fetchall()
    return {row[0]: row[1:] for row in rows}


class _Trail:
    def __init__(self, cur: duckdb.DuckDBPyConnection, homes: Collection[str]) -> None:
        self._cur = cur
        self._homes = list(homes)
        self._nodes: dict[str, Node] = {}
        self._window = WINDOW

    def look_up(self, digests: Collection[str]) -> None:
        """With the links written just before each, which are likely the ones that it follows."""
        missing = [digest for digest in digests if digest not in self._nodes]
        if not missing:
            return
        found = self._rows(missing, self._homes)
        if len(found) < len(missing):
            found = self._rows(missing, None)
        spans = [(row[0] - self._window, row[0]) for row in found]
        near = " OR ".join(f"rowid BETWEEN {low:d} AND {high:d}" for low, high in _merged(spans))
        if near:
            rows = self._cur.execute(f"SELECT {_NODE} FROM requests WHERE {near}").fetchall()
            self._nodes |= {row[0]: Node(*row[1:]) for row in rows}
        self._window = min(4 * self._window, MOST_WINDOW)

    def _rows(self, digests: list[str], homes: list[str] | None) -> list[tuple[int]]:
        chosen = "" if homes is None else " AND run_id IN (SELECT unnest($homes::TEXT[]))"
        named: dict[str, list[str]] = {"digests": digests} | ({"homes": homes} if homes else {})
        if homes is not None and not homes:
            return []
        return self._cur.execute(
            f"SELECT rowid FROM requests WHERE digest IN (SELECT unnest($digests::UUID[])){chosen}",
            named,
        ).fetchall()

    def node(self, digest: str | None) -> Node | None:
        if digest and digest not in self._nodes:
            self.look_up([digest])
        return self._nodes.get(digest or "")

    def depth(self, digest: str | None) -> int:
        node = self.node(digest)
        return -1 if node is None else node.depth

    def back(self, digest: str | None, first: int) -> Iterator[Node]:
        """From the last link to number `first`."""
        while (node := self.node(digest)) and node.depth >= first:
            yield node
            digest = node.parent

    def shared(self, one: str | None, other: str | None) -> int:
        # a digest names all that comes before it: where they meet, all is equal
        while one and other and one != other:
            a, b = self.node(one), self.node(other)
            if a is None or b is None:
                return 0
            deeper, higher = a.depth >= b.depth, b.depth >= a.depth
            one, other = a.parent if deeper else one, b.parent if higher else other
        return self.depth(one) + 1 if one and one == other else 0


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged
