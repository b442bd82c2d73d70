"""Cases of kind react_parse: the parser, and the loop where a case says what comes after."""

from __future__ import annotations

import json
from typing import Any

from agents.events import Returned
from agents.messages import ToolSpec
from agents.reading.react_actions import bind
from agents.reading.react_text import ReactReading, read
from tests.cases import Case, unchecked
from tests.cases_tools import tool_of
from tests.playbook import playbook_rig
from tests.rigs import play

KNOWN = {
    "type", "tool", "args", "bound_args", "answer", "reason", "thought", "must_not_keep",
    "must_not_show_user", "then", "tool_executed",
}  # fmt: skip


def schema_of(given: Any) -> dict[str, Any]:
    """Tools come as the names of their required parameters, or as a whole schema."""
    if isinstance(given, dict):
        return given
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in given},
        "required": list(given),
        "additionalProperties": False,
    }


def specs(tools: Any) -> dict[str, ToolSpec]:
    given = tools if isinstance(tools, dict) else {name: [] for name in tools}
    return {name: ToolSpec(name, "", schema_of(value)) for name, value in given.items()}


def check(case: Case) -> None:
    expected = case["expected"]
    tools = specs(case["input"]["tools"])
    reading = read(case["input"]["text"], tools)
    assert reading.type == expected["type"]
    if reading.type == "action":
        check_action(reading, expected, tools)
    elif reading.type == "final":
        assert reading.answer == expected.get("answer", reading.answer)
    else:
        assert reading.reason == expected.get("reason", reading.reason)
    if "thought" in expected:
        assert reading.thought == expected["thought"]
    check_in_the_loop(case, tools)
    unchecked(case, "expectations", set(expected) - KNOWN)


def check_action(
    reading: ReactReading, expected: dict[str, Any], tools: dict[str, ToolSpec]
) -> None:
    assert reading.tool == expected.get("tool", reading.tool)
    assert reading.args == expected.get("args", reading.args)
    if "bound_args" in expected:
        assert bind(reading.args, tools.get(reading.tool)) == expected["bound_args"]
    for text in as_list(expected.get("must_not_keep")):
        assert text not in json.dumps(reading.args, ensure_ascii=False) + reading.thought


def check_in_the_loop(case: Case, tools: dict[str, ToolSpec]) -> None:
    """The same reply as the first of a run: what is shown, what is run, what the model is told."""
    expected = case["expected"]
    ran: list[str] = []
    made = [tool_of(name, spec.parameters, {}, ran) for name, spec in tools.items()]
    using, model = playbook_rig([case["input"]["text"], "Final Answer: end of the case"],
                                made, using="react")  # fmt: skip
    played = play(using, "q")
    stopped = played.state.stopped
    assert stopped is not None
    for text in as_list(expected.get("must_not_show_user")):
        assert text not in (stopped.answer or "")
    if expected["type"] != "action":
        assert not ran
    if expected["type"] == "final":
        assert len(model.requests) == 1
    if expected["type"] == "retry":
        assert stopped.answer == "end of the case"
    told = model.requests[-1].messages[-1]
    for text in as_list(expected.get("must_not_keep")):
        kept = json.dumps([getattr(m, "text", "") for m in model.requests[-1].messages[1:]])
        assert json.dumps(text)[1:-1] not in kept
    if "tool_executed" in expected:
        assert bool(ran) == expected["tool_executed"]
    if "validation_error" in str(expected.get("then", "")):
        (result,) = [e for e in played.events if isinstance(e, Returned)]
        assert result.outcome == "invalid"
        assert not ran
        assert "Please fix the parameters" in getattr(told, "text", "")


def as_list(value: Any) -> list[str]:
    return [] if value is None else value if isinstance(value, list) else [value]
