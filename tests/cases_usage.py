"""Cases of kind usage: through the adapter, each in the form in which its provider sends it."""

from __future__ import annotations

from typing import Any

from agents.messages import Request, Usage
from agents.models.prices import cost_at
from agents.models.tokens import tool_overhead
from dashboard.alerts import DEFAULT
from tests.asking import QUESTION, ask, model_of
from tests.cases import Case, hold
from tests.protocol_server import Answer, Chunks, ProtocolServer, Raw


def api_of(provider: str) -> str:
    if "anthropic" in provider:
        return "anthropic"
    if "responses" in provider:
        return "responses"
    return "local" if "compatible" in provider else "chat"


def check(case: Case) -> None:
    given, expected = case["input"], dict(case["expected"])
    usage = reported(given)
    cost = cost_at(usage, given.get("price_per_mtok", {"input": 1, "output": 1}))
    known = usage != Usage()
    high = cost is not None and cost > DEFAULT.cost_usd
    seen = {
        **fields(usage),
        "known": known,
        "crash": False,
        "cost_usd": cost if cost is None else round(cost, 9),
        "alert_high_cost": high,
        "overhead_tokens": tool_overhead(given.get("n_tools", 0)),
        "shown_as": "reported" if known else "unknown_or_estimated",
    }
    hold(case, expected, seen)


def fields(usage: Usage) -> dict[str, int | None]:
    total, output = usage.input_tokens, usage.output_tokens
    cached, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
    return {
        "input": total,
        "input_total": total,
        "input_cached": cached,
        "cached": cached,
        "cache_read": cached,
        "cache_write": written,
        "input_uncached": total - (cached or 0) - (written or 0) if total is not None else None,
        "output": output,
        "output_total": output,
        "reasoning": usage.reasoning_output_tokens,
        "total": total + output if total is not None and output is not None else None,
    }


def reported(given: dict[str, Any]) -> Usage:
    usage, api = given.get("usage"), api_of(given["provider"])
    if not isinstance(usage, list):
        answer: Answer = Raw({**whole(api), "usage": usage})
    elif api == "anthropic":
        answer = Chunks([anthropic_event(event) for event in usage] + [{"type": "message_stop"}])
    else:
        answer = Chunks([chat_chunk(chunk) for chunk in usage])
    with ProtocolServer([answer]) as server:
        return ask(model_of(api, server), Request(QUESTION)).usage


def whole(api: str) -> dict[str, Any]:
    if api == "anthropic":
        content = [{"type": "text", "text": "hi"}]
        return {"role": "assistant", "content": content, "stop_reason": "end_turn"}
    if api == "responses":
        return {"status": "completed", "output": [{"type": "message", "content": []}]}
    message = {"role": "assistant", "content": "hi"}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def anthropic_event(event: dict[str, Any]) -> dict[str, Any]:
    if event["type"] == "message_start" and "message" not in event:
        return {"type": "message_start", "message": {"content": [], "usage": event["usage"]}}
    return event if "delta" in event else {**event, "delta": {"stop_reason": "end_turn"}}


def chat_chunk(chunk: dict[str, Any]) -> dict[str, Any]:
    """A bare usage object stands in the last chunk, which has no choices."""
    return chunk if "usage" in chunk or "choices" in chunk else {"choices": [], "usage": chunk}
