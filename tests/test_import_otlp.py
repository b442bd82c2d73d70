"""OTLP in its dialects and with its quirks, each in a few spans."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from otlp_spans import (
    ANSWER,
    ASKED,
    NOON,
    TRACE,
    WISH,
    Json,
    a_run,
    agent,
    answered,
    chat,
    pairs,
    request,
    said,
    span,
    tool,
)

from agents.events import Event, Replied, Returned, Stopped
from data.importing import import_paths
from data.rows import RunRow
from data.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=lambda link: len(link.body) // 4) as opened:
        yield opened


def imported(store: Store, tmp_path: Path, content: Any, name: str = "t.json") -> dict[str, Any]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    result = import_paths(store, [path])
    assert not result.failed, result.failed
    return result.files[0]


def the_run(store: Store, found: dict[str, Any]) -> RunRow:
    row = store.run(found["runs"][0])
    assert row is not None
    return row


def events(store: Store, found: dict[str, Any]) -> list[Event]:
    return store.events(found["runs"][0])


def outline(found: list[Event]) -> list[str]:
    return [event.kind for event in found]


def protobuf(*spans: dict[str, Any]) -> bytes:
    """The same request in protobuf, by protobuf's own reader of JSON, which wants base64 ids."""
    from google.protobuf.json_format import ParseDict
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    made = json.loads(json.dumps(request(*spans)))
    for one in made["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        for key in ("traceId", "spanId", "parentSpanId"):
            if key in one:
                one[key] = base64.b64encode(bytes.fromhex(one[key])).decode()
    return ParseDict(made, ExportTraceServiceRequest()).SerializeToString()


def test_a_run_is_read_with_its_requests_calls_and_end(store: Store, tmp_path: Path) -> None:
    found = imported(store, tmp_path, request(*a_run()))
    assert (found["traces"], found["model_calls"], found["tool_calls"]) == (1, 2, 1)
    assert (found["input_tokens"], found["output_tokens"], found["errors"]) == (20, 10, 0)
    row, told = the_run(store, found), events(store, found)
    assert outline(told) == ["started", "replied", "returned", "replied", "stopped"]
    assert row.question == "What is the weather?" and row.paradigm == "function-calling"
    assert row.status == "success" and row.answer == "It rains." and row.model == "gpt-4o"
    replied, returned = told[1], told[2]
    assert isinstance(replied, Replied) and isinstance(returned, Returned)
    assert returned.call == replied.reading.calls[0] and returned.output == "rain"
    assert [link.part for link in store.request(replied.request)] == [
        "system", "question", "settings",
    ]  # fmt: skip


def test_a_run_lasts_as_long_as_the_span_around_its_steps(store: Store, tmp_path: Path) -> None:
    row = the_run(store, imported(store, tmp_path, request(*a_run())))
    assert (row.started_at, row.ended_at, row.duration_ms) == (NOON, NOON + 4, 4000)


@pytest.mark.parametrize("form", ["list", "lines", "protobuf", "with lengths", "snake case"])
def test_every_form_of_a_file_gives_the_same_events(
    store: Store, tmp_path: Path, form: str
) -> None:
    plain = imported(store, tmp_path, request(*a_run()))
    spans = a_run()
    content: Any = {
        "list": lambda: [request(one) for one in spans],
        "lines": lambda: "\n".join(json.dumps(request(one)) for one in spans).encode(),
        "protobuf": lambda: protobuf(*spans),
        "with lengths": lambda: b"".join(
            len(b).to_bytes(4) + b for b in (protobuf(one) for one in spans)
        ),
        "snake case": lambda: (
            json.dumps(request(*spans))
            .replace("resourceSpans", "resource_spans")
            .replace("scopeSpans", "scope_spans")
            .replace("traceId", "trace_id")
            .replace("spanId", "span_id")
            .encode()
        ),
    }[form]()
    with Store.open(":memory:", count_link=lambda link: 1) as other:
        found = imported(other, tmp_path, content, "other")
        one, two = events(store, plain)[1:], events(other, found)[1:]
    if form == "snake case":  # parentSpanId stays as it is, and is read too
        two = two[: len(one)]
    assert one == two


def test_spans_may_come_twice_and_in_any_order(store: Store, tmp_path: Path) -> None:
    plain = imported(store, tmp_path, request(*a_run()))
    with Store.open(":memory:", count_link=lambda link: 1) as other:
        found = imported(other, tmp_path, request(*reversed(a_run()), *a_run()), "other")
        assert events(other, found)[1:] == events(store, plain)[1:]


def test_a_trace_without_its_root_is_unfinished(store: Store, tmp_path: Path) -> None:
    found = imported(store, tmp_path, request(*a_run()[1:3]))
    assert outline(events(store, found)) == ["started", "replied", "returned"]
    assert any("parent is not there" in lost["what"] for lost in found["lost"])


def test_the_same_trace_in_another_file_is_the_same_run(store: Store, tmp_path: Path) -> None:
    one = imported(store, tmp_path, request(*a_run()))
    two = imported(store, tmp_path, [request(*a_run())], "other.json")
    assert two["already"] and one["runs"] == two["runs"]


def test_ids_in_base64_are_the_same_ids(store: Store, tmp_path: Path) -> None:
    one = imported(store, tmp_path, request(*a_run()))
    spans = a_run()
    for made in spans:
        for key in ("traceId", "spanId", "parentSpanId"):
            if key in made:
                made[key] = base64.b64encode(bytes.fromhex(made[key])).decode()
    two = imported(store, tmp_path, request(*spans), "other.json")
    assert two["runs"] == one["runs"]


FLAT = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "gpt-4o",
    "llm.provider": "openai",
    "llm.token_count.prompt": 10,
    "llm.token_count.prompt_details.cache_read": 4,
    "llm.token_count.completion": 5,
    "llm.invocation_parameters": '{"temperature": 0}',
    "llm.tools.0.tool.json_schema": '{"type": "function", "function": {"name": "weather"}}',
    "input.value": "…",
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.contents.0.message_content.type": "text",
    "llm.input_messages.0.message.contents.0.message_content.text": "What is the weather?",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.tool_calls.0.tool_call.id": "call_1",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "weather",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"city": "Oslo"}',
}
TRACELOOP = {
    "llm.request.type": "chat",
    "gen_ai.system": "OpenAI",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.usage.prompt_tokens": 10,
    "gen_ai.usage.cache_read_input_tokens": 4,
    "gen_ai.usage.completion_tokens": 5,
    "gen_ai.request.temperature": 0,
    "llm.request.functions.0.name": "weather",
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": "What is the weather?",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.finish_reason": "tool_calls",
    "gen_ai.completion.0.tool_calls.0.id": "call_1",
    "gen_ai.completion.0.tool_calls.0.name": "weather",
    "gen_ai.completion.0.tool_calls.0.arguments": '{"city": "Oslo"}',
}
OLD = {
    "gen_ai.operation.name": "chat",
    "gen_ai.system": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.cache_read.input_tokens": 4,
    "gen_ai.usage.output_tokens": 5,
    "gen_ai.request.temperature": 0,
    "gen_ai.tool.definitions": '[{"type": "function", "function": {"name": "weather"}}]',
}
CALL = [{"id": "call_1", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}]
EVENTS = (
    ("gen_ai.user.message", {"content": "What is the weather?"}),
    ("gen_ai.choice", {"index": 0, "finish_reason": "tool_calls",
                       "message": json.dumps({"role": "assistant", "tool_calls": CALL})}),
)  # fmt: skip
CONTENT = (
    ("gen_ai.content.prompt",
     {"gen_ai.prompt": json.dumps([{"role": "user", "content": "What is the weather?"}])}),
    ("gen_ai.content.completion",
     {"gen_ai.completion": json.dumps([{"role": "assistant", "tool_calls": CALL}])}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("attributes", "told"),
    [(FLAT, ()), (TRACELOOP, ()), (OLD, EVENTS), (OLD, CONTENT)],
    ids=["openinference", "traceloop", "events", "content events"],
)
def test_every_dialect_says_the_same(
    store: Store, tmp_path: Path, attributes: dict[str, Any], told: Any
) -> None:
    call = span(2, "call", parent=None, events=told)
    call["attributes"] = pairs(attributes)
    found = imported(store, tmp_path, request(call))
    replied = events(store, found)[1]
    assert isinstance(replied, Replied)
    (wish,) = replied.reading.calls
    assert (wish.id, wish.name, dict(wish.arguments)) == ("call_1", "weather", {"city": "Oslo"})
    usage = replied.usage
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (10, 4, 5)
    assert replied.model == "gpt-4o" and replied.finish == "tool_calls"
    parts = [link.part for link in store.request(replied.request)]
    assert parts == ["tools", "question", "settings"]
    assert the_run(store, found).question == "What is the weather?"


def test_messages_in_log_records_are_read(store: Store, tmp_path: Path) -> None:
    call = span(2, "call", parent=None)
    call["attributes"] = pairs(OLD)
    ids = {"traceId": call["traceId"], "spanId": call["spanId"]}
    records = [{**ids, "eventName": n, "attributes": pairs(a)} for n, a in EVENTS]
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}
    lines = f"{json.dumps(logs)}\n{json.dumps(request(call))}".encode()
    found = imported(store, tmp_path, lines, "t.jsonl")
    assert the_run(store, found).question == "What is the weather?"


def test_a_call_traced_by_two_instrumentors_counts_once(store: Store, tmp_path: Path) -> None:
    """Nested (S5-3): the outer knows the messages, the inner one the usage."""
    outer = chat(2, ASKED, ANSWER, start=1, end=3)
    outer["attributes"] = [a for a in outer["attributes"] if "usage" not in a["key"]]
    inner = chat(3, [], ANSWER, parent=2, start=1.1, end=2.9)
    inner["attributes"] = [a for a in inner["attributes"] if "messages" not in a["key"]]
    both = [request(agent(1, end=4), outer, scope="one"), request(inner, scope="two")]
    found = imported(store, tmp_path, both)
    assert (found["model_calls"], found["input_tokens"]) == (1, 10)
    replied = events(store, found)[1]
    assert isinstance(replied, Replied) and replied.text == "It rains." and replied.request


def test_a_call_traced_side_by_side_counts_once(store: Store, tmp_path: Path) -> None:
    one, two = chat(2, ASKED, ANSWER, start=1, end=3), chat(3, ASKED, ANSWER, start=1.1, end=2)
    both = [request(agent(1, end=4), one, scope="one"), request(two, scope="two")]
    assert imported(store, tmp_path, both)["model_calls"] == 1
    again = request(agent(1, end=4), one, two)
    for made in (one, two):
        made["traceId"] = "6" * 32
    again["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["traceId"] = "6" * 32
    assert imported(store, tmp_path, again, "one scope")["model_calls"] == 2


def test_a_span_that_wraps_several_calls_is_not_counted(store: Store, tmp_path: Path) -> None:
    wrapper = chat(2, ASKED, ANSWER, start=0, end=9, gen_ai__usage__input_tokens=20)
    calls = [chat(n, ASKED, ANSWER, parent=2, start=n, end=n + 0.5) for n in (3, 4)]
    found = imported(store, tmp_path, request(agent(1, end=9), wrapper, *calls))
    assert (found["model_calls"], found["input_tokens"]) == (2, 20)


def test_an_agent_called_as_a_tool_is_a_sub_run(store: Store, tmp_path: Path) -> None:
    spans = [
        *a_run()[:2],
        tool(3, "weather", "call_1", "rain", start=1.1, end=2),
        agent(5, "expert", parent=3, start=1.2, end=1.9),
        chat(6, [said("user", "Oslo?")], said("assistant", "rain"), parent=5, start=1.3, end=1.8),
        a_run()[3],
    ]
    found = imported(store, tmp_path, request(*spans))
    assert found["traces"] == 1 and len(found["sub_runs"]) == 1 and found["model_calls"] == 3
    outer = events(store, found)
    assert outline(outer) == ["started", "replied", "returned", "replied", "stopped"]
    inner = store.run(found["sub_runs"][0])
    assert inner is not None and inner.called_by == found["runs"][0]
    assert inner.called_as == "call_1" and inner.question == "Oslo?" and inner.label == "expert"


def test_agents_without_model_calls_between_them_are_one(store: Store, tmp_path: Path) -> None:
    spans = [agent(1, "crew", end=9), agent(2, "worker", parent=1, end=8),
             chat(3, ASKED, ANSWER, parent=2, end=7)]  # fmt: skip
    found = imported(store, tmp_path, request(*spans))
    assert not found["sub_runs"] and found["model_calls"] == 1


def test_results_stand_in_the_next_request_where_no_span_tells_them(
    store: Store, tmp_path: Path
) -> None:
    found = imported(store, tmp_path, request(*(s for s in a_run() if "weather" not in s["name"])))
    returned = events(store, found)[2]
    assert isinstance(returned, Returned) and returned.output == "rain"
    assert returned.notes == ("from the next request",) and found["tool_calls"] == 1


def test_errors_of_tools_and_models_are_counted(store: Store, tmp_path: Path) -> None:
    spans = [
        agent(1, end=4, error="gave up"),
        chat(2, ASKED, WISH, end=1),
        tool(3, "weather", "call_1", "", start=1, end=2, error="no network"),
        chat(4, [*ASKED, WISH, answered("call_1", "no network")], {}, start=2, end=3,
             error="rate limited"),
    ]  # fmt: skip
    found = imported(store, tmp_path, request(*spans))
    assert found["errors"] == 2
    told = events(store, found)
    assert isinstance(told[2], Returned) and told[2].outcome == "error"
    assert told[2].output == "no network"
    assert isinstance(told[3], Replied) and told[3].finish == "error"
    last = told[-1]
    assert isinstance(last, Stopped) and last.status == "error" and last.reason == "gave up"


def test_what_no_rule_reads_is_kept_as_it_is(store: Store, tmp_path: Path) -> None:
    spans = [*a_run(), span(9, "retrieve", my__own="kept", start=0.2, end=0.3)]
    found = imported(store, tmp_path, request(*spans))
    (raw,) = the_run(store, found).rig["imported"]["spans"]
    assert raw["name"] == "retrieve" and raw["attributes"] == {"my.own": "kept"}
    assert the_run(store, found).rig["imported"]["resource"] == {"service.name": "tests"}


def test_unknown_usage_stays_unknown(store: Store, tmp_path: Path) -> None:
    call = chat(2, ASKED, ANSWER, parent=None)
    call["attributes"] = [a for a in call["attributes"] if "usage" not in a["key"]]
    found = imported(store, tmp_path, request(call))
    assert found["input_tokens"] is None and found["output_tokens"] is None


def test_log_records_alone_are_no_trace(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "logs.json"
    path.write_text(json.dumps([{"body": "x", "severity_number": 9, "timestamp": 1}]))
    result = import_paths(store, [path])
    assert "not a trace" in result.failed[0]["error"]


def test_spans_as_phoenix_writes_them_are_read(store: Store, tmp_path: Path) -> None:
    flat = {"name": "call", "context": {"trace_id": "t1", "span_id": "s1"}, "parent_id": None,
            "span_kind": "LLM", "start_time": "2025-06-15T12:00:00Z", "status_code": "OK",
            "end_time": "2025-06-15T12:00:01+00:00", "attributes": FLAT}  # fmt: skip
    found = imported(store, tmp_path, {"one": [flat], "two": [flat | {"context": {
        "trace_id": "t2", "span_id": "s1"}}]})  # fmt: skip
    assert (found["traces"], found["model_calls"], found["input_tokens"]) == (2, 2, 20)


def test_a_conversation_that_grows_is_read_alike_whole_and_by_its_new_part() -> None:
    """What is recognised as bytes (data.importers.otlp_wire) and what is decoded anew."""
    from data.importers.otlp_spans import Histories
    from data.importers.otlp_wire import from_protobuf

    history = list(ASKED)
    bodies = []
    for turn in range(5):
        bodies.append(protobuf(chat(2 + turn, history, WISH, start=turn, end=turn + 0.5)))
        history += [WISH, answered("call_1", f"rain {turn}")]
    history[1] = said("user", "Something else?")  # a history that was changed
    bodies.append(protobuf(chat(9, history, ANSWER, start=9, end=10)))
    growing = Histories()
    quick = [growing.span(raw) for body in bodies for raw in from_protobuf(body, growing)]
    slow = [Histories().span(raw) for body in bodies for raw in from_protobuf(body)]
    assert [one.request for one in quick] == [one.request for one in slow]
    assert [len(one.results) for one in quick] == [1, 1, 1, 1, 1, 6]  # and the question
    assert quick[0].trace == TRACE


def test_a_request_told_in_pieces_is_read_whole() -> None:
    """Attributes in any order, values of every kind, a conversation known in part."""
    from data.importers.otlp_spans import Histories
    from data.importers.otlp_wire import from_protobuf

    def sent(number: int, *attributes: Json) -> bytes:
        one = span(number, "call", parent=None, openinference__span__kind="LLM")
        one["attributes"] += [pair for more in attributes for pair in pairs(more)]
        return protobuf(one)

    def message(place: int, role: str, text: str) -> Json:
        begin = f"llm.input_messages.{place}.message"
        return {f"{begin}.role": role, f"{begin}.content": text}

    first, second = message(0, "user", "Weather?"), message(1, "assistant", "Where? " * 40)
    third, last = message(2, "user", ""), message(3, "user", "In Lima.")
    others = {"llm.token_count.prompt": 70_000, "temperature": 0.5, "stop": ["a", "b"],
              "big": 2**40, "less": -1, "yes": True, "none": ""}  # fmt: skip
    bodies = [
        sent(2, first, second),
        sent(3, first, second, third, others),
        sent(4, first, second, others, {"llm.input_messages.1.message.name": "guide"}),
        sent(5, first, second, others, last, third),
        sent(6, first, second, third, last),
    ]
    growing = Histories()
    quick = [growing.span(raw) for body in bodies for raw in from_protobuf(body, growing)]
    slow = [Histories().span(raw) for body in bodies for raw in from_protobuf(body)]
    assert [one.request for one in quick] == [one.request for one in slow]
    assert [one.rest for one in quick] == [one.rest for one in slow]
    assert quick[3].request == quick[4].request != quick[1].request
    told = {k: v for k, v in others.items() if not k.startswith("llm.")}
    assert quick[1].rest == told and quick[1].usage[0] == 70_000
