"""From an event to the columns that are plotted, filtered and listed.

Columns are for finding and showing; the event itself is kept whole beside them, as JSON. A lone
surrogate, which no database or browser takes, is U+FFFD in a column and itself in the JSON.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from agents.events import Edited, Event, Fault, Replied, Returned, Started, end_of, start_of
from agents.messages import Call, as_json, canonical
from agents.repeats import UNTOLD
from agents.reviews import Review

EVENT_COLUMNS = [
    "run_id", "seq", "kind", "actor", "name", "started_at", "ended_at", "status", "origin",
    "input_tokens", "cached_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens",
    "usage_source", "cost_usd", "cost_why", "request", "summary", "call_key", "fault", "forced",
    "first_token_at", "answer", "reason", "body", "sub_run",
]  # fmt: skip

SUMMARY = 200
"""Characters of a summary; a longer one ends in an ellipsis, its whole text is in the event."""
LONG_KEY = 500

NO_REPLY = ("cancelled", "deadline", "model_error")
"""Faults of a model call that came to no reply."""

FAULT_WORDS = {
    "no_plan": "no JSON plan in it",
    "truncated": "cut off before its end",
    "thought_only": "a thought without an action or an answer",
    "empty": "it is empty",
    "no_review": "no verdict in it",
    "vague_review": "it names no problem that could be put right",
    "torn_review": "it passes an answer and names its problems",
    "unkept_promise": "announced a step and did not take it",
}
"""Where the kind alone would not tell a reader what was wrong."""

_EPOCH = datetime(1970, 1, 1)


def skeleton(event: Event) -> dict[str, Any]:
    """Column -> value, without run_id, seq, request and body; a column left out is NULL."""
    row: dict[str, Any] = {
        "kind": event.kind,
        "started_at": stamp(start_of(event)),
        "ended_at": stamp(end_of(event)),
        "origin": event.origin,
        "summary": summary(event),
    }
    if isinstance(event, Replied):
        row |= _of_reply(event)
    elif isinstance(event, Returned):
        row |= {
            "name": plain(event.call.name),
            "status": event.outcome,
            "call_key": "" if UNTOLD in event.notes else call_key(event.call),
            "sub_run": plain(event.sub_run),
            "fault": plain(event.call.fault),
            "reason": plain("; ".join(event.notes)),
        }
    elif isinstance(event, Edited):
        row["name"] = event.target
    elif not isinstance(event, Started):
        row |= {
            "status": event.status,
            "reason": plain(event.reason),
            "answer": None if event.answer is None else plain(event.answer),
        }
    return row


def _of_reply(event: Replied) -> dict[str, Any]:
    usage = event.usage
    return {
        "actor": event.actor,
        "name": plain(event.model),
        "status": event.finish,
        "input_tokens": _amount(usage.input_tokens),
        "cached_tokens": _amount(usage.cache_read_input_tokens),
        "cache_write_tokens": _amount(usage.cache_creation_input_tokens),
        "output_tokens": _amount(usage.output_tokens),
        "reasoning_tokens": _amount(usage.reasoning_output_tokens),
        "usage_source": usage.source,
        "cost_usd": event.cost.usd,
        "cost_why": plain(event.cost.why),
        "fault": plain(event.reading.fault.kind) if event.reading.fault else "",
        "forced": event.forced,
        "first_token_at": stamp(event.first_token_at),
    }


def _amount(tokens: int | None) -> int | None:
    """An imported trace may claim any number; one that no column holds is not known."""
    return tokens if tokens is not None and abs(tokens) < 2**53 else None


def summary(event: Event) -> str:
    """One line for a lane or a list."""
    if isinstance(event, Started):
        return one_line(event.question)
    if isinstance(event, Replied):
        return one_line(_gist(event))
    if isinstance(event, Returned):
        said = spoken(event.call)
        if event.outcome == "ok":
            return one_line(said)
        return f"{one_line(said, SUMMARY // 2)}: {one_line(event.output, SUMMARY // 2)}"
    if isinstance(event, Edited):
        return one_line(f"{event.target}: {event.value}")
    return one_line(event.answer if event.answer is not None else event.reason)


def _gist(event: Replied) -> str:
    reading = event.reading
    if reading.fault:
        return _unusable(event.actor, reading.fault)
    if reading.review and (event.actor == "reflector" or not reading.review.passed):
        return _reviewed(reading.review)
    if reading.thought.strip():
        return reading.thought
    if reading.calls:
        return ", ".join(call.name for call in reading.calls)
    if reading.plan:
        count = len(reading.plan.steps)
        return f"plan of {count} step" + ("" if count == 1 else "s")
    if reading.verdict:
        word = "satisfied" if reading.verdict.satisfied else "not satisfied"
        return f"{reading.verdict.step} {word}: {reading.verdict.reason}"
    return reading.answer if reading.answer is not None else event.text


def _reviewed(review: Review) -> str:
    if review.passed:
        return "the answer passes"
    return f"the answer does not pass: {'; '.join(p.text for p in review.problems)}"


def _unusable(actor: str, fault: Fault) -> str:
    """A fault's text is our answer to the model; only of a call that failed is it news."""
    if fault.kind in NO_REPLY:
        return fault.text
    what = {"planner": "plan", "replanner": "plan", "reflector": "review"}.get(actor, "reply")
    return f"unusable {what}: {FAULT_WORDS.get(fault.kind) or fault.kind.replace('_', ' ')}"


def spoken(call: Call) -> str:
    """As it would stand in a program: `search(query="x")`."""
    if call.fault:
        return f"{call.name}({call.raw})"
    pairs = (f"{key}={as_json(value)}" for key, value in call.arguments.items())
    return f"{call.name}({', '.join(pairs)})"


def call_key(call: Call) -> str:
    """Equal for identical calls; long arguments are named by their digest."""
    arguments = call.raw if call.fault else canonical(call.arguments)
    if len(arguments) > LONG_KEY:
        raw = arguments.encode("utf-8", "surrogatepass")
        arguments = hashlib.blake2b(raw, digest_size=16).hexdigest()
    return plain(f"{call.name} {arguments}")


def one_line(text: str, length: int = SUMMARY) -> str:
    # split() looks at the whole text: a 5 MB observation is cut first, and mostly half is enough
    line = " ".join(text[: 2 * length].split())
    if len(line) <= length:
        line = " ".join(text[: 4 * length].split())
    if len(line) > length or len(text) > 4 * length:
        line = line[: length - 1] + "…"
    return plain(line)


def plain(text: str) -> str:
    """The text with lone surrogates replaced, fit for UTF-8."""
    if text.isascii():  # which it knows of itself
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def stamp(seconds: float | None) -> datetime | None:
    """Seconds since the epoch as UTC without a zone; None for what no calendar holds."""
    if seconds is None:
        return None
    try:
        return _EPOCH + timedelta(0, 0, round(seconds * 1_000_000))
    except (OverflowError, ValueError):
        return None


def seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.replace(tzinfo=UTC).timestamp()
