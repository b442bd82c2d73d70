"""Deletes runs, and the texts that no other run refers to.

A fork stands on the events of its parent: when the parent goes, the fork takes those events over
and becomes a run of its own. Nothing here looks at more than the deleted runs and what touches
them, except by scans of one narrow column.
"""

from __future__ import annotations

from collections.abc import Collection

import duckdb

from data.deletion import gone
from data.kinship.lineage import lines
from data.requests.chains import COLUMNS, Node, load
from data.writing.codec import EVENT_COLUMNS

_OTHERS = ", ".join(f"e.{column}" for column in EVENT_COLUMNS if column != "run_id")


def delete(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> list[str]:
    """The ids of all that went; unknown ids are nothing. `cur` is in a transaction. Sub-runs go
    with the run they are of, but for those of calls that a surviving fork has inherited, which
    become its own."""
    if not _here(cur, run_ids):
        return []
    _leave_to_forks(cur, _with_sub_runs(cur, run_ids))
    ids = _with_sub_runs(cur, run_ids)
    gone.bury(cur, ids)
    hand_over(cur, ids)
    ends = cur.execute(
        "SELECT DISTINCT replace(request::TEXT, '-', '') FROM events "
        "WHERE run_id IN (SELECT unnest($ids::TEXT[])) AND request IS NOT NULL "
        # what a span brought that was no step of its own (a call traced twice)
        "UNION SELECT replace(digest::TEXT, '-', '') FROM requests "
        "WHERE run_id IN (SELECT run_id FROM spans WHERE run_id IN (SELECT unnest($ids::TEXT[])) "
        "UNION SELECT run_id FROM ended_spans WHERE run_id IN (SELECT unnest($ids::TEXT[])))",
        {"ids": ids},
    ).fetchall()
    nodes = load(cur, [row[0] for row in ends], ids)
    for table in ("events", "verdicts", "runs", "spans", "ended_spans"):
        cur.execute(f"DELETE FROM {table} WHERE run_id IN (SELECT unnest(?::TEXT[]))", [ids])
    _sweep(cur, nodes)
    return ids


def _here(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> bool:
    wanted = list(run_ids)
    return any(
        cur.execute(
            f"SELECT 1 FROM {table} WHERE run_id IN (SELECT unnest(?::TEXT[])) LIMIT 1", [wanted]
        ).fetchall()
        for table in ("runs", "events", "spans", "ended_spans")
    )


def sweep(cur: duckdb.DuckDBPyConnection) -> None:
    """Removes the events of runs that never came to be, their links, and then the texts, as far as
    nothing else stands on them. `cur` is in a transaction."""
    cur.execute("DELETE FROM events WHERE run_id NOT IN (SELECT run_id FROM runs)")
    rows = cur.execute(
        f"SELECT {COLUMNS} FROM requests WHERE run_id NOT IN (SELECT run_id FROM runs "
        "UNION SELECT run_id FROM spans UNION SELECT run_id FROM ended_spans)"
    ).fetchall()
    _sweep(cur, {row[0]: Node(*row[1:]) for row in rows})


def _with_sub_runs(cur: duckdb.DuckDBPyConnection, run_ids: Collection[str]) -> list[str]:
    found = set(run_ids)
    newest = list(found)
    while newest:
        rows = cur.execute(
            "SELECT run_id FROM runs WHERE called_by IN (SELECT unnest(?::TEXT[]))", [newest]
        ).fetchall()
        newest = [row[0] for row in rows if row[0] not in found]
        found.update(newest)
    return sorted(found)


def _forks(cur: duckdb.DuckDBPyConnection, ids: list[str]) -> list[str]:
    """Those that survive."""
    rows = cur.execute(
        "SELECT run_id FROM runs WHERE parent_run_id IN (SELECT unnest(?::TEXT[])) "
        "AND run_id NOT IN (SELECT unnest(?::TEXT[]))",
        [ids, ids],
    ).fetchall()
    return [row[0] for row in rows]


def _leave_to_forks(cur: duckdb.DuckDBPyConnection, ids: list[str]) -> None:
    """A sub-run that several of them know goes to one of them."""
    for line in lines(cur, _forks(cur, ids)):
        if line.run_id not in ids:
            continue
        cur.execute(
            "UPDATE runs SET called_by = ? WHERE called_by = ? AND run_id IN "
            "(SELECT sub_run FROM events WHERE run_id = ? AND seq < ? AND sub_run <> '')",
            [line.target, line.run_id, line.run_id, line.below],
        )


def hand_over(cur: duckdb.DuckDBPyConnection, ids: list[str]) -> None:
    """Copies what a surviving fork inherits into the fork itself."""
    forks = _forks(cur, ids)
    for line in lines(cur, forks):
        if line.run_id != line.target:
            cur.execute(
                f"INSERT INTO events (run_id, {', '.join(EVENT_COLUMNS[1:])}) "
                f"SELECT ?, {_OTHERS} FROM events e WHERE e.run_id = ? AND e.seq < ?",
                [line.target, line.run_id, line.below],
            )
    if forks:
        cur.execute(
            "UPDATE runs SET parent_run_id = NULL, forked_at = NULL "
            "WHERE run_id IN (SELECT unnest(?::TEXT[]))",
            [forks],
        )


def _sweep(cur: duckdb.DuckDBPyConnection, nodes: dict[str, Node]) -> None:
    """Removes those of `nodes` on which no event and no other link stands, then their texts."""
    kept = cur.execute(
        "SELECT replace(request::TEXT, '-', '') FROM events "
        "WHERE request IN (SELECT unnest(?::UUID[])) "
        "UNION SELECT replace(parent::TEXT, '-', '') FROM requests "
        "WHERE parent IN (SELECT unnest(?::UUID[])) "
        "AND digest NOT IN (SELECT unnest(?::UUID[]))",
        [list(nodes)] * 3,
    ).fetchall()
    dead = dict(nodes)
    for (digest,) in kept:
        at: str | None = digest
        while at is not None and at in dead:
            at = dead.pop(at).parent
    if not dead:
        return
    cur.execute("DELETE FROM requests WHERE digest IN (SELECT unnest(?::UUID[]))", [list(dead)])
    messages = list({node.message for node in dead.values()})
    cur.execute(
        "DELETE FROM messages WHERE digest IN (SELECT unnest(?::UUID[])) "
        "AND digest NOT IN (SELECT message FROM requests "
        "WHERE message IN (SELECT unnest(?::UUID[])))",
        [messages, messages],
    )
