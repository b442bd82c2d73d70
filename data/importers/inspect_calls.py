"""Calls of tools in an Inspect log, whether events or messages tell them."""

from __future__ import annotations

from typing import Any

from agents.events import Outcome
from agents.messages import Call
from data.importers.hostile import text_of, word
from data.importers.inspect_texts import Aside
from data.importers.inspect_words import arguments_of, listed
from data.importers.writing import RunOut

OUTCOMES: dict[str, Outcome] = {"timeout": "timeout", "parsing": "invalid"}


def calls_of(run: RunOut, message: dict[str, Any]) -> list[Call]:
    """What a reply wishes for; where that is anything, the run's paradigm is known."""
    calls = [
        run.wish(one.get("id"), one.get("function"), arguments_of(one))
        for one in listed(message.get("tool_calls"))
        if isinstance(one, dict)
    ]
    if calls:
        run.paradigm = "function-calling"
    return calls


def tell_result(
    run: RunOut,
    aside: Aside,
    told: dict[str, Any],
    output: str,
    at: float | None,
    started: float | None,
    message: Any = None,
) -> None:
    error = told.get("error")
    kind = word(error.get("type")) if isinstance(error, dict) else ""
    failed = error is not None and error != ""
    said = aside.resolved(error.get("message")) if isinstance(error, dict) else error
    run.answer(
        told.get("id") if message is None else told.get("tool_call_id"),
        output or (text_of(said) if failed else ""),
        name=word(told.get("function")),
        at=at,
        started_at=started,
        outcome=OUTCOMES.get(kind, "error") if failed else "ok",
        message=message,
    )
