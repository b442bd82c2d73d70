"""Chat completions, OpenAI's and its imitators'."""

from __future__ import annotations

import json

import pytest
from asking import QUESTION, TODAY, WEATHER, after, ask, model_of
from protocol_server import Fail, ProtocolServer, Raw, Received, Say

from agents.errors import ModelError
from agents.messages import Request, Text
from agents.models.stops import Ear

REACT = Request((Text("user", "Q", "question"),), stop=("\nObservation:", "\nObservation："))
INVENTED = "Thought: t\nAction: search\nAction Input: {}\nObservation: invented"


def test_a_refused_stop_is_left_out_once_and_for_all_and_cut_on_the_client() -> None:
    """Case L16."""
    with ProtocolServer([Say(INVENTED)], refuse=["stop"]) as server:
        model, heard = model_of("chat", server), list[str]()
        first = ask(model, REACT, heard.append)
        second = ask(model, REACT)
        assert ["stop" in body for body in server.bodies] == [True, False, False]
    assert first.text == "".join(heard) == "Thought: t\nAction: search\nAction Input: {}"
    assert first.notes == second.notes == ("stop_refused", "cut_at_stop")
    assert "invented" in first.raw
    assert json.loads(first.sent[-1].body).get("stop") is None


def test_a_server_that_keeps_refusing_is_asked_twice_and_no_more() -> None:
    """Case L17."""
    refusal = Fail(400, "Unsupported parameter: 'stop'", "unsupported_parameter", "stop")
    with ProtocolServer([refusal]) as server:
        with pytest.raises(ModelError, match="refused the request") as raised:
            ask(model_of("chat", server), REACT)
        assert len(server.received) == 2
    assert raised.value.status == 400
    assert json.loads(raised.value.sent[-1].body).get("stop") is None


def test_a_refusal_that_names_no_parameter_is_understood_by_its_words() -> None:
    def grumble(received: Received) -> Fail | Say:
        if "stop" in received.body:
            return Fail(400, "Argument not supported on this model: stop")
        return Say("fine")

    with ProtocolServer(grumble) as server:
        assert ask(model_of("local", server), REACT).notes == ("stop_refused",)


def test_a_complaint_about_something_else_is_not_retried() -> None:
    with ProtocolServer(
        [Fail(400, "This stop word is fine but messages is invalid", None, "messages")]
    ) as server:
        with pytest.raises(ModelError):
            ask(model_of("chat", server), REACT)
        assert len(server.received) == 1


def test_several_refused_settings_are_left_out_one_by_one() -> None:
    request = Request(QUESTION, stop=("\nX",), temperature=0, seed=1, schema={"type": "object"})
    refuse = ["stop", "temperature", "seed", "response_format"]
    with ProtocolServer([Say("Hi")], refuse=refuse) as server:
        notes = ask(model_of("chat", server), request).notes
        assert len(server.received) == 5
    assert notes == (
        "response_format_refused",
        "seed_refused",
        "stop_refused",
        "temperature_refused",
    )


def test_settings_bear_the_names_that_each_server_takes() -> None:
    request = Request(QUESTION, (WEATHER,), max_tokens=7, seed=3, schema={"type": "object"})
    with ProtocolServer([Say("{}")]) as server:
        ask(model_of("chat", server), request)
        ask(model_of("local", server), request)
    theirs, local = server.bodies
    assert theirs["max_completion_tokens"] == local["max_tokens"] == 7
    assert theirs["seed"] == 3
    assert theirs["response_format"]["json_schema"] == {
        "name": "reply",
        "schema": {"type": "object"},
        "strict": False,
    }


@pytest.mark.parametrize("size", [1, 3, 50])
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Thought: a\nObservation: x", "Thought: a"),
        ("<think>the\nObservation: later</think>\nAction: b\nObservation: x", None),
        ("<think>a<think>b</think>\nObservation: c</think>d\nObservation: e", None),
        (
            "no opener\nObservation: still thought</think>Final",
            "no opener\nObservation: still thought</think>Final",
        ),
        ("a\nObservation: b <think>c</think>", "a"),
        ("ends like one\nObserv", "ends like one\nObserv"),
    ],
)
def test_text_is_cut_at_the_first_stop_outside_of_thoughts(
    size: int, text: str, kept: str | None
) -> None:
    """Cases R50 and L16, in whatever pieces the text comes."""
    heard: list[str] = []
    ear = Ear(("\nObservation:",), heard.append)
    for at in range(0, len(text), size):
        ear.feed(text[at : at + size])
    kept = text[: text.rindex("\nObservation:")] if kept is None else kept
    assert ear.end() == "".join(heard) == kept
    assert kept + ear.cut == text


@pytest.mark.parametrize(
    ("content", "promoted"),
    [
        ('{"name": "get_weather", "parameters": {"city": "A"}}', True),
        ('```json\n{"name": "get_weather", "arguments": "{\\"city\\": \\"A\\"}"}\n```', True),
        ('<tool_call>{"name": "get_weather", "arguments": {"city": "A"}}</tool_call>', True),
        ('<think>so</think>[{"name": "get_weather", "arguments": {"city": "A"}}]', True),
        ('{"name": "unheard_of", "arguments": {}}', False),
        ('{"name": "get_weather"}', False),
        ('{"name": "get_weather", "arguments": {}, "note": "an example"}', False),
        ('Call it so: {"name": "get_weather", "arguments": {"city": "A"}}', False),
        ("[]", False),
    ],
)
def test_only_a_call_that_is_the_whole_content_is_promoted(content: str, promoted: bool) -> None:
    with ProtocolServer([Say(content), Say("done")]) as server:
        model, request = model_of("local", server), Request(QUESTION, (WEATHER,))
        reply = ask(model, request)
        assert [dict(call.arguments) for call in reply.calls] == [{"city": "A"}] * promoted
        assert ("recovered_from_content" in reply.notes) == promoted
        assert reply.text == ("" if promoted else content)
        if promoted:
            ask(model, after(reply, request))


def test_a_streamed_refusal_is_a_refusal() -> None:
    with ProtocolServer([Say("I can't help with that.", finish="refusal")]) as server:
        reply = ask(model_of("chat", server), Request(QUESTION))
    assert (reply.finish, reply.text, reply.calls) == ("refusal", "I can't help with that.", ())


def test_tool_calls_announced_but_not_sent_are_no_answer() -> None:
    said = Say("I shall look.", finish="tool_calls")
    with ProtocolServer([said]) as server:
        reply = ask(model_of("chat", server), Request(QUESTION, (TODAY,)))
    assert (reply.finish, reply.calls) == ("tool_calls", ())


def test_what_only_the_server_understands_travels_back_to_it_but_never_to_openai() -> None:
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "today", "arguments": "{ }"},
        "extra_content": {"google": {"thought_signature": "c2ln"}},
    }
    message = {"role": "assistant", "reasoning_content": "hm", "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    with ProtocolServer([Raw({"choices": [choice]}), Say("done")]) as server:
        model, request = model_of("local", server), Request(QUESTION, (TODAY,))
        reply = ask(model, request)
        ask(model, after(reply, request))
        echoed = server.bodies[1]["messages"][2]
        model.base_url = "https://api.openai.com/v1"
        plain = model.payload(model.wire(after(reply, request)))["messages"][2]
    assert echoed == {**message, "content": None}
    assert set(plain) == {"role", "content", "tool_calls"}
    assert set(plain["tool_calls"][0]) == {"id", "type", "function"}
