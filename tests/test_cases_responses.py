"""Every `fc_response` and `usage` case, served over HTTP to the real adapter and SDK.

What only a loop can show (validation against the schema, unknown tools, running the tools) is
left to the loop's own test; here such calls must come out readable and in their place.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from asking import QUESTION, after, ask, model_of, tools_of
from protocol_server import Answer, Chunks, ProtocolServer, Raw, Say

from agents.messages import Reply, Request, Usage
from agents.models.prices import cost_at
from agents.models.tokens import tool_overhead

FILE = Path(os.environ.get("TRIPTYCH_CASES") or Path(__file__).with_name("agent_cases.jsonl"))
ALL = [json.loads(line) for line in FILE.read_text("utf-8").splitlines() if line.strip()]
RESPONSES = [case for case in ALL if case["kind"] == "fc_response"]
USAGES = [case for case in ALL if case["kind"] == "usage"]
LOOPS_CODES = {"invalid_arguments", "unknown_tool"}


def named(case: dict[str, Any]) -> str:
    return f"{case['id']}-{re.sub(r'[^a-zA-Z0-9]+', '_', case['symptom'])[:50]}"


def api_of(provider: str) -> str:
    if provider.startswith("anthropic"):
        return "anthropic"
    if "responses" in provider:
        return "responses"
    return "local" if provider == "openai_compatible" else "chat"


def answer_of(given: dict[str, Any]) -> Answer:
    return Chunks(given["chunks"]) if "chunks" in given else Raw(given["response"])


@pytest.mark.parametrize("case", RESPONSES, ids=named)
def test_a_reply_as_a_provider_really_sends_it_is_read_as_the_case_says(
    case: dict[str, Any],
) -> None:
    request = Request(QUESTION, tools_of(case["input"]))
    with ProtocolServer([answer_of(case["input"]), Say("done")]) as server:
        model = model_of(api_of(case["input"]["provider"]), server)
        reply = ask(model, request)
        assert len(server.received) == 1, "no case needs a second call to be read"
        check_calls(reply, case["expected"])
        check_rest(reply, case["expected"])
        if reply.calls:
            # the strict server refuses a history that is not valid
            ask(model, after(reply, request))
            check_history(server.bodies[1], reply, case["expected"].get("next_request", {}))


def check_calls(reply: Reply, expected: dict[str, Any]) -> None:
    errors = expected.get("errors", [])
    if all(e["code"] in LOOPS_CODES for e in errors):
        assert not [call for call in reply.calls if call.fault]
    theirs = {e.get("id") for e in errors}
    good = [(c.id, c.name, dict(c.arguments)) for c in reply.calls if c.id not in theirs]
    wanted = expected.get("calls", expected.get("calls_allowed"))
    if wanted is not None:
        assert good == [(c["id"], c["name"], c["args"]) for c in wanted]
    if "calls_ignoring_ids" in expected:
        assert [[name, args] for _, name, args in good] == expected["calls_ignoring_ids"]
    ids = [call.id for call in reply.calls]
    assert len(set(ids)) == len(ids)
    assert all(ids)
    assert ids == expected.get("result_for_every_id", ids)
    for error in errors:
        if error["code"] == "empty_response":
            assert "empty_response" in reply.notes
            assert reply.finish == "error"
        else:
            fault = next(call.fault for call in reply.calls if call.id == error["id"])
            assert fault == ("" if error["code"] in LOOPS_CODES else error["code"])


def check_rest(reply: Reply, expected: dict[str, Any]) -> None:
    if "final" in expected:
        final = not reply.calls and reply.finish != "tool_calls"
        assert final == expected["final"]
    if "text" in expected:
        assert reply.text == expected["text"]
    assert expected.get("text_contains", "") in reply.text
    if "finish" in expected:
        assert reply.finish == expected["finish"]
    if "flag" in expected:
        assert expected["flag"] in reply.notes
    if "usage" in expected:
        assert reply.usage.input_tokens == expected["usage"]["input"]
        assert reply.usage.output_tokens == expected["usage"]["output"]


def check_history(body: dict[str, Any], reply: Reply, expected: dict[str, Any]) -> None:
    """Names and arguments of the history are checked by the server for every case."""
    messages = body.get("messages", body.get("input"))
    if "assistant_content_equals" in expected:
        assert messages[-2]["content"] == expected["assistant_content_equals"]
    if "user_messages_after_assistant" in expected:
        since = [m["role"] for m in messages].index("assistant") + 1
        assert len(messages) - since == expected["user_messages_after_assistant"]
    if "tool_result_ids_in_order" in expected:
        kinds = [block["type"] for block in messages[-1]["content"]]
        assert kinds == sorted(kinds, key="tool_result".__ne__)
        ids = [b["tool_use_id"] for b in messages[-1]["content"] if b["type"] == "tool_result"]
        assert ids == expected["tool_result_ids_in_order"]
    if "tool_message_ids_in_order" in expected:
        ids = [m["tool_call_id"] for m in messages if m["role"] == "tool"]
        assert ids == expected["tool_message_ids_in_order"]


@pytest.mark.parametrize("case", USAGES, ids=named)
def test_usage_comes_to_mean_the_same_whoever_reports_it(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    usage = reported(given)
    if "overhead_tokens" in expected:
        assert tool_overhead(given["n_tools"]) == expected["overhead_tokens"]
    if expected.get("known") is False:
        assert usage == Usage()
        assert cost_at(usage, {"input": 1, "output": 1}) is None
    for name, value in seen(usage).items():
        if name in expected:
            assert value == expected[name], name
    if expected.get("cost_usd") is not None:
        cost = cost_at(usage, given["price_per_mtok"])
        assert cost == pytest.approx(expected["cost_usd"], abs=1e-9)


def reported(given: dict[str, Any]) -> Usage:
    """Through the adapter, each in the form in which its provider sends it."""
    usage, api = given["usage"], api_of(given["provider"])
    if not isinstance(usage, list):
        answer: Answer = Raw({**whole(api), "usage": usage})
    elif api == "anthropic":
        answer = Chunks([anthropic_event(event) for event in usage] + [{"type": "message_stop"}])
    else:
        answer = Chunks(usage)
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
    if event["type"] == "message_start":
        return {"type": "message_start", "message": {"content": [], "usage": event["usage"]}}
    return {**event, "delta": {"stop_reason": "end_turn"}}


def seen(usage: Usage) -> dict[str, int | None]:
    total, output = usage.input_tokens, usage.output_tokens
    cached, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
    known = total is not None and output is not None
    return {
        "input_total": total,
        "input_cached": cached,
        "cache_write": written,
        "input_uncached": total - (cached or 0) - (written or 0) if total is not None else None,
        "output": output,
        "reasoning": usage.reasoning_output_tokens,
        "total": total + output if known and total is not None and output is not None else None,
    }
