"""Requests as they were sent: chains of links that share their beginnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import duckdb


class Node(NamedTuple):
    """A link in its place; `tokens` None where they were never counted."""

    parent: str | None
    message: str
    part: str
    tokens: int | None
    depth: int


COLUMNS = (
    "replace(digest::TEXT, '-', ''), replace(parent::TEXT, '-', ''), "
    "replace(message::TEXT, '-', ''), part, tokens, depth"
)


def load(
    cur: duckdb.DuckDBPyConnection, ends: Iterable[str], run_ids: Collection[str] = ()
) -> dict[str, Node]:
    """Every node on the chains that end in `ends`; `run_ids` are runs likely to have brought them.

    The links of one run lie together, and a chain passes through few runs (a fork's parent, the
    first lane with the same tools), so it is read run by run, never link by link.
    """
    found: dict[str, Node] = {}
    nodes: dict[str, Node] = {}
    missing = set(ends)
    if run_ids and missing:
        found |= _brought_by(cur, dict.fromkeys(run_ids))
    while missing:
        missing = _walk(missing, found, nodes)
        if missing:
            homes = cur.execute(
                "SELECT run_id, max(depth) FROM requests "
                "WHERE digest IN (SELECT unnest(?::UUID[])) GROUP BY run_id",
                [list(missing)],
            ).fetchall()
            if not homes:
                break
            found |= _brought_by(cur, dict(homes))
    return nodes


def _walk(ends: set[str], found: Mapping[str, Node], nodes: dict[str, Node]) -> set[str]:
    """Moves what can be reached from `found` to `nodes`; returns the digests it lacks."""
    missing = set()
    for digest in ends:
        at: str | None = digest
        while at is not None and at not in nodes:
            if at not in found:
                missing.add(at)
                break
            nodes[at] = found[at]
            at = found[at].parent
    return missing


def _brought_by(cur: duckdb.DuckDBPyConnection, homes: Mapping[str, int | None]) -> dict[str, Node]:
    """The links that these runs brought, as deep as is asked."""
    depths = [depth for depth in homes.values() if depth is not None]
    deepest = max(depths) if len(depths) == len(homes) else None
    rows = cur.execute(
        f"SELECT {COLUMNS} FROM requests WHERE run_id IN (SELECT unnest(?::TEXT[]))"
        + ("" if deepest is None else f" AND depth <= {deepest:d}"),
        [list(homes)],
    ).fetchall()
    return {row[0]: Node(*row[1:]) for row in rows}


def parts(nodes: Mapping[str, Node], ends: Iterable[str]) -> dict[str, dict[str, int]]:
    """Request -> tokens of each part. A part of which any link was never counted is left out.

    Each node's sums are its parent's plus one, so that a growing conversation costs a step once.
    """
    sums: dict[str, Counter[str]] = {}
    unknown: dict[str, frozenset[str]] = {}
    result: dict[str, dict[str, int]] = {}
    for end in ends:
        fresh: list[str] = []
        at: str | None = end
        while at is not None and at in nodes and at not in sums:
            fresh.append(at)
            at = nodes[at].parent
        for digest in reversed(fresh):
            node = nodes[digest]
            parent = node.parent or ""
            sums[digest] = sums.get(parent, Counter()).copy()
            unknown[digest] = unknown.get(parent, frozenset())
            if node.tokens is None:
                unknown[digest] |= {node.part}
            else:
                sums[digest][node.part] += node.tokens
        if end in sums:
            result[end] = {
                part: tokens for part, tokens in sums[end].items() if part not in unknown[end]
            }
    return result


def bodies(cur: duckdb.DuckDBPyConnection, nodes: Mapping[str, Node]) -> dict[str, tuple[str, str]]:
    """Message -> role and body, of every message that these links hold."""
    rows = cur.execute(
        "SELECT replace(digest::TEXT, '-', ''), role, body FROM messages "
        "WHERE digest IN (SELECT unnest(?::UUID[]))",
        [list({node.message for node in nodes.values()})],
    ).fetchall()
    return {digest: (role, body) for digest, role, body in rows}
