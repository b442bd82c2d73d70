"""Lanes made by hand: the six-lookup question in three paradigms, as it runs on a live model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.lanes import Lane
from data.rows import RunRow, StepRow

AT = 1_760_000_000.0
TOPICS = ("cancellation", "refunds", "export", "retention", "renewal", "add-ons")


def model(seq: int, start: float, seconds: float, **changes: Any) -> StepRow:
    fields: dict[str, Any] = {
        "run_id": "r",
        "seq": seq,
        "kind": "model",
        "actor": "agent",
        "name": "scripted",
        "started_at": AT + start,
        "ended_at": AT + start + seconds,
        "status": "stop",
        "origin": "simulated",
        "input_tokens": 300,
        "output_tokens": 40,
        "usage_source": "counted",
        "cost_why": "no price for the scripted model",
        "first_token_at": AT + start + seconds / 3,
        "parts": {"tools": 90, "system": 150, "question": 22, "observation": 38},
    }
    return StepRow(**fields | changes)


def tool(seq: int, start: float, seconds: float, **changes: Any) -> StepRow:
    fields: dict[str, Any] = {
        "run_id": "r",
        "seq": seq,
        "kind": "tool",
        "actor": "",
        "name": "search",
        "started_at": AT + start,
        "ended_at": AT + start + seconds,
        "status": "ok",
        "origin": "simulated",
        "call_key": f"search {seq}",
        "summary": f'search("{TOPICS[seq % 6]}")',
    }
    return StepRow(**fields | changes)


def lane(steps: Sequence[StepRow], **changes: Any) -> Lane:
    calls = [step for step in steps if step.kind == "model"]
    known = [step.input_tokens for step in calls if step.input_tokens is not None]
    priced = [step.cost_usd for step in calls if step.cost_usd is not None]
    fields: dict[str, Any] = {
        "run_id": steps[0].run_id if steps else "r",
        "comparison_id": "c",
        "parent_run_id": None,
        "forked_at": None,
        "question": "What should a customer who cancels know?",
        "scenario": "larkspur-6",
        "paradigm": "react",
        "model": "scripted",
        "planner_model": None,
        "rig": {},
        "origin": "simulated",
        "status": "success",
        "reason": "",
        "answer": "It ends with the period that is paid for.",
        "passed": None,
        "started_at": AT,
        "ended_at": max((step.ended_at for step in steps), default=AT),
        "events": len(steps) + 2,
        "model_calls": len(calls),
        "tool_calls": len(steps) - len(calls),
        "tool_errors": 0,
        "input_tokens": sum(known) if known else None,
        "cached_tokens": None,
        "output_tokens": None,
        "peak_input_tokens": max(known, default=None),
        "unknown_usage": len(calls) - len(known),
        "usage_source": "counted",
        "cost_usd": sum(priced) if priced else None,
        "unpriced": len(calls) - len(priced),
        "cost_why": "no price for the scripted model",
    }
    return Lane(RunRow(**fields | changes), tuple(steps))


def three() -> list[Lane]:
    """ReAct one after the other, function calling together, a plan carried out unchecked."""
    react: list[StepRow] = []
    for turn in range(7):
        start, size = turn * 1.6, 340 + 160 * turn
        react.append(model(2 * turn + 1, start, 1.2, run_id="re", input_tokens=size))
        if turn < 6:
            react.append(tool(2 * turn + 2, start + 1.2, 0.3, run_id="re"))
    calling = [
        model(1, 0, 1.8, run_id="fc", input_tokens=200, status="tool_calls"),
        *(tool(2 + n, 1.8, 0.2 + n / 20, run_id="fc") for n in range(6)),
        model(8, 2.4, 1.6, run_id="fc", input_tokens=440),
    ]
    plan = [
        model(1, 0, 2.5, run_id="pe", actor="planner", input_tokens=240),
        *(tool(2 + n, 2.5, 0.2 + n / 20, run_id="pe") for n in range(6)),
        model(8, 3.1, 1.5, run_id="pe", actor="synthesizer", input_tokens=380),
    ]
    return [
        lane(react),
        lane(calling, paradigm="function-calling"),
        lane(plan, paradigm="plan-execute"),
    ]
