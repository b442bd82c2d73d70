"""The Responses API, without its memory."""

from __future__ import annotations

import json

import pytest
from asking import QUESTION, TODAY, WEATHER, after, ask, model_of
from protocol_server import Chunks, ProtocolServer, Raw, Say

from agents.errors import ModelError
from agents.messages import Request


def test_there_is_no_stop_so_the_text_is_cut_on_the_client() -> None:
    text = "Action: x\nObservation: invented"
    with ProtocolServer([Say(text)]) as server:
        heard: list[str] = []
        reply = ask(model_of("responses", server), Request(QUESTION, stop=("\nObs",)), heard.append)
    assert reply.text == "".join(heard) == "Action: x"
    assert reply.notes == ("cut_at_stop",)


def test_the_conversation_is_not_kept_by_the_provider_and_reasoning_goes_back_unchanged() -> None:
    said = Say("", [("c1", "get_weather", {"city": "A"})], thinking="hm")
    with ProtocolServer([said, Say("Sunny")]) as server:
        model, request = model_of("responses", server), Request(QUESTION, (WEATHER,))
        reply = ask(model, request)
        ask(model, after(reply, request))
    first, second = server.bodies
    assert first["store"] is False
    assert second["input"][2:4] == json.loads(reply.raw)
    assert second["input"][2]["encrypted_content"] == "ENC"
    assert second["input"][4]["type"] == "function_call_output"


def test_a_schema_is_asked_for_by_text_format() -> None:
    with ProtocolServer([Say("{}")]) as server:
        ask(model_of("responses", server), Request(QUESTION, schema={"type": "object"}))
    wanted = {"type": "json_schema", "name": "reply", "schema": {"type": "object"}, "strict": False}
    assert server.bodies[0]["text"] == {"format": wanted}


def test_malformed_and_truncated_arguments_are_told_apart_and_history_stays_valid() -> None:
    for finish, fault in (("", "invalid_json"), ("length", "truncated_arguments")):
        said = Say("", [("c1", "get_weather", '{"city": "A')], finish=finish)
        with ProtocolServer([said, Say("done")]) as server:
            model, request = model_of("responses", server), Request(QUESTION, (WEATHER,))
            reply = ask(model, request)
            ask(model, after(reply, request))
        assert reply.calls[0].fault == fault
        assert server.bodies[1]["input"][2]["arguments"] == "{}"


def test_a_refusal_is_final() -> None:
    with ProtocolServer([Say("No.", finish="refusal")]) as server:
        reply = ask(model_of("responses", server), Request(QUESTION, (TODAY,)))
    assert (reply.finish, reply.text) == ("refusal", "No.")


def test_an_empty_response_is_data_not_a_crash() -> None:
    for output in ([], None):
        with ProtocolServer([Raw({"status": "completed", "output": output})]) as server:
            reply = ask(model_of("responses", server), Request(QUESTION))
        assert (reply.finish, reply.notes) == ("error", ("empty_response",))


@pytest.mark.parametrize(
    "event",
    [
        {"type": "error", "code": "server_error", "message": "it broke"},
        {
            "type": "response.failed",
            "response": {"status": "failed", "error": {"message": "it broke"}},
        },
    ],
)
def test_an_error_in_the_stream_is_one_sentence(event: dict[str, object]) -> None:
    with ProtocolServer([Chunks([event])]) as server, pytest.raises(ModelError, match="it broke"):
        ask(model_of("responses", server), Request(QUESTION))
