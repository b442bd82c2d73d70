"""Sessions of further command-line agents: Copilot, Gemini CLI, Qwen Code and Kimi Code.

Each keeps its own; what they share is that a line (or a message) has a `type`. Which of them it
was is told in the run's `imported.agent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from agents.errors import BadInput
from data.importers import cli_copilot, cli_gemini, cli_kimi, cli_qwen
from data.importers.head import Head
from data.importers.hostile import word
from data.importers.source import Source
from data.importers.writing import Out

name = "other_cli_agents"

Reader = Callable[[Iterable[Any], Out], None]

KIMI = ("context.append_loop_event", "context.append_message", "llm.request", "turn.prompt")
COPILOT = ("session.start", "user.message", "assistant.message", "tool.execution_complete")


def looks_like(head: Head) -> float:
    return 0.95 if _reader(head.objects()) is not None else 0.0


def read(source: Source, out: Out) -> None:
    reader = _reader(source.head.objects())
    if reader is None:
        raise BadInput(f"{source.path} is no session of Copilot, Gemini CLI, Qwen or Kimi.")
    if source.head.kind == "json" and not source.head.records:
        document = source.document()
        reader(document if isinstance(document, list) else [document], out)
    else:
        reader((record for _, record in source.records(out.report)), out)


def _reader(records: Iterable[dict[str, Any]]) -> Reader | None:
    for record in records:
        kind, message = word(record.get("type")), record.get("message")
        if kind in COPILOT and isinstance(record.get("data"), dict):
            return cli_copilot.read
        if kind in KIMI and ("time" in record or "event" in record or "input" in record):
            return cli_kimi.read
        if kind == "metadata" and "protocol_version" in record:
            return cli_kimi.read
        if "uuid" in record and isinstance(message, dict) and "parts" in message:
            return cli_qwen.read
        if "sessionId" in record and "projectHash" in record:
            return cli_gemini.read
        listed = record.get("messages", record.get("history"))
        if isinstance(listed, list) and any(
            isinstance(m, dict) and m.get("type") == "gemini" for m in listed[:20]
        ):
            return cli_gemini.read
        if kind == "gemini" and "content" in record:
            return cli_gemini.read
    return None
