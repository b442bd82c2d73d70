"""What every real model does alike: the record is what was sent, and text is heard as it comes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

import pytest
from asking import APIS, QUESTION, TODAY, WEATHER, after, ask, model_of
from protocol_server import ProtocolServer, Say, Slow
from timing import least

from agents.errors import ModelError
from agents.messages import Answered, Call, Request, Said, Text, chain
from agents.models.sse import events

CALLS = [("c1", "get_weather", {"city": "Ørsta"}), ("c2", "today", "")]


@pytest.mark.parametrize("api", APIS)
def test_the_recorded_links_are_the_bytes_that_were_sent(api: str) -> None:
    with ProtocolServer([Say("Hi")]) as server:
        model = model_of(api, server)
        reply = ask(model, Request(QUESTION, (WEATHER,), temperature=0.5, max_tokens=99))
        assert json.loads(server.received[0].data) == model.payload(reply.sent)
        assert reply.sent == model.wire(
            Request(QUESTION, (WEATHER,), temperature=0.5, max_tokens=99)
        )
        assert [link.part for link in reply.sent] == ["tools", "system", "question", "settings"]


@pytest.mark.parametrize("api", APIS)
def test_the_next_request_shares_the_chain_up_to_the_settings(api: str) -> None:
    with ProtocolServer([Say("I look.", CALLS[:1]), Say("Sunny")]) as server:
        model = model_of(api, server)
        request = Request(QUESTION, (WEATHER, TODAY))
        first = ask(model, request)
        second = model.wire(after(first, request))
        kept = chain(first.sent)[:-1]
        assert chain(second)[: len(kept)] == kept
        assert [link.part for link in second[len(kept) :]][-2:] == ["observation", "settings"]


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("streams", [True, False])
def test_streamed_or_whole_the_reply_is_the_same(api: str, streams: bool) -> None:
    heard: list[str] = []
    said = Say("Line\u2028one \x85 ünï", CALLS, thinking="hmm", usage=(30, 12))
    if api == "anthropic":
        said = Say(said.text, [CALLS[0], ("c2", "today", "{}")], thinking="hmm", usage=(30, 12))
    with ProtocolServer([said], streams=streams) as server:
        reply = ask(model_of(api, server), Request(QUESTION, (WEATHER, TODAY)), heard.append)
    assert reply.text == "".join(heard) == "Line\u2028one \x85 ünï"
    assert reply.calls == (Call("c1", "get_weather", {"city": "Ørsta"}), Call("c2", "today", {}))
    assert (reply.finish, reply.thinking) == ("tool_calls", "hmm")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (30, 12)
    assert (len(heard) > 1) == streams
    assert (reply.first_token_at is not None) == streams


@pytest.mark.parametrize("api", APIS)
def test_a_server_that_refuses_to_stream_is_asked_without(api: str) -> None:
    with ProtocolServer([Say("Hi")], refuse=["stream"]) as server:
        model = model_of(api, server)
        assert ask(model, Request(QUESTION)).notes == ("stream_refused",)
        assert ask(model, Request(QUESTION)).text == "Hi"
        assert ["stream" in body for body in server.bodies] == [True, False, False]


@pytest.mark.parametrize("api", APIS)
def test_a_missing_usage_is_unknown_not_zero(api: str) -> None:
    with ProtocolServer([Say("Hi", usage=None)]) as server:
        usage = ask(model_of(api, server), Request(QUESTION)).usage
    assert (usage.source, usage.input_tokens, usage.output_tokens) == ("unknown", None, None)


@pytest.mark.parametrize("api", APIS)
def test_tool_choice_none_is_sent_only_with_tools(api: str) -> None:
    with ProtocolServer([Say("Hi")]) as server:
        model = model_of(api, server)
        ask(model, Request(QUESTION, (WEATHER,), tool_choice="none"))
        ask(model, Request(QUESTION, tool_choice="none"))
    none = {"type": "none"} if api == "anthropic" else "none"
    assert server.bodies[0]["tool_choice"] == none
    assert "tool_choice" not in server.bodies[1]


@pytest.mark.parametrize("api", APIS)
def test_a_cancelled_call_hangs_up_at_once(api: str) -> None:
    heard: list[str] = []

    async def cancelled(server: ProtocolServer) -> None:
        said = asyncio.create_task(model_of(api, server).reply(Request(QUESTION), heard.append))
        while not heard:
            await asyncio.sleep(0.02)
        said.cancel()
        with pytest.raises(asyncio.CancelledError):
            await said

    with ProtocolServer([Slow(Say("word " * 200), between_s=0.1)]) as server:
        asyncio.run(asyncio.wait_for(cancelled(server), 30))
        assert server.hung_up.wait(5)
        assert len(server.received) == 1


@pytest.mark.parametrize("api", APIS)
def test_a_call_cancelled_before_the_first_token_hangs_up_too(api: str) -> None:
    async def cancelled(server: ProtocolServer) -> None:
        said = asyncio.create_task(model_of(api, server).reply(Request(QUESTION)))
        while not server.received:
            await asyncio.sleep(0.02)
        said.cancel()
        with pytest.raises(asyncio.CancelledError):
            await said

    with ProtocolServer([Slow(Say("Hi"), first_s=20)]) as server:
        asyncio.run(asyncio.wait_for(cancelled(server), 30))
        assert server.hung_up.wait(5)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("drop_after", [0, 3])
def test_a_dropped_connection_is_one_clear_error(api: str, drop_after: int) -> None:
    with ProtocolServer([Slow(Say("word " * 20), drop_after=drop_after)]) as server:
        with pytest.raises(ModelError, match="broke off before the reply was whole") as raised:
            ask(model_of(api, server), Request(QUESTION))
        assert raised.value.sent


@pytest.mark.parametrize("api", APIS)
def test_a_model_can_be_asked_from_one_event_loop_after_another(api: str) -> None:
    with ProtocolServer([Say("Hi")]) as server:
        model = model_of(api, server)
        assert [ask(model, Request(QUESTION)).text for _ in range(3)] == ["Hi"] * 3


@pytest.mark.parametrize("api", APIS)
def test_calls_of_another_provider_are_written_anew(api: str) -> None:
    """A fork goes on with another model: names, ids and arguments must suit it all the same."""
    odd = (
        Call("functions.get_weather:0", "get weather!", {"city": "A"}),
        Call("x" * 90, "get_weather", {}, "invalid_json", '{"city": Oslo}'),
    )
    said = Said("I look.", odd, raw='{"made": "elsewhere"}', dialect="text")
    results = [Answered(call.id, call.name, "", failed=True) for call in odd]
    note = Text("user", "Now answer.", "note")
    request = Request((*QUESTION, said, *results, note), (WEATHER,))
    with ProtocolServer([Say("Hi")]) as server:
        assert ask(model_of(api, server), request).text == "Hi"
    assert "elsewhere" not in server.received[0].data.decode()


@pytest.mark.parametrize("api", APIS)
def test_a_lone_surrogate_in_an_observation_does_not_stop_the_run(api: str) -> None:
    with ProtocolServer([Say("Hi")]) as server:
        request = Request((Text("user", "bad \ud800 text", "question"),))
        assert ask(model_of(api, server), request).text == "Hi"
    assert b"\\ud800" in server.received[0].data


@pytest.mark.parametrize("api", APIS)
def test_four_lanes_are_asked_together(api: str) -> None:
    async def together(server: ProtocolServer) -> float:
        model = model_of(api, server)
        await model.reply(Request(QUESTION))
        begun = time.monotonic()
        await asyncio.gather(*(model.reply(Request(QUESTION)) for _ in range(4)))
        return time.monotonic() - begun

    with ProtocolServer([Slow(Say("Hi"), first_s=0.8)]) as server:
        assert least(lambda: asyncio.run(together(server)), 2.4) < 2.4


@pytest.mark.parametrize("api", APIS)
def test_ids_that_come_again_in_a_later_turn_are_made_unique(api: str) -> None:
    with ProtocolServer([Say("", CALLS[:1])]) as server:
        model, request = model_of(api, server), Request(QUESTION, (WEATHER,))
        first = ask(model, request)
        second = ask(model, after(first, request))
        third = ask(model, after(second, after(first, request)))
    ids = [reply.calls[0].id for reply in (first, second, third)]
    assert len(set(ids)) == 3


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
def test_events_are_read_whatever_the_pieces_in_which_their_bytes_come(size: int) -> None:
    sent = ': ping\n\nevent: x\r\ndata: {"a": "ü\u2028"}\r\n\r\ndata: 1\ndata: 2\n\ndata: last'
    data = sent.encode()

    async def chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(data), size):
            yield data[at : at + size]

    async def read() -> list[str]:
        return [event async for event in events(chunks())]

    assert asyncio.run(read()) == ['{"a": "ü\u2028"}', "1\n2", "last"]
