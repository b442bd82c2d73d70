"""Reads what data.exporters.native writes: Triptych's own runs, equal to what they were."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from agents.errors import BadInput
from agents.events import Event, Replied, Returned, from_json
from agents.messages import Link, Part, Wire
from data.exporters.native import VERSION
from data.importers.head import Head
from data.importers.hostile import Unreadable, finite, parse
from data.importers.source import BAD_LINE, Source
from data.importers.writing import Out
from data.runs import NewRun
from data.scenario import Check, Judgement
from data.store import Store

name = "native"


def looks_like(head: Head) -> float:
    first = next(iter(head.records), head.value)
    return 1.0 if isinstance(first, dict) and "triptych" in first and "run" in first else 0.0


def read(source: Source, out: Out) -> None:
    """A file may hold several runs, each from its head line on. A run keeps its own id, so that one
    that is here already stays as it is."""
    lines: list[dict[str, Any]] = []
    for _, line in source.lines(out.report):
        try:
            value = parse(line)
        except Unreadable:
            out.report.lose(BAD_LINE)
            continue
        if not isinstance(value, dict):
            out.report.unknown_record(type(value).__name__, value)
            continue
        if "triptych" in value and lines:
            _tell(lines, out)
            lines = []
        lines.append(value)
    if lines:
        _tell(lines, out)


def load(store: Store, lines: Iterable[str]) -> str:
    """Adds the run under its own id, whole or not at all; returns the id. A run that is there
    already stays as it is. Raises BadInput for lines that are no run."""
    try:
        run, events, verdicts = _run_of([json.loads(line) for line in lines if line.strip()])
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise _no_run(error) from None
    if store.run(run.run_id) is None:
        batch = ((run.run_id, seq, event, sent) for seq, (event, sent) in enumerate(events))
        store.append_many(batch, [run])
        for verdict in verdicts:
            store.add_verdict(run.run_id, verdict)
    return run.run_id


PARTS = get_args(Part)
_new_run = TypeAdapter(NewRun)

Found = tuple[NewRun, list[tuple[Event, Wire]], list[Judgement]]


def _run_of(lines: list[dict[str, Any]]) -> Found:
    head, rest = lines[0], lines[1:]
    if head.get("triptych") != VERSION:
        raise ValueError("not this version")
    run = _new_run.validate_python(head["run"])
    if not run.run_id:
        raise ValueError("a run without an id")
    for name in (run.run_id, run.origin, run.comparison_id, run.parent_run_id, run.called_by):
        (name or "").encode()  # raises UnicodeEncodeError, a ValueError, for what is no text
    run = replace(run, rig=finite(dict(run.rig)), report=finite(dict(run.report)))
    verdicts = [_judgement(line["verdict"]) for line in rest if "verdict" in line]
    return run, list(_events(rest)), verdicts


def _no_run(error: Exception) -> BadInput:
    told = " ".join(str(error).split())
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        told = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return BadInput(f"This is no run in Triptych's own format ({told[:200]}).")


def _tell(lines: list[dict[str, Any]], out: Out) -> None:
    try:
        run, events, verdicts = _run_of(lines)
        told = out.own(run)
        for event, sent in events:
            told.put(event, sent)
            _count(event, out)
        told.judgement = verdicts[-1] if verdicts else None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise _no_run(error) from None


def _count(event: Event, out: Out) -> None:
    report = out.report
    if isinstance(event, Replied):
        usage = event.usage
        report.model_calls += 1
        report.add_usage(usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens)
    elif isinstance(event, Returned):
        report.tool_calls += 1
        report.errors += event.outcome not in ("ok", "refused")


def _events(lines: Iterable[dict[str, Any]]) -> Iterator[tuple[Event, Wire]]:
    before: Wire = ()
    for line in lines:
        if "event" not in line:
            continue
        sent: Wire = ()
        if "sent" in line:
            new = tuple(_link(part, str(role), str(body)) for part, role, body in line["sent"])
            before = sent = before[: line["keep"]] + new
        yield from_json(json.dumps(line["event"])), sent


def _link(part: Any, role: str, body: str) -> Link:
    if part not in PARTS:
        raise ValueError(f"{str(part)[:40]!a} is no part of a request")
    for text in (role, body):
        text.encode()  # in the JSON that we write, a lone surrogate is escaped
    return Link(part, role, body)


def _judgement(value: dict[str, Any]) -> Judgement:
    return Judgement(value["passed"], tuple(Check(**check) for check in value["checks"]))
