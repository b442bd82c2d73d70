"""What an Inspect log calls things, in our words."""

from __future__ import annotations

from typing import Any

from agents.messages import Finish, Usage
from data.importers.hostile import count_of, text_of, word
from data.importers.parts import text_in
from data.importers.usages import usage_of

FINISH: dict[str, Finish] = {
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "refusal",
}


def usage_in(told: Any, model: Any) -> Usage:
    """Inspect's `input_tokens` leave out the cached ones where the provider's do; `total_tokens`
    tells which."""
    if not isinstance(told, dict):
        return Usage()
    input_, output = count_of(told.get("input_tokens")), count_of(told.get("output_tokens"))
    read = count_of(told.get("input_tokens_cache_read"))
    written = count_of(told.get("input_tokens_cache_write"))
    apart = (read or 0) + (written or 0)
    total = count_of(told.get("total_tokens"))
    if input_ is not None and apart:
        maker = text_of(model)
        left_out = (
            total >= input_ + (output or 0) + apart if total is not None
            else apart > input_ or "claude" in maker or maker.startswith("anthropic/")
        )  # fmt: skip
        input_ += apart if left_out else 0
    return usage_of(input_, output, read, written, told.get("reasoning_tokens"))


def choice_of(output: dict[str, Any]) -> tuple[dict[str, Any], str]:
    choices = output.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        return {}, ""
    message = first.get("message")
    return (message if isinstance(message, dict) else {}), word(first.get("stop_reason"))


def arguments_of(call: dict[str, Any]) -> Any:
    """What could not be parsed stands in the call as the model wrote it."""
    if call.get("parse_error"):
        arguments = call.get("arguments")
        held = (
            arguments.get(next(iter(arguments), "")) if isinstance(arguments, dict) else arguments
        )
        return held if isinstance(held, str) else text_of(arguments)
    return call.get("arguments")


def asked_in(messages: list[Any]) -> str:
    for message in messages:
        if isinstance(message, dict) and message.get("role") == "user":
            return text_in(message.get("content"))
    return ""


def said_by_user(messages: list[Any]) -> list[str]:
    return [
        text_in(message.get("content"))
        for message in messages
        if isinstance(message, dict) and message.get("role") == "user"
    ]


def ended(completed: float | None, started: float | None, took: Any) -> float | None:
    if completed is not None or started is None:
        return completed
    usable = isinstance(took, int | float) and not isinstance(took, bool) and 0 <= took < 1e8
    return started + took if usable else started


def notes_of(event: dict[str, Any], cached: bool) -> list[str]:
    retries = count_of(event.get("retries"))
    found = [f"retried {retries} times"] if retries else []
    return [*found, "read from Inspect's cache, not asked again"] if cached else found


def settings_of(event: dict[str, Any]) -> dict[str, Any]:
    config = event.get("config")
    found = dict(config) if isinstance(config, dict) else {}
    return {"model": text_of(event.get("model")), "tool_choice": event.get("tool_choice"), **found}


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
