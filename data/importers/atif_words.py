"""What a step of an ATIF trajectory says, in our words."""

from __future__ import annotations

from typing import Any

from agents.messages import Usage
from data.importers.hostile import text_of
from data.importers.usages import usage_of

Json = dict[str, Any]


def copied(step: Json) -> bool:
    extra = step.get("extra")
    inner = isinstance(extra, dict) and extra.get("is_copied_context") is True
    return step.get("is_copied_context") is True or inner


def dollars(value: Any) -> float | None:
    """Zero is what is written where no price is known."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e9:
        return None
    return float(value)


def usage_in(metrics: Json) -> Usage:
    extra = metrics.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    return usage_of(
        metrics.get("prompt_tokens"),
        metrics.get("completion_tokens"),
        metrics.get("cached_tokens"),
        extra.get("cache_creation_input_tokens"),
        extra.get("reasoning_tokens"),
    )


def whole_usage(final: Json) -> Usage:
    return usage_of(
        final.get("total_prompt_tokens"),
        final.get("total_completion_tokens"),
        final.get("total_cached_tokens"),
    )


def sent_back(step: Json, wishes: list[Json]) -> Json:
    message: Json = {"role": "assistant", "content": step.get("message")}
    if wishes:
        message["tool_calls"] = [
            {
                "id": wish.get("tool_call_id"),
                "type": "function",
                "function": {
                    "name": wish.get("function_name"),
                    "arguments": text_of(wish.get("arguments")),
                },
            }
            for wish in wishes
        ]
    return message
