"""Where a text that was found stands: the event that holds it, or the first that was sent it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

import duckdb


class Standing(NamedTuple):
    """An event of a run; or, with `seq` None, a message by its digest, the row of `requests`
    (`link`) that first brought it, and which part of the request it is."""

    run_id: str
    seq: int | None
    place: int
    """The row of `events` or of `messages` that holds the text."""
    message: str | None
    link: int | None
    part: str


class Told(NamedTuple):
    run_id: str
    seq: int
    who: str
    name: str
    body: str
    """JSON."""
    form: bool
    """The names of its fields are ours."""
    question: str
    created_at: float | None


WHO = {"started": "question", "returned": "tool", "edited": "person", "stopped": "end"}


def standing(cur: duckdb.DuckDBPyConnection, places: Sequence[Standing]) -> list[Told | None]:
    """One for each place; None where no run is left in which it stands."""
    sent = [place for place in places if place.seq is None]
    events = _events(cur, [place for place in places if place.seq is not None])
    bodies = _bodies(cur, sent)
    first = _first_asked(cur, sent)
    runs = _runs(cur, {place.run_id for place in places} | {run for run, _ in first.values()})
    found: list[Told | None] = []
    for place in places:
        if place.seq is not None:
            kind, actor, name, body = events[place.run_id, place.seq]
            who = WHO.get(kind) or actor or kind
            found.append(Told(place.run_id, place.seq, who, name or "", body, True,
                              *runs.get(place.run_id, ("", None))))  # fmt: skip
            continue
        run_id, seq = first.get(place.message or "", ("", -1))
        if run_id not in runs:
            found.append(None)
            continue
        body = bodies[place.message or ""]
        form = place.part != "tools"  # a tool's parameters are names in its schema
        found.append(Told(run_id, seq, "sent", place.part, body, form, *runs[run_id]))
    return found


def _events(
    cur: duckdb.DuckDBPyConnection, places: Sequence[Standing]
) -> dict[tuple[str, int], tuple[Any, ...]]:
    if not places:
        return {}
    rows = cur.execute(
        "SELECT run_id, seq, kind, actor, name, body FROM events "
        "WHERE rowid IN (SELECT unnest(?::BIGINT[]))",
        [[place.place for place in places]],
    ).fetchall()
    return {(row[0], row[1]): row[2:] for row in rows}


def _bodies(cur: duckdb.DuckDBPyConnection, places: Sequence[Standing]) -> dict[str, str]:
    if not places:
        return {}
    return dict(
        cur.execute(
            "SELECT replace(digest::TEXT, '-', ''), body FROM messages "
            "WHERE rowid IN (SELECT unnest(?::BIGINT[]))",
            [[place.place for place in places]],
        ).fetchall()
    )


def _first_asked(
    cur: duckdb.DuckDBPyConnection, places: Sequence[Standing]
) -> dict[str, tuple[str, int]]:
    """Message -> the run and the event whose request first held it. A run writes the links of a
    request in order, so it is the first request of that run to end behind the link."""
    if not places:
        return {}
    rows = cur.execute(
        "SELECT e.run_id, r.rowid, e.seq FROM events e JOIN requests r ON r.digest = e.request "
        "WHERE e.run_id IN (SELECT unnest(?::TEXT[])) ORDER BY e.run_id, r.rowid, e.seq",
        [sorted({place.run_id for place in places})],
    ).fetchall()
    ends: dict[str, list[tuple[int, int]]] = {}
    for run_id, at, seq in rows:
        ends.setdefault(run_id, []).append((at, seq))
    found: dict[str, tuple[str, int]] = {}
    for place in places:
        own = ends.get(place.run_id, [])
        number = bisect_left(own, (place.link or 0, -1))
        if number < len(own):
            found[place.message or ""] = (place.run_id, own[number][1])
    for place in places:
        if place.message not in found and (other := _elsewhere(cur, place.message or "")):
            found[place.message or ""] = other
    return found


def _elsewhere(cur: duckdb.DuckDBPyConnection, message: str) -> tuple[str, int] | None:
    """For a message whose run was deleted while another still stands on it."""
    rows = cur.execute(
        "WITH RECURSIVE below(digest) AS ("
        "SELECT digest FROM requests WHERE message = ?::UUID "
        "UNION SELECT r.digest FROM requests r JOIN below ON r.parent = below.digest) "
        "SELECT run_id, seq FROM events WHERE request IN (SELECT digest FROM below) "
        "ORDER BY started_at, run_id, seq LIMIT 1",
        [message],
    ).fetchall()
    return rows[0] if rows else None


def _runs(cur: duckdb.DuckDBPyConnection, run_ids: set[str]) -> dict[str, tuple[str, float | None]]:
    rows = cur.execute(
        "SELECT run_id, question, epoch(created_at) FROM runs "
        "WHERE run_id IN (SELECT unnest(?::TEXT[]))",
        [sorted(run_ids)],
    ).fetchall()
    return {row[0]: (row[1], row[2]) for row in rows}
