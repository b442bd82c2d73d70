"""The Messages API. Its strict order of blocks is checked by the server of these tests."""

from __future__ import annotations

import json

import pytest
from asking import QUESTION, TODAY, WEATHER, after, ask, model_of
from protocol_server import Chunks, ProtocolServer, Raw, Say

from agents.errors import ModelError
from agents.messages import Answered, Call, Request, Said, Text


def test_the_system_text_has_its_own_field_and_a_limit_is_always_sent() -> None:
    with ProtocolServer([Say("Hi")]) as server:
        ask(model_of("anthropic", server), Request(QUESTION, stop=("\n", "\nObservation:"), seed=3))
    body = server.bodies[0]
    assert body["system"] == [{"type": "text", "text": "Be brief."}]
    assert body["max_tokens"] == 4096
    assert body["stop_sequences"] == ["\nObservation:"]
    assert [m["role"] for m in body["messages"]] == ["user"]


def test_results_stand_in_one_message_before_the_note() -> None:
    calls = tuple(Call(f"t{n}", "get_weather", {"city": str(n)}) for n in range(3))
    results = [Answered(call.id, call.name, "fine", failed=call.id == "t1") for call in calls]
    note = Text("user", "Answer now.", "note")
    request = Request((*QUESTION, Said("", calls), *results, note), (WEATHER,))
    with ProtocolServer([Say("Hi")]) as server:
        ask(model_of("anthropic", server), request)
    *_, last = server.bodies[0]["messages"]
    assert [block.get("tool_use_id") for block in last["content"]] == ["t0", "t1", "t2", None]
    assert [block.get("is_error") for block in last["content"]] == [None, True, None, None]


def test_neighbours_of_one_role_join_and_empty_texts_are_left_out() -> None:
    texts = [
        ("user", "Q"),
        ("user", "more"),
        ("assistant", " \n"),
        ("user", "and"),
        ("assistant", "A"),
    ]
    messages = tuple(Text(role, text, "note") for role, text in texts)  # type: ignore[arg-type]
    with ProtocolServer([Say("Hi")]) as server:
        ask(model_of("anthropic", server), Request((*messages, Text("user", "!", "note"))))
    joined = [[b["text"] for b in m["content"]] for m in server.bodies[0]["messages"]]
    assert joined == [["Q", "more", "and"], ["A"], ["!"]]


def test_a_thought_goes_back_with_its_signature_and_an_empty_text_does_not() -> None:
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "text", "text": ""},
        {"type": "tool_use", "id": "t1", "name": "today", "input": {}},
    ]
    with ProtocolServer(
        [Raw({"content": content, "stop_reason": "tool_use"}), Say("Hi")]
    ) as server:
        model, request = model_of("anthropic", server), Request(QUESTION, (TODAY,))
        reply = ask(model, request)
        ask(model, after(reply, request))
    assert server.bodies[1]["messages"][1]["content"] == [content[0], content[2]]


def test_a_call_cut_by_the_limit_goes_back_as_an_empty_object() -> None:
    said = Say("", [("t1", "get_weather", '{"city": "A')], finish="length")
    with ProtocolServer([said, Say("Hi")]) as server:
        model, request = model_of("anthropic", server), Request(QUESTION, (WEATHER,))
        reply = ask(model, request)
        ask(model, after(reply, request))
    assert (reply.finish, reply.calls[0].fault) == ("length", "truncated_arguments")
    assert reply.calls[0].raw == '{"city": "A'
    assert server.bodies[1]["messages"][1]["content"][0]["input"] == {}


def test_a_history_with_calls_needs_tools_even_where_none_are_offered() -> None:
    said = Said("", (Call("t1", "today"),))
    request = Request((*QUESTION, said, Answered("t1", "today", "Monday")))
    with ProtocolServer([Say("Hi")]) as server:
        ask(model_of("anthropic", server), request)
    assert [tool["name"] for tool in server.bodies[0]["tools"]] == ["today"]
    assert server.bodies[0]["tool_choice"] == {"type": "none"}


def test_a_temperature_that_newer_models_refuse_is_left_out() -> None:
    with ProtocolServer([Say("Hi")], refuse=["temperature"]) as server:
        reply = ask(model_of("anthropic", server), Request(QUESTION, temperature=0.0))
        assert reply.notes == ("temperature_refused",)
        assert server.bodies[0]["temperature"] == 0.0


def test_a_refusal_runs_no_call() -> None:
    content = [{"type": "tool_use", "id": "t", "name": "today", "input": {}}]
    with ProtocolServer([Raw({"content": content, "stop_reason": "refusal"})]) as server:
        reply = ask(model_of("anthropic", server), Request(QUESTION, (TODAY,)))
    assert (reply.finish, reply.calls) == ("refusal", ())


def test_an_error_in_the_stream_is_one_sentence() -> None:
    event = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with ProtocolServer([Chunks([event])]) as server, pytest.raises(ModelError, match="Overloaded"):
        ask(model_of("anthropic", server), Request(QUESTION))


def test_an_unknown_block_is_kept_for_the_way_back() -> None:
    content = [{"type": "new_kind", "data": {"a": 1}}, {"type": "text", "text": "Hi"}]
    with ProtocolServer([Raw({"content": content, "stop_reason": "end_turn"})]) as server:
        reply = ask(model_of("anthropic", server), Request(QUESTION))
    assert reply.text == "Hi"
    assert json.loads(reply.raw) == content
