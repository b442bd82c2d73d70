"""Claude Code's sessions: `~/.claude/projects/FOLDER/SESSION.jsonl`, sub-agents beside or inside.

One API call is written as several lines that share `message.id`, each with a block or two and with
the usage as it stood: the last one counts. Results may stand between those lines. Sub-agents are
lines with `isSidechain`, in the same file or in `agent-ID.jsonl`, and are runs of their own. The
requests are not in the file, nor are the system prompt and the tools' definitions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from data.importers.claude_session import Session, line_key
from data.importers.head import Head
from data.importers.hostile import Unreadable, parse, word
from data.importers.source import Source
from data.importers.writing import Out

name = "claude_code"

KINDS = frozenset({"user", "assistant", "system", "summary", "attachment", "file-history-snapshot"})
NOT_IN_THE_FILE = "system prompts and tool definitions: the file does not hold them"


def looks_like(head: Head) -> float:
    if isinstance(head.value, dict) and isinstance(head.value.get("loglines"), list):
        return 0.9
    best = 0.0
    for record in head.objects():
        message = record.get("message")
        geminis = isinstance(message, dict) and "parts" in message  # one of its children's
        if geminis or word(record.get("type")) not in KINDS:
            continue
        if {"sessionId", "uuid"} <= record.keys() or {"leafUuid", "summary"} <= record.keys():
            best = max(best, 0.9)
        elif {"parentUuid", "message"} <= record.keys() or {
            "sessionId",
            "message",
        } <= record.keys():
            best = max(best, 0.7)
    return best


def read(source: Source, out: Out) -> None:
    lines = _lines(source)
    session = Session(out, _times_said(source, lines))
    for record in _records(source, out, lines):
        session.take(record)
    session.end()
    out.report.lose(NOT_IN_THE_FILE)


def _lines(source: Source) -> list[Any] | None:
    """Of a web export, which is one document."""
    head = source.head
    if head.kind != "json" or not isinstance(head.value, dict) or "loglines" not in head.value:
        return None
    document = source.document()
    lines = document.get("loglines") if isinstance(document, dict) else None
    return lines if isinstance(lines, list) else []


def _records(source: Source, out: Out, lines: list[Any] | None) -> Any:
    if lines is not None:
        yield from lines
        return
    for _, record in source.records(out.report):
        yield record


def _assistant_lines(source: Source) -> Iterator[Any]:
    for _, line in source.lines():
        if b'"assistant"' in line:
            with suppress(Unreadable):
                yield parse(line)


def _times_said(source: Source, lines: list[Any] | None) -> Counter[str]:
    """How many lines each API call is said on, so that it is whole before it is told."""
    found: Counter[str] = Counter()
    for record in _assistant_lines(source) if lines is None else lines:
        key = line_key(record)
        if key:
            found[key] += 1
    return found
