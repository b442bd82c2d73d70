"""A run as JSON lines, and back without loss: the form in which Triptych keeps its own.

First line: `{"triptych": 1, "run": {...}}`. Then a line an event: `{"event": {...}}`, for a model
call with `"keep": n, "sent": [[part, role, body], ...]`: its request is the first n pieces of the
request before it and these. Last, if the run was judged, `{"verdict": {...}}`. Sub-runs follow
the run they are of in the same form.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from agents.errors import NotThere
from agents.events import Replied, to_json
from agents.messages import as_json
from data.requests.of_run import RunRequests
from data.store import Store
from data.writing.journal import shared

VERSION = 1
KEPT = ("run_id", "comparison_id", "question", "scenario", "paradigm", "model", "planner_model",
        "rig", "origin", "label", "called_by", "called_as", "source")  # fmt: skip


def export_all(store: Store, run_ids: Iterable[str]) -> Iterator[str]:
    """Each run once, with its sub-runs behind it. Raises NotThere as `export` does."""
    done: set[str] = set()
    waiting = list(run_ids)[::-1]
    while waiting:
        run_id = waiting.pop()
        if run_id in done:
            continue
        done.add(run_id)
        yield from export(store, run_id)
        waiting += [row.run_id for row in store.sub_runs(run_id)][::-1]


def export(store: Store, run_id: str) -> Iterator[str]:
    """Lines without their line breaks. Raises NotThere for a run that is not there."""
    row = store.run(run_id)
    if row is None:
        raise NotThere(f"There is no run “{run_id}” to export.")
    run: dict[str, Any] = {name: getattr(row, name) for name in KEPT}
    yield as_json({"triptych": VERSION, "run": {**run, "created_at": row.started_at}})
    requests = RunRequests(store, run_id)
    before: tuple[Any, ...] = ()
    for event in store.events(run_id):
        line: dict[str, Any] = {"event": json.loads(to_json(event))}
        if isinstance(event, Replied) and event.request:
            sent = tuple(requests.links(event.request))
            keep = shared(before, sent)
            line |= {"keep": keep, "sent": [[x.part, x.role, x.body] for x in sent[keep:]]}
            before = sent
        yield as_json(line)
    if (judged := store.verdict(run_id)) is not None:
        yield as_json({"verdict": asdict(judged)})
