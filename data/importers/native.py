"""Reads what data.exporters.native writes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from agents.errors import BadInput
from agents.events import Event, from_json
from agents.messages import Link, Wire
from data.exporters.native import VERSION
from data.runs import NewRun
from data.scenario import Check, Judgement
from data.store import Store


def load(store: Store, lines: Iterable[str]) -> str:
    """Adds the run under its own id, whole or not at all; returns the id. A run that is there
    already stays as it is. Raises BadInput for lines that are no run."""
    try:
        head, *rest = (json.loads(line) for line in lines if line.strip())
        if head.get("triptych") != VERSION:
            raise ValueError("not this version")
        run = NewRun(**head["run"])
        events = list(_events(rest))
        verdicts = [_judgement(line["verdict"]) for line in rest if "verdict" in line]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"This is no run in Triptych's own format ({error}).") from None
    if store.run(run.run_id) is None:
        batch = ((run.run_id, seq, event, sent) for seq, (event, sent) in enumerate(events))
        store.append_many(batch, [run])
        for verdict in verdicts:
            store.add_verdict(run.run_id, verdict)
    return run.run_id


def _events(lines: Iterable[dict[str, Any]]) -> Iterable[tuple[Event, Wire]]:
    before: Wire = ()
    for line in lines:
        if "event" not in line:
            continue
        sent: Wire = ()
        if "sent" in line:
            new = tuple(Link(part, role, body) for part, role, body in line["sent"])
            before = sent = before[: line["keep"]] + new
        yield from_json(json.dumps(line["event"])), sent


def _judgement(value: dict[str, Any]) -> Judgement:
    return Judgement(value["passed"], tuple(Check(**check) for check in value["checks"]))
