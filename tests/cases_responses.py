"""Cases of kind fc_response: served over HTTP to the real adapter and SDK, in a run of the real
loop. The server is strict, so that the next request is held against the provider's rules too."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.events import Replied, Returned
from agents.messages import canonical
from agents.policies.function_calling import FunctionCalling
from agents.rig import Limits, Rig, RigSpec
from tests.asking import model_of
from tests.cases import Case, unchecked
from tests.cases_tools import tool_of
from tests.cases_usage import api_of, fields
from tests.protocol_server import Answer, Chunks, ProtocolServer, Raw, Say
from tests.rigs import Ran, play

KNOWN = {
    "calls", "calls_allowed", "calls_ignoring_ids", "errors", "history_arguments_type", "type",
    "result_for_every_id", "loop_continues", "next_request", "finish", "tool_executed", "flag",
    "ids_unique_nonempty", "results_paired_in_order", "accept_also", "final", "text", "usage",
    "text_contains", "extra_model_calls", "crash", "tool_latency_ms", "max_wall_ms",
    "result_has_hint", "tool_executions", "status", "result_contains",
}  # fmt: skip
NEXT = {
    "every_history_arguments_string_is_valid_json", "no_history_tool_name_violates",
    "assistant_content_equals", "user_messages_after_assistant", "tool_result_ids_in_order",
    "tool_results_before_text", "tool_message_ids_in_order",
}  # fmt: skip


@dataclass
class Played:
    ran: Ran
    bodies: list[dict[str, Any]]
    executed: list[str] = field(default_factory=list)

    @property
    def first(self) -> Replied:
        return next(e for e in self.ran.events if isinstance(e, Replied))

    @property
    def results(self) -> list[Returned]:
        """Of the case's reply, in call order."""
        by_id = {e.call.id: e for e in self.ran.events if isinstance(e, Returned)}
        return [by_id[call.id] for call in self.first.reading.calls]


def check(case: Case) -> None:
    expected = case["expected"]
    played = run(case)
    also = expected.get("accept_also")
    try:
        hold(case, expected, played)
    except AssertionError:
        if not also:
            raise
        replaced = {"calls", "calls_ignoring_ids", "errors", "calls_allowed"}
        rest = {k: v for k, v in expected.items() if k not in {*replaced, "accept_also"}}
        hold(case, {**rest, **also}, played)


def run(case: Case) -> Played:
    given, expected = case["input"], case["expected"]
    executed: list[str] = []
    wanted = {c["id"]: c.get("args", {}) for c in expected.get("calls", []) if "id" in c}
    delays = {
        canonical(wanted[id_]): ms / 1000
        for id_, ms in expected.get("tool_latency_ms", {}).items()
        if id_ in wanted
    }

    def latency(arguments: Mapping[str, Any]) -> float:
        return delays.get(canonical(dict(arguments)), 0)

    tools = {
        name: tool_of(name, schema, {}, executed, latency=latency)
        for name, schema in given.get("tools", {}).items()
    }
    answer: Answer = Chunks(given["chunks"]) if "chunks" in given else Raw(given["response"])
    with ProtocolServer([answer, Say("done")]) as server:
        model = model_of(api_of(given["provider"]), server)
        spec = RigSpec(paradigm="function-calling", model=model.name, limits=Limits())
        rig = Rig(spec, FunctionCalling(), {"agent": model}, tools)
        return Played(play(rig, "What is the weather?"), server.bodies, executed)


def hold(case: Case, expected: dict[str, Any], played: Played) -> None:
    check_calls(expected, played)
    check_reply(expected, played)
    check_going_on(expected, played)
    further = expected.get("next_request", {})
    check_history(further, expected, played)
    unchecked(case, "expectations", {*(set(expected) - KNOWN), *(set(further) - NEXT)})


def check_calls(expected: dict[str, Any], played: Played) -> None:
    calls = played.first.reading.calls
    by_id = {result.call.id: result for result in played.results}
    errors = expected.get("errors", [])
    good = [c for c in calls if by_id[c.id].outcome == "ok"]
    wanted = expected.get("calls", expected.get("calls_allowed"))
    if wanted is not None:
        assert [(c.id, c.name, dict(c.arguments)) for c in good] == [
            (c["id"], c["name"], c["args"]) for c in wanted
        ]
    if "calls_ignoring_ids" in expected:
        found = [[c.name, dict(c.arguments)] for c in good]
        assert found == expected["calls_ignoring_ids"]
    ids = [call.id for call in calls]
    assert len(set(ids)) == len(ids)
    assert all(ids)
    assert ids == expected.get("result_for_every_id", ids)
    if expected.get("errors") == []:
        assert len(good) == len(calls)
    for error in errors:
        check_error(error, by_id, played)


def check_error(error: dict[str, Any], by_id: dict[str, Returned], played: Played) -> None:
    code = error["code"]
    if "id" not in error:
        fault = played.first.reading.fault
        assert code in (*played.first.notes, played.first.finish, fault.kind if fault else "")
        return
    result = by_id[error["id"]]
    assert code == code_of(result)
    assert error.get("mentions", "") in result.output


def code_of(result: Returned) -> str:
    if result.call.fault:
        return result.call.fault
    return "invalid_arguments" if result.outcome == "invalid" else result.outcome


def check_reply(expected: dict[str, Any], played: Played) -> None:
    first = played.first
    if "final" in expected:
        stopped = played.ran.state.stopped
        ended = first.reading.answer is not None and len(played.bodies) == 1
        assert ended == expected["final"]
        assert not ended or (stopped and stopped.answer == first.reading.answer)
    if "text" in expected:
        assert first.text == expected["text"]
    assert expected.get("text_contains", "") in first.text
    if "finish" in expected:
        assert first.finish == expected["finish"]
    if "flag" in expected:
        assert expected["flag"] in first.notes
    seen = fields(first.usage)
    for name, value in expected.get("usage", {}).items():
        assert seen[name] == value


def check_going_on(expected: dict[str, Any], played: Played) -> None:
    stopped = played.ran.state.stopped
    if played.first.finish != "error":
        assert stopped and stopped.status == "success", "the run goes on to its end"
    if "status" in expected:
        assert stopped and stopped.status == expected["status"]
    asked_again = len(played.bodies) - 1
    assert asked_again == expected.get("extra_model_calls", asked_again)
    if expected.get("loop_continues"):
        assert asked_again == 1
    if "tool_executed" in expected:
        assert bool(played.executed) == expected["tool_executed"]
    if "tool_executions" in expected:
        assert len(played.executed) == expected["tool_executions"]
    if expected.get("result_has_hint"):
        assert any("hint" in json.loads(r.output) for r in played.results if r.outcome == "invalid")
    if "result_contains" in expected:
        assert any(str(expected["result_contains"]) in r.output for r in played.results)
    if expected.get("results_paired_in_order"):
        for call, result in zip(played.first.reading.calls, played.results, strict=True):
            assert all(str(value) in result.output for value in call.arguments.values())
    if "max_wall_ms" in expected:
        took = [r.ended_at for r in played.results], [r.started_at for r in played.results]
        assert (max(took[0]) - min(took[1])) * 1000 <= expected["max_wall_ms"]


def check_history(wanted: dict[str, Any], expected: dict[str, Any], played: Played) -> None:
    if len(played.bodies) < 2:
        assert not wanted
        return
    body = played.bodies[1]
    messages = body.get("messages", body.get("input"))
    calls = [c for m in messages for c in m.get("tool_calls") or ()]
    arguments = [c["function"]["arguments"] for c in calls]
    if "history_arguments_type" in expected:
        kinds = {"str": "string", "dict": "object"}
        found = {kinds[type(a).__name__] for a in arguments}
        assert found == {expected["history_arguments_type"]}
    if "type" in expected:
        assert {c["type"] for c in calls} == {expected["type"]}
    if wanted.get("every_history_arguments_string_is_valid_json"):
        assert all(isinstance(json.loads(a), dict) for a in arguments)
    if "no_history_tool_name_violates" in wanted:
        pattern = wanted["no_history_tool_name_violates"]
        assert all(re.search(pattern, c["function"]["name"]) for c in calls)
    if "assistant_content_equals" in wanted:
        assert messages[-2]["content"] == wanted["assistant_content_equals"]
    if "user_messages_after_assistant" in wanted:
        since = [m["role"] for m in messages].index("assistant") + 1
        assert len(messages) - since == wanted["user_messages_after_assistant"]
    if "tool_result_ids_in_order" in wanted or wanted.get("tool_results_before_text"):
        kinds = [block["type"] for block in messages[-1]["content"]]
        assert kinds == sorted(kinds, key="tool_result".__ne__)
        ids = [b["tool_use_id"] for b in messages[-1]["content"] if b["type"] == "tool_result"]
        assert ids == wanted.get("tool_result_ids_in_order", ids)
    if "tool_message_ids_in_order" in wanted:
        ids = [m["tool_call_id"] for m in messages if m["role"] == "tool"]
        assert ids == wanted["tool_message_ids_in_order"]
