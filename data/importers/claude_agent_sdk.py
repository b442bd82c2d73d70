"""The Claude Agent SDK's and `claude -p`'s stream-json: messages, and a `result` with the totals.

Messages are those of a Claude Code session, read as such; a recording has them as
`{direction, message}` among control requests. An assistant message tells its usage as it stood when
the stream began, so its output tokens are too few: the result's total says how many there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from data.importers.claude_session import Session, line_key
from data.importers.head import Head
from data.importers.hostile import count_of, text_of, word
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "claude_agent_sdk"

CONTROL = "control requests and responses: not part of the conversation"


def looks_like(head: Head) -> float:
    value = head.value
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        first = next((m for m in value["messages"] if isinstance(m, dict)), {})
        return 0.95 if "direction" in first and "message" in first else 0.0
    for record in head.objects():
        if record.get("type") == "system" and record.get("subtype") == "init":
            return 0.93 if "session_id" in record else 0.0
        if record.get("type") in ("user", "assistant") and "parent_tool_use_id" in record:
            return 0.93
    return 0.0


def read(source: Source, out: Out) -> None:
    messages = list(_messages(source, out))
    lines = [_as_line(message) for message in _with_whole_output(messages)]
    said = Counter(key for line in lines if (key := line_key(line)))
    session = Session(out, said)
    for line in lines:
        session.take(line)
    session.end()
    for run in out.runs:
        if isinstance(run, RunOut) and run.called_by is not None:
            run.called_as = run.called_as or run.thread.rpartition("/")[2]
    for message in messages:
        if message.get("type") == "result" and out.runs and isinstance(out.runs[0], RunOut):
            _keep_result(out, out.runs[0], message)


def _messages(source: Source, out: Out) -> Iterator[dict[str, Any]]:
    document = source.document() if source.head.kind == "json" else None
    if isinstance(document, dict) and isinstance(document.get("messages"), list):
        records: Iterator[Any] = iter(document["messages"])
    else:
        records = (record for _, record in source.records(out.report))
    for record in records:
        inner = record.get("message") if isinstance(record, dict) else None
        message = inner if isinstance(record, dict) and "direction" in record else record
        if not isinstance(message, dict):
            out.report.unknown_record("message", record)
        elif word(message.get("type")).startswith("control_"):
            out.report.lose(CONTROL)
        else:
            yield message


def _with_whole_output(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the result counts beyond the messages' own output went into the last of them."""
    found = list(messages)
    told: dict[str, int] = {}
    last: int | None = None
    for place, message in enumerate(messages):
        inner = message.get("message")
        if message.get("type") == "assistant" and isinstance(inner, dict):
            usage = inner.get("usage")
            output = count_of(usage.get("output_tokens")) if isinstance(usage, dict) else None
            if output is not None:
                told[text_of(inner.get("id"))] = output
                last = place
        elif message.get("type") == "result" and last is not None:
            usage = message.get("usage")
            whole = count_of(usage.get("output_tokens")) if isinstance(usage, dict) else None
            missing = (whole or 0) - sum(told.values())
            if missing > 0:
                old = found[last]
                reply = old["message"]
                output = reply["usage"]["output_tokens"] + missing
                usage = {**reply["usage"], "output_tokens": output}
                found[last] = {**old, "message": {**reply, "usage": usage}}
            told, last = {}, None
    return found


def _as_line(message: dict[str, Any]) -> dict[str, Any]:
    """As Claude Code writes it into a session's file."""
    parent = word(message.get("parent_tool_use_id"))
    line = {**message}
    session = message.get("session_id")
    if isinstance(session, str) and session != "default":
        line["sessionId"] = session
    if parent:
        line.update(isSidechain=True, agentId=parent)
    return line


def _keep_result(out: Out, run: RunOut, result: dict[str, Any]) -> None:
    for key in ("total_cost_usd", "num_turns", "duration_ms", "subtype"):
        if result.get(key) is not None:
            run.imported[key] = result[key]
    if result.get("is_error") is True:
        out.report.errors += 1
