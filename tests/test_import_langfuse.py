"""Langfuse's traces and their quirks, in small files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from imported import TRACES, Told, import_one, import_value

from agents.events import Replied, Returned

FOLDER = TRACES / "langfuse"


@pytest.fixture
def trace() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FOLDER / "trace.json").read_text(encoding="utf-8"))
    return value


def test_a_generation_around_another_is_the_same_call(trace: dict[str, Any]) -> None:
    told = import_value(trace)
    assert (told["model_calls"], told["input_tokens"], told["output_tokens"]) == (3, 117, 22)
    assert told.lost("model observations around others") == 0
    assert told.lost("model observations around other model observations") == 1


def test_usage_of_an_agent_is_a_sum_and_never_counted(trace: dict[str, Any]) -> None:
    first = import_value(trace).replies()[0]
    assert (first.usage.input_tokens, first.usage.cache_read_input_tokens) == (110, 10)
    assert first.cost.usd == 0.001 and first.model == "gpt-4o-2024-08-06"


def test_a_zero_without_details_is_unknown() -> None:
    last = import_one(FOLDER / "trace.json").replies()[-1]
    assert last.usage.input_tokens is None and last.usage.output_tokens is None
    assert last.reading.answer == "Rain in Oslo, sun in Rome."


def test_totals_above_the_sum_are_told_as_a_loss() -> None:
    assert import_one(FOLDER / "trace.json").lost("usage totals above") == 1


def test_parallel_calls_find_their_results_by_their_arguments() -> None:
    told = import_one(FOLDER / "trace.json")
    found = [(r.call.id, r.call.arguments, r.output, r.outcome) for r in told.results()]
    assert found == [
        ("c2", {"city": "Rome"}, "sun", "ok"),
        ("c1", {"city": "Oslo"}, "timeout", "error"),
        ("call#1", {"topic": "Oslo"}, "It rains.", "ok"),
    ]
    assert told["errors"] == 1 and told["tool_calls"] == 3


def test_an_agent_below_a_tool_is_a_sub_run_of_its_call() -> None:
    told = import_one(FOLDER / "trace.json")
    assert told["traces"] == 1 and len(told["sub_runs"]) == 1
    inner = told.store.run(told["sub_runs"][0])
    assert inner is not None and inner.called_by == told["runs"][0]
    (reply,) = told.replies(told["sub_runs"][0])
    assert reply.text == "It rains."


def test_json_of_json_is_opened_and_scores_are_kept() -> None:
    row = import_one(FOLDER / "trace.json").row()
    assert row.question == "Rain in Oslo and Rome?" and row.answer == "Rain in Oslo, sun in Rome."
    assert row.rig["imported"]["scores"][0]["name"] == "helpful"
    assert row.label == "weather" and row.paradigm == "function-calling"


def test_requests_are_those_of_the_trace_and_not_rebuilt() -> None:
    told = import_one(FOLDER / "trace.json")
    last = told.replies()[-1]
    assert "request_rebuilt" not in last.notes
    assert len(told.store.request(last.request)) == 5


def test_observations_alone_are_gathered_by_their_trace() -> None:
    told = import_one(FOLDER / "observations.jsonl")
    assert (told["traces"], told["model_calls"]) == (2, 2)
    (reply,) = told.replies(told["runs"][1])
    assert (reply.text, reply.thinking, reply.usage.input_tokens) == ("Hello", "hm", 3)


def test_the_same_trace_in_another_file_is_the_same_run(
    trace: dict[str, Any], tmp_path: Path
) -> None:
    told = import_value(trace)
    path = tmp_path / "again.json"
    path.write_text(json.dumps([trace]), encoding="utf-8")
    assert import_one(path, told.store)["runs"] == told["runs"]


def test_parents_in_a_ring_and_no_root_are_no_trouble(trace: dict[str, Any]) -> None:
    trace["observations"][0]["parentObservationId"] = "t2"
    trace["observations"].append(dict(trace["observations"][2]))
    told: Told = import_value(trace)
    assert told["model_calls"] == 3
    assert told.lost("observations that stand in the file twice") == 1


def test_events_are_those_that_every_run_is_made_of(trace: dict[str, Any]) -> None:
    told = import_value(trace)
    kinds = {type(event) for event in told.store.events(told["runs"][0])}
    assert {Replied, Returned} <= kinds


def test_calls_that_langfuse_read_out_of_an_output_are_calls(trace: dict[str, Any]) -> None:
    observation = {
        **trace["observations"][2],
        "parentObservationId": None,
        "output": "<call>weather</call>",
        "toolCalls": [json.dumps({"id": "c1", "name": "weather", "arguments": '{"city": "Oslo"}'})],
        "toolDefinitions": {"weather": json.dumps({"description": "Tells the weather."})},
    }
    told = import_value({"trace": trace["trace"], "observations": [observation]})
    (call,) = told.replies()[0].reading.calls
    assert (call.name, call.arguments) == ("weather", {"city": "Oslo"})
    assert told.row().rig["tools"] == [{"name": "weather", "description": "Tells the weather."}]


def test_a_trace_that_stands_in_a_file_twice_is_taken_once(trace: dict[str, Any]) -> None:
    told = import_value([trace, trace])
    assert told["traces"] == 1 and told.lost("traces that stand in the file twice") == 1


def test_an_error_that_is_handed_up_is_counted_once(trace: dict[str, Any]) -> None:
    trace["observations"][0] |= {"level": "ERROR", "statusMessage": "timeout"}
    told = import_value(trace)
    assert told["errors"] == 1 and told.row().status == "error"


def test_a_request_in_one_text_tells_the_question(trace: dict[str, Any]) -> None:
    """OpenLIT writes the roles into the text; a text without them is no conversation."""
    flat = "developer: Be brief.\nuser: Rain in\nOslo?\nassistant: None\ntool: [1]"
    model = {"id": "g", "traceId": "t1", "type": "GENERATION", "model": "m", "output": "Yes."}
    for text, question in ((flat, "Rain in\nOslo?"), ("Tell me: user: who?", "")):
        trace["trace"]["input"] = None
        trace["observations"] = [model | {"input": text, "startTime": "2025-03-04T10:00:00Z"}]
        assert import_value(trace).row().question == question


def observation(name: str, parent: str | None, **more: Any) -> dict[str, Any]:
    at = {"startTime": "2025-03-04T10:00:00Z", "endTime": "2025-03-04T10:00:01Z"}
    about = {"id": name, "traceId": "t1", "type": "SPAN", "name": name}
    return {**about, **at, "parentObservationId": parent, **more}


CALLS = [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]
ASKED = {"role": "assistant", "content": None, "tool_calls": CALLS}


def test_a_wrapper_that_alone_tells_the_calls_hands_them_to_the_call_it_wraps() -> None:
    """OpenLIT prints a reply without a text as `None`, and of one with a text and calls the text
    alone."""
    for text in ("None", "Let me see."):
        outer = observation("outer", None, type="GENERATION", output={"choices": [
            {"message": {**ASKED, "content": None if text == "None" else text}}]})  # fmt: skip
        inner = observation("inner", "outer", type="GENERATION", output=text)
        result = observation("weather", None, input="{}", output="rain")
        told = import_value({"trace": {"id": "t1"}, "observations": [outer, inner, result]})
        reply, back = told.events()[1:3]
        assert isinstance(reply, Replied) and isinstance(back, Returned)
        assert reply.reading.thought == ("" if text == "None" else text)
        assert [call.name for call in reply.reading.calls] == ["weather"]
        assert (told["model_calls"], back.call.id, back.output) == (1, "c1", "rain")
        assert told.lost("model calls without a reply") == 0


@pytest.mark.parametrize("parent", [None, "elsewhere"])
def test_what_the_span_around_all_holds_is_question_and_answer(parent: str | None) -> None:
    """Its parent may have been traced by another service, and the trace itself may tell nothing."""
    record = {"response": {"comment": "Rain.", "status": "found"}}
    root = observation("root", parent, input="Rain in Oslo?", output=json.dumps(record))
    call = observation("weather", "root", type="TOOL", input="{}", output="rain")
    row = import_value({"trace": {"id": "t1"}, "observations": [root, call]}).row()
    assert (row.question, row.status) == ("Rain in Oslo?", "success")
    assert json.loads(row.answer or "") == record["response"]
    root |= {"level": "ERROR", "statusMessage": "no more money"}
    row = import_value({"trace": {"id": "t1"}, "observations": [root, call]}).row()
    assert (row.status, row.answer) == ("error", None)


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        (str({"role": "assistant", "text": "It's rain.\n“Oslo”"}), "It's rain.\n“Oslo”"),
        (str({"role": "assistant", "content": [{"type": "text", "text": "Rain."}]}), "Rain."),
        (str({"city": "Oslo"}), str({"city": "Oslo"})),
        ("{'role': 'assistant', 'text': open('x')}", "{'role': 'assistant', 'text': open('x')}"),
        ("{" * 10_000, "{" * 10_000),
        ({"result": {"text": "Rain."}}, "Rain."),
        ({"output": {"role": "assistant", "content": None, "tool_calls": CALLS}}, None),
        ({"state": {"city": "Oslo"}}, None),
    ],
)
def test_an_answer_is_told_as_its_text_where_that_can_be_read(output: Any, answer: str) -> None:
    call = observation("weather", None, type="TOOL", input="{}", output="rain")
    row = import_value({"trace": {"id": "t1", "output": output}, "observations": [call]}).row()
    assert row.answer == answer


def test_what_an_agent_of_beeai_does_is_one_run_whose_answer_is_whole() -> None:
    """Each of its events calls itself an agent, and a span keeps only the last pieces of a long
    streamed reply."""
    piece = "llm.output_messages.{}.message.content"
    agent = {"attributes": {"openinference.span.kind": "AGENT"}}
    spans = [
        observation("agent.react.start-4", None, metadata=agent),
        observation("backend.openai.chat.start-9", "agent.react.start-4", type="GENERATION",
                    input=[{"role": "user", "content": "Rain?"}]),
        observation("agent.react.update-5", None, metadata=agent),
        observation("backend.openai.chat.success-9", "agent.react.update-5", type="GENERATION",
                    metadata={"attributes": {piece.format(8): "in ", piece.format(9): "Oslo."}}),
    ]  # fmt: skip
    told = import_value({"trace": {"id": "t1", "output": "Rain in Oslo."}, "observations": spans})
    assert (told["model_calls"], told["sub_runs"]) == (1, [])
    assert (told.replies()[0].text, told.row().answer) == ("in Oslo.", "Rain in Oslo.")
    assert told.lost("pieces of streamed replies") == 1
    assert told.lost("observations that are neither") == 2


def sent_first(trace: dict[str, Any], **changes: Any) -> list[str]:
    """The first request, of a trace whose model calls all tell this."""
    for one in trace["observations"]:
        if one["type"] == "GENERATION":
            one |= {"input": [{"role": "user", "content": "Rain?"}], **changes}
    told = import_value(trace)
    return [json.loads(body)["content"] for body in told.bodies(told.replies()[0])[:2]]


def test_a_system_prompt_told_apart_stands_in_the_request(trace: dict[str, Any]) -> None:
    system = [{"type": "text", "content": "Be brief."}]
    marks = {"attributes": {"gen_ai.system_instructions": json.dumps(system)}}
    assert sent_first(trace, metadata=marks) == [system, "Rain?"]


def test_instructions_that_only_the_reply_repeats_stand_in_the_request(
    trace: dict[str, Any],
) -> None:
    said = {"type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": "No."}]}  # fmt: skip
    reply = {"object": "response", "instructions": "Be brief.", "output": [said]}
    assert sent_first(trace, output=reply) == ["Be brief.", "Rain?"]
