"""Gemini CLI: a session as one JSON document, or (0.40 and later) a line a message.

`messages` (or `history`) of type user, gemini (older: model, with `parts`), info and others; a
gemini message holds its tool calls together with their results, and its tokens. In the lines form a
message may be said again, grown: the last of the same id counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from agents.messages import Usage
from data.importers.gemini_parts import output_of, responses_in, text_in
from data.importers.hostile import count_of, text_of, word
from data.importers.records import objects
from data.importers.usages import usage_of
from data.importers.writing import UNANSWERED, Out, RunOut

FAILED = ("error", "cancelled")


def read(records: Iterable[Any], out: Out) -> None:
    about: dict[str, Any] = {}
    messages: list[dict[str, Any]] = []
    places: dict[str, int] = {}
    for record in _flat(records, about, out):
        name = word(record.get("id"))
        if name and name in places:
            messages[places[name]] = record
            continue
        if name:
            places[name] = len(messages)
        messages.append(record)
    session = text_of(about.get("sessionId"))
    run = out.run(thread=session, paradigm="function-calling")
    run.imported["agent"] = "gemini"
    for key in ("sessionId", "projectHash", "startTime", "kind"):
        if about.get(key) is not None:
            run.imported[key] = about[key]
    heard_at: float | None = None
    for message in messages:
        heard_at = _message(out, run, message, heard_at)
    run.stop_if_answered()


def _flat(records: Iterable[Any], about: dict[str, Any], out: Out) -> Iterator[dict[str, Any]]:
    for record in objects(records, out.report):
        listed = record.get("messages", record.get("history"))
        changed = record.get("$set")
        if isinstance(changed, dict):
            about.update(changed)
        elif isinstance(listed, list) or "projectHash" in record:
            about.update({k: v for k, v in record.items() if not isinstance(v, list)})
            yield from _flat(listed if isinstance(listed, list) else [], about, out)
        elif "$rewindTo" in record or not record.get("type", record.get("role")):
            out.report.unknown_record("line without a type", record)
        else:
            yield record


def _message(
    out: Out, run: RunOut, message: dict[str, Any], heard_at: float | None
) -> float | None:
    kind = word(message.get("type") or message.get("role"))
    at = out.report.time(message.get("timestamp") or message.get("time") or message.get("ts"))
    content = message.get("content", message.get("parts", message.get("text")))
    text = text_in(content)
    if kind == "user":
        run.heard(text, at)
        run.ask("question", "user", {"role": "user", "parts": content})
    elif kind in ("gemini", "model", "assistant"):
        heard_at = _said(out, run, message, text, at, heard_at)
        at = heard_at if at is None or (heard_at is not None and heard_at > at) else at
    else:
        out.report.unknown_record(f"message/{kind}", message)
    return at if at is not None else heard_at


def _said(
    out: Out, run: RunOut, message: dict[str, Any], text: str, at: float | None,
    heard_at: float | None,
) -> float | None:  # fmt: skip
    """When the last result of its calls had come, which is what the next reply reads."""
    told = message.get("toolCalls")
    made = [call for call in told if isinstance(call, dict)] if isinstance(told, list) else []
    calls = [run.wish(call.get("id"), call.get("name"), call.get("args")) for call in made]
    thoughts = message.get("thoughts")
    said = [
        ": ".join(filter(None, (text_of(t.get("subject")), text_of(t.get("description")))))
        for t in (thoughts if isinstance(thoughts, list) else [])
        if isinstance(t, dict)
    ]
    model = text_of(message.get("model"))
    run.replied(
        at=at,
        started_at=heard_at,
        model=model or run.model,
        text=text,
        calls=calls,
        thinking="\n\n".join(said),
        usage=_usage(message.get("tokens")),
        finish="tool_calls" if calls else "stop",
        message={"role": "model", "parts": text, "toolCalls": made}
        if made
        else ({"role": "model", "parts": text}),
    )
    ended = [_result(out, run, call) for call in made]
    return max((one for one in (heard_at, *ended) if one is not None), default=None)


def _result(out: Out, run: RunOut, call: dict[str, Any]) -> float | None:
    found = [output_of(response) for response in responses_in(call.get("result"))]
    shown = call.get("resultDisplay")
    if not found and shown is None and call.get("status") not in FAILED:
        out.report.lose(UNANSWERED)
        return None
    output = "\n".join(text for text, _ in found) or text_of(shown)
    failed = word(call.get("status")) in FAILED or any(bad for _, bad in found)
    run.answer(
        call.get("id"),
        output,
        at=(at := out.report.time(call.get("timestamp"))),
        outcome="cancelled" if call.get("status") == "cancelled" else "error" if failed else "ok",
        message={"role": "user", "parts": call.get("result") or output},
    )
    return at


def _usage(tokens: Any) -> Usage:
    if not isinstance(tokens, dict):
        return Usage()
    output, thoughts = count_of(tokens.get("output")), count_of(tokens.get("thoughts"))
    whole = None if output is None else output + (thoughts or 0)
    return usage_of(tokens.get("input"), whole, tokens.get("cached"), None, thoughts)
