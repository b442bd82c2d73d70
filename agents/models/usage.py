"""A provider's usage as Usage. Each provider counts its own way; here they come to mean the same.

OpenAI: cached tokens are inside the prompt, reasoning tokens inside the completion. Anthropic:
`input_tokens` is only what was neither read from a cache nor written to one. A field that a
server sends as null in a usage it does report means none of it; a field it leaves out is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from agents.messages import Usage

UNKNOWN = Usage()


def chat_usage(usage: Any) -> Usage:
    """Of chat completions, and of servers that imitate them."""
    if not isinstance(usage, Mapping):
        return UNKNOWN
    prompt, completion = usage.get("prompt_tokens_details"), usage.get("completion_tokens_details")
    cached = _detail(prompt, "cached_tokens")
    thought = _detail(completion, "reasoning_tokens")
    total, output = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if None not in (total, output, thought) and thought:
        # some servers (xAI) count reasoning beside the completion, as their own sum shows
        apart = _count(usage.get("total_tokens")) == (total or 0) + (output or 0) + thought
        output = (output or 0) + thought if apart else output
    return _reported(
        total,
        output,
        # DeepSeek's name for the same
        cached if cached is not None else _count(usage.get("prompt_cache_hit_tokens")),
        _detail(prompt, "cache_write_tokens"),
        thought,
    )


def responses_usage(usage: Any) -> Usage:
    if not isinstance(usage, Mapping):
        return UNKNOWN
    read, written = usage.get("input_tokens_details"), usage.get("output_tokens_details")
    return _reported(
        _count(usage.get("input_tokens")),
        _count(usage.get("output_tokens")),
        _detail(read, "cached_tokens"),
        _detail(read, "cache_write_tokens"),
        _detail(written, "reasoning_tokens"),
    )


def anthropic_usage(usage: Any) -> Usage:
    if not isinstance(usage, Mapping):
        return UNKNOWN
    fresh = _count(usage.get("input_tokens"))
    read = _detail(usage, "cache_read_input_tokens")
    written = _detail(usage, "cache_creation_input_tokens")
    total = None if fresh is None else fresh + (read or 0) + (written or 0)
    thought = _detail(usage.get("output_tokens_details"), "thinking_tokens")
    return _reported(total, _count(usage.get("output_tokens")), read, written, thought)


def running_total(usages: Iterable[Any]) -> dict[str, Any]:
    """Anthropic's stream reports as it goes, each time the whole so far: never to be added up.

    A count never shrinks, so that a proxy's 0 at the end does not wipe out what was known.
    """
    total: dict[str, Any] = {}
    for usage in usages:
        if not isinstance(usage, Mapping):
            continue
        for name, value in usage.items():
            count, before = _count(value), _count(total.get(name))
            if count is not None:
                total[name] = max(count, before or 0)
            elif value is not None or name not in total:
                total[name] = value
    return total


def _reported(
    total: int | None,
    output: int | None,
    cached: int | None,
    written: int | None,
    reasoning: int | None,
) -> Usage:
    if total is None and output is None:
        return UNKNOWN
    cached = _within(total, cached)
    left = None if total is None else total - (cached or 0)
    return Usage(
        total, output, cached, _within(left, written), _within(output, reasoning), "reported"
    )


def _within(whole: int | None, part: int | None) -> int | None:
    """A part larger than its whole was counted in some other way, so that it is unknown here."""
    return None if whole is not None and part is not None and part > whole else part


def _count(value: Any) -> int | None:
    if type(value) is int and 0 <= value < 2**63:  # as nearly all are
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return int(value) if value >= 0 else None


def _detail(details: Any, name: str) -> int | None:
    if not isinstance(details, Mapping) or name not in details:
        return None
    value = details[name]
    return 0 if value is None else _count(value)
