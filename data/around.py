"""What stands around a step of a run: what it is compared with, and where a text is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, NamedTuple

import duckdb

from agents.events import Cost, Edited, Fault, Reading, Replied, Returned, Started, Stopped
from agents.messages import Call, Usage
from agents.plans import Plan, PlanStep, Verdict
from data.kinship.lineage import EVENTS, known, lines

_NAMES = " ".join(
    [field.name for kind in (
        Started, Replied, Returned, Edited, Stopped, Reading, Fault, Cost, Usage, Call,
        Plan, PlanStep, Verdict,
    ) for field in fields(kind)]
    + ["started replied returned edited stopped live replayed imported simulated null true false"]
    + ["text chat responses anthropic"]
)  # fmt: skip

OURS = (
    "kind", "request", "origin", "dialect", "actor", "role", "type", "status", "outcome", "finish",
    "effect", "source",
)  # fmt: skip
"""Fields whose values are words of ours or of a provider's form."""

NEAR = 400
"""The step before is looked for among so many events first."""


class Place(NamedTuple):
    """An event and, for a call, the one that it is compared with."""

    seq: int
    kind: str
    request: str | None
    before: int | None
    """The last call of the same actor, or else the last model call; for a tool's result, the
    last result of the same tool."""
    before_request: str | None


def places(cur: duckdb.DuckDBPyConnection, run_id: str, first: int, upto: int) -> list[Place]:
    rows = _rows(cur, run_id, max(0, first - NEAR), upto)
    if first > NEAR and any(
        row[0] >= first and row[1] in ("replied", "returned") and _before(rows, place) is None
        for place, row in enumerate(rows)
    ):
        rows = _rows(cur, run_id, 0, upto)
    found = []
    for place, (seq, kind, _, _, request) in enumerate(rows):
        if seq >= first:
            before = _before(rows, place)
            found.append(Place(seq, kind, request, before and before[0], before and before[4]))
    return found


def _rows(cur: duckdb.DuckDBPyConnection, run_id: str, first: int, upto: int) -> list[Any]:
    return cur.execute(
        f"SELECT e.seq, e.kind, e.actor, e.name, replace(e.request::TEXT, '-', '') FROM {EVENTS} "
        "WHERE e.seq >= $first AND e.seq < $upto ORDER BY e.seq",
        {**known(lines(cur, [run_id])), "first": first, "upto": upto},
    ).fetchall()


def _before(rows: list[Any], place: int) -> Any:
    _, kind, actor, name, _ = rows[place]
    if kind == "returned":
        return next((r for r in reversed(rows[:place]) if r[1] == kind and r[3] == name), None)
    if kind != "replied":
        return None
    calls = [row for row in rows[:place] if row[1] == kind and row[4]]
    return next((r for r in reversed(calls) if r[2] == actor), calls[-1] if calls else None)


def search(cur: duckdb.DuckDBPyConnection, run_id: str, text: str) -> list[int]:
    """The events that hold `text`, in whatever case, in a text of theirs: not in the names of
    fields. DuckDB finds those that may, by the text as JSON writes it."""
    wanted = text.casefold()
    if not wanted:
        return []
    # JSON escapes quotes and control characters; an event with a lone surrogate, all but ASCII
    written = {json.dumps(text, ensure_ascii=ascii_)[1:-1] for ascii_ in (False, True)}
    body = "e.body" if structural(text) else "''"
    rows = cur.execute(
        f"SELECT e.seq, {body} FROM {EVENTS} WHERE len(list_filter($written::TEXT[], "
        "lambda w: contains(lower(e.body), lower(w)))) > 0 ORDER BY e.seq",
        {**known(lines(cur, [run_id])), "written": sorted(written)},
    ).fetchall()
    if not structural(text):
        return [seq for seq, _ in rows]
    return [seq for seq, body in rows if any(wanted in s.casefold() for s in texts(body))]


def structural(text: str) -> bool:
    """Might it stand in an event's JSON without standing in a text of it: in the name of a field,
    in a digest, or across the signs between two values?"""
    said = text.lower()
    return bool(re.fullmatch(r"[\W\d_a-f]*", said)) or '"' in said or said in _NAMES


def texts(body: str, form: bool = True) -> Iterator[str]:
    """Values of every depth, and the names of arguments, which are the model's own words. Without
    a `form` of ours all names are told."""
    waiting: list[tuple[Any, bool]] = [(json.loads(body), not form)]
    while waiting:
        value, own = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting += [(item, own) for item in value]
        elif isinstance(value, dict):
            if own:
                yield from value
            waiting += [
                (item, own or name in ("arguments", "args"))
                for name, item in value.items()
                if own or name not in OURS
            ]
        elif own and value is not None:
            yield json.dumps(value)
