"""Tool calls as servers really stream and write them (cases F01 to F28 and their neighbours)."""

from __future__ import annotations

from typing import Any

import pytest
from asking import QUESTION, TODAY, WEATHER, ask, model_of
from protocol_server import Chunks, ProtocolServer

from agents.messages import Call, Reply, Request
from agents.models.arguments import NotAnObject, read_arguments
from agents.models.stream_merge import CallMerger


def read_chunks(*deltas: Any, finish: str = "tool_calls") -> Reply:
    chunks = [
        {"choices": [{"index": 0, "delta": {"tool_calls": list(calls)}, "finish_reason": None}]}
        for calls in deltas
    ]
    end = {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
    with ProtocolServer([Chunks([*chunks, end])]) as server:
        return ask(model_of("local", server), Request(QUESTION, (WEATHER, TODAY)))


def piece(name: str | None, arguments: Any, **more: Any) -> dict[str, Any]:
    function = {"arguments": arguments} | ({"name": name} if name is not None else {})
    return {"function": function, **more}


def test_calls_without_index_or_id_are_told_apart() -> None:
    reply = read_chunks(
        [piece("get_weather", '{"city": "A"}'), piece("get_weather", '{"city": "B"}')]
    )
    assert [dict(call.arguments) for call in reply.calls] == [{"city": "A"}, {"city": "B"}]
    assert len({call.id for call in reply.calls}) == 2


def test_a_name_in_pieces_is_joined() -> None:
    reply = read_chunks(
        [piece("get_", "", index=0, id="a")],
        [piece("weather", "", index=0)],
        [piece(None, '{"city": "A"}', index=0)],
    )
    assert reply.calls == (Call("a", "get_weather", {"city": "A"}),)


def test_calls_that_come_interleaved_keep_their_pieces() -> None:
    reply = read_chunks(
        [piece("get_weather", '{"city"', index=0, id="a")],
        [piece("get_weather", '{"ci', index=1, id="b")],
        [piece(None, ': "A"}', index=0)],
        [piece(None, 'ty": "B"}', index=1)],
    )
    assert [(call.id, call.arguments["city"]) for call in reply.calls] == [("a", "A"), ("b", "B")]


def test_two_names_on_one_index_are_two_calls() -> None:
    reply = read_chunks(
        [piece("today", "", index=0)], [piece("get_weather", '{"city": "A"}', index=0)]
    )
    assert [(call.name, dict(call.arguments)) for call in reply.calls] == [
        ("today", {}),
        ("get_weather", {"city": "A"}),
    ]


def test_a_call_that_starts_again_without_an_id_is_a_new_call() -> None:
    reply = read_chunks(
        [piece("get_weather", "", index=0)],
        [piece(None, '{"city": "A"}', index=0)],
        [piece("get_weather", "", index=0)],
        [piece(None, '{"city": "B"}', index=0)],
    )
    assert [dict(call.arguments) for call in reply.calls] == [{"city": "A"}, {"city": "B"}]


@pytest.mark.parametrize("again", ["", None, '{"city": "A"}'])
def test_a_call_repeated_whole_under_its_id_is_one_call(again: str | None) -> None:
    reply = read_chunks(
        [piece("get_weather", '{"city": "A"}', index=0, id="k")],
        [piece("get_weather", again, index=0, id="k", type="function")],
    )
    assert reply.calls == (Call("k", "get_weather", {"city": "A"}),)


def test_two_calls_of_one_index_and_one_id_are_two() -> None:
    reply = read_chunks(
        [piece("get_weather", '{"city": "A"}', index=0, id="k")],
        [piece("get_weather", '{"city": "B"}', index=0, id="k")],
    )
    assert [dict(call.arguments) for call in reply.calls] == [{"city": "A"}, {"city": "B"}]
    assert len({call.id for call in reply.calls}) == 2


def test_an_empty_object_before_the_pieces_is_not_part_of_them() -> None:
    merger = CallMerger()
    merger.feed([piece("f", {}, index=0, id="a")])
    merger.feed([piece(None, '{"x":', index=0)])
    merger.feed([piece(None, " 1}", index=0)])
    assert [call.arguments for call in merger.calls] == ['{"x": 1}']


@pytest.mark.parametrize(
    ("written", "schema", "read"),
    [
        (None, None, {}),
        ("  \n", None, {}),
        ("null", None, {}),
        ({"a": 1}, None, {"a": 1}),
        ('"{\\"a\\": 1}"', None, {"a": 1}),
        ('{"a": "x\ny"}', None, {"a": "x\ny"}),
        ('{"a": "{\\"b\\": 1}"}', {"a": {"type": "string"}}, {"a": '{"b": 1}'}),
        ('{"a": "{\\"b\\": 1}"}', {"a": {"type": "object"}}, {"a": {"b": 1}}),
        ('{"a": "[1]"}', {"a": {"anyOf": [{"type": "array"}, {"type": "null"}]}}, {"a": [1]}),
        ('{"a": "[1"}', {"a": {"type": "array"}}, {"a": "[1"}),
    ],
)
def test_arguments_are_read_in_every_form(written: Any, schema: Any, read: Any) -> None:
    assert read_arguments(written, {"properties": schema} if schema else None) == read


@pytest.mark.parametrize("written", ['{"a": 1', "[1]", "5", '"x"', '{"a": NaN}', "[" * 100_000])
def test_arguments_that_are_no_object_are_refused(written: str) -> None:
    with pytest.raises(NotAnObject):
        read_arguments(written)


def test_a_call_cut_before_its_arguments_is_truncated() -> None:
    reply = read_chunks([piece("get_weather", "", index=0, id="a")], finish="length")
    assert (reply.calls[0].fault, reply.finish) == ("truncated_arguments", "length")
    assert read_chunks([piece("today", "", index=0, id="a")], finish="length").calls[0].fault == ""
