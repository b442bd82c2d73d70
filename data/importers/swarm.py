"""OpenAI Swarm: a log of tasks (messages that share a `task_id`), and results of its evals.

A task is a run, and so is a case of an eval, with each of its tries as a reply.
"""

from __future__ import annotations

import re
from typing import Any

from agents.errors import BadInput
from data.importers.asked import part_of
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.source import Source
from data.importers.writing import Out, RunOut
from data.scenario import Check

name = "swarm"

NONE = "None"
ALL = re.compile(r"^100(\.0+)?%$")


def looks_like(head: Head) -> float:
    value = head.value
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        return 0.0
    if {"task_id", "role", "content"} <= first.keys():
        return 0.95
    results = first.get("results")
    case = results[0] if isinstance(results, list) and results else None
    return 0.95 if isinstance(case, dict) and "actual_function" in case else 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    runs: dict[str, RunOut] = {}
    for record in document if isinstance(document, list) else []:
        if not isinstance(record, dict):
            out.report.unknown_record("record", record)
        elif "task_id" in record:
            _message(out, runs, record)
        elif isinstance(record.get("results"), list):
            _eval(out, record)
        else:
            out.report.unknown_record("record", record)
    for run in runs.values():
        run.stop_if_answered()
    if not out.runs:
        raise BadInput(f"{source.path} is a log of Swarm without a task or a case.")


def _message(out: Out, runs: dict[str, RunOut], record: dict[str, Any]) -> None:
    task = text_of(record.get("task_id"))
    run = runs.get(task)
    if run is None:
        run = runs[task] = out.run()
        run.imported["task_id"] = task
    role, text = word(record.get("role")), text_of(record.get("content"))
    sent = {"role": role, "content": record.get("content")}
    if role == "assistant":
        run.replied(at=None, text=text, message=sent)
    else:
        if part_of(role) == "question":
            run.heard(text, None)
        run.ask(part_of(role), role or "user", sent)


def _eval(out: Out, record: dict[str, Any]) -> None:
    at = out.report.time(record.get("timestamp"))
    for case in record["results"]:
        if not isinstance(case, dict):
            out.report.unknown_record("case", case)
            continue
        run = out.run(paradigm="function-calling")
        run.imported.update(eval=record.get("id"), accuracy=case.get("case_accuracy"))
        for message in _list(case.get("messages")):
            if isinstance(message, dict):
                run.question = text_of(message.get("content")) or run.question
                run.ask(part_of(message.get("role")), word(message.get("role")) or "user", message)
        functions, texts = _list(case.get("actual_function")), _list(case.get("actual_message"))
        for number in range(max(len(functions), len(texts))):
            _try(run, functions, texts, number, at)
        accuracy = text_of(case.get("case_accuracy"))
        if accuracy:
            passed = ALL.match(accuracy) is not None
            expected = text_of(case.get("expected_function"))
            run.judged(passed, [Check("expected function", passed, f"{expected}: {accuracy}")])


def _try(
    run: RunOut, functions: list[Any], texts: list[Any], number: int, at: float | None
) -> None:
    function = text_of(functions[number]) if number < len(functions) else NONE
    text = text_of(texts[number]) if number < len(texts) else NONE
    called = function not in ("", NONE)
    calls = [run.wish("", function, {})] if called else []
    for _ in calls:
        run.pairing.answer("")
        run.out.report.lose("results of calls: an eval of Swarm does not run them")
    run.replied(
        at=at,
        text="" if text == NONE else text,
        calls=calls,
        finish="tool_calls" if called else "stop",
        notes=[f"try {number + 1}"],
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
