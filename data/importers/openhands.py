"""OpenHands: a list of events, or JSON lines with such a list as `history` (evaluations, resolver).

The model's response stands in `tool_call_metadata` of the action it led to and again of that
action's observation; a response with several calls stands at each. It is one model call. Times
have no zone. Rows of older versions tell only actions and observations, in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.openhands_events import Trajectory
from data.importers.source import Source
from data.importers.writing import Out, RunOut
from data.scenario import Check

name = "openhands"

LISTS = ("history", "trajectory")
TOLD = ("instance_id", "issue", "metrics", "error", "base_commit")
ABOUT = ("agent_class", "max_iterations", "git_commit", "dataset", "eval_note")
"""Of a row's metadata; the rest holds settings of the machine, and places for keys."""


def looks_like(head: Head) -> float:
    best = 0.0
    for record in head.objects():
        if "history" in record and ("instruction" in record or "instance_id" in record):
            history = record["history"]
            first = history[0] if isinstance(history, list) and history else None
            first = first[0] if isinstance(first, list) and first else first
            best = max(best, 0.9 if _is_event(first) else 0.2)
        elif _is_event(record):
            best = max(best, 0.85 if "source" in record or "cause" in record else 0.4)
    return best


def _is_event(record: Any) -> bool:
    if not isinstance(record, dict):
        return False
    acted = isinstance(record.get("action"), str)
    observed = isinstance(record.get("observation"), str) and "content" in record
    spoken = "args" in record or "thought" in record or "wait_for_response" in record
    return (acted and spoken and "response" not in record) or observed


def read(source: Source, out: Out) -> None:
    loose: list[Any] = []
    for record in _records(source, out):
        if isinstance(record, list):
            _tell(out, {}, record)
        elif isinstance(record, dict) and _events_of(record) is not None:
            _tell(out, record, _events_of(record) or [])
        elif _is_event(record):
            loose.append(record)
        else:
            out.report.unknown_record("row", record)
    if loose:
        _tell(out, {}, loose)


def _records(source: Source, out: Out) -> Iterator[Any]:
    if source.head.kind == "jsonl":
        yield from (record for _, record in source.records(out.report))
    else:
        yield source.document()


def _events_of(row: dict[str, Any]) -> list[Any] | None:
    return next((row[key] for key in LISTS if isinstance(row.get(key), list)), None)


def _tell(out: Out, row: dict[str, Any], events: list[Any]) -> None:
    run = out.run()
    flat = [inner for event in events for inner in (event if isinstance(event, list) else [event])]
    for key in TOLD:
        if row.get(key) is not None:
            run.imported[key] = row[key]
    metadata = row.get("metadata")
    if isinstance(metadata, dict):
        run.imported.update({key: metadata[key] for key in ABOUT if metadata.get(key) is not None})
        config = metadata.get("llm_config")
        run.model = text_of(config.get("model")) if isinstance(config, dict) else ""
    run.label = text_of(row.get("instance_id"))[:200]
    run.question = text_of(row.get("instruction"))
    Trajectory(out, run, flat).tell(text_of(row.get("error")))
    _judge(run, row)


def _judge(run: RunOut, row: dict[str, Any]) -> None:
    """The resolver guesses whether it succeeded; a benchmark's report says whether it resolved."""
    result = row.get("test_result")
    report = result.get("report") if isinstance(result, dict) else row.get("report")
    resolved = report.get("resolved") if isinstance(report, dict) else None
    if isinstance(resolved, bool):
        run.judged(resolved, [Check("resolved", resolved, "")])
    elif isinstance(row.get("success"), bool):
        passed = row["success"]
        why = text_of(row.get("result_explanation") or row.get("comment_success"))
        run.judged(passed, [Check("success", passed, why)])
    patch = result.get("git_patch") if isinstance(result, dict) else row.get("git_patch")
    if word(patch):
        run.imported["git_patch"] = patch
