"""Conversations in OpenAI's Harmony form: messages with a channel, a recipient, and typed parts.

`{id, messages, metadata}` a line. A message to a recipient other than `all` is a call of a tool.
Nothing tells tokens; times are told for some messages only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agents.errors import BadInput
from data.importers.asked import part_of
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "harmony"


def looks_like(head: Head) -> float:
    best = 0.0
    for record in head.objects():
        messages = record.get("messages")
        for message in messages if isinstance(messages, list) else ():
            if isinstance(message, dict) and _typed(message):
                best = max(best, 0.9)
    return best


def _typed(message: dict[str, Any]) -> bool:
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    typed = any(
        isinstance(p, dict) and ("content_type" in p or p.get("type") == "system_content")
        for p in parts
    )
    return typed or ("channel" in message and "role" in message)


def read(source: Source, out: Out) -> None:
    if source.head.kind == "json" and not source.head.records:
        document = source.document()
        records: Iterable[Any] = document if isinstance(document, list) else [document]
    else:
        records = (record for _, record in source.records(out.report))
    for record in records:
        messages = record.get("messages") if isinstance(record, dict) else None
        if isinstance(messages, list):
            _conversation(out, record, messages)
        else:
            out.report.unknown_record("line", record)
    if not out.runs:
        raise BadInput(f"{source.path} holds no conversation.")


def _conversation(out: Out, record: dict[str, Any], messages: list[Any]) -> None:
    run = out.run()
    metadata = record.get("metadata")
    if isinstance(metadata, dict):
        run.label = text_of(metadata.get("title"))[:200]
        run.imported["metadata"] = metadata
    if record.get("id") is not None:
        run.imported["id"] = record["id"]
    thinking: list[str] = []
    for message in messages:
        if isinstance(message, dict):
            _message(out, run, message, thinking)
        else:
            out.report.unknown_record("message", message)
    run.stop_if_answered()


def _message(out: Out, run: RunOut, message: dict[str, Any], thinking: list[str]) -> None:
    role, text = word(message.get("role")), _text(message.get("content"))
    made = message.get("create_time")
    at = out.report.time(made) if made is not None else None
    if role == "assistant":
        recipient = word(message.get("recipient"))
        called = recipient not in ("", "all")
        calls = [run.wish("", recipient.removeprefix("functions."), text)] if called else []
        if calls:
            run.paradigm = "function-calling"
        thought = message.get("channel") == "analysis" and not called
        run.replied(
            at=at,
            text="" if called or thought else text,
            calls=calls,
            thinking=text if thought else "",
            finish="tool_calls" if called else "stop",
            notes=["analysis"] if thought else [],
            message=message,
        )
    elif role == "tool":
        name_ = text_of(message.get("name"))
        run.answer("", text, name=name_.removeprefix("functions."), at=at, message=message)
    else:
        if role == "user":
            run.heard(text, at)
        run.ask(part_of(role), role or "user", message)


def _text(content: Any) -> str:
    if not isinstance(content, list):
        return text_of(content)
    return "\n".join(
        text_of(part["text"]) if isinstance(part, dict) and "text" in part else text_of(part)
        for part in content
    )
