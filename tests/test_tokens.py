"""Token counts: the published formula, in whatever API's form a request stands."""

from __future__ import annotations

import pytest
from asking import APIS, QUESTION, WEATHER

from agents.messages import Answered, Call, Link, Request, Said, Text
from agents.models.anthropic_messages import AnthropicMessages
from agents.models.openai_chat import OpenAIChat
from agents.models.openai_responses import OpenAIResponses
from agents.models.tokens import count, count_link, count_wire, part_tokens, tool_overhead

MODELS = {
    "chat": OpenAIChat("openai:t", ""),
    "responses": OpenAIResponses("openai-responses:t", ""),
    "anthropic": AnthropicMessages("anthropic:t", ""),
}


def test_texts_are_counted_with_the_o200k_vocabulary() -> None:
    assert count("hello world") == 2
    assert count("") == 0
    assert count("<|endoftext|>") > 1
    assert count("a\ud800b") > 0


def test_a_text_seen_before_counts_the_same() -> None:
    assert count("observation " * 500) == count("observation " * 500)


@pytest.mark.parametrize("api", APIS)
def test_a_request_costs_three_a_message_and_three_and_its_texts(api: str) -> None:
    wire = MODELS[api].wire(Request(QUESTION, max_tokens=5))
    texts = sum(count(m.text) for m in QUESTION if isinstance(m, Text))
    assert count_wire(wire) == 3 + sum(3 for _ in QUESTION) + texts


@pytest.mark.parametrize("api", APIS)
def test_the_parts_add_up_to_the_whole(api: str) -> None:
    said = Said("I look.", (Call("c", "get_weather", {"city": "A"}),))
    request = Request((*QUESTION, said, Answered("c", "get_weather", "sunny " * 40)), (WEATHER,))
    wire = MODELS[api].wire(request)
    parts = part_tokens(wire)
    assert sum(parts.values()) + 3 == count_wire(wire)
    assert set(parts) == {"tools", "system", "question", "reasoning", "observation"}
    assert parts["observation"] == 3 + count("sunny " * 40)
    assert parts["reasoning"] > 3 + count("I look.")


def test_what_no_model_reads_is_not_counted() -> None:
    block = '{"type": "thinking", "thinking": "hm", "signature": "%s"}'
    body = '{"role": "assistant", "content": [' + block + "]}"
    short, long = (Link("reasoning", "assistant", body % ("x" * n)) for n in (1, 9_000))
    assert count_link(short) == count_link(long) == 3 + count("hm")
    assert count_link(Link("settings", "settings", '{"model": "m"}')) == 0


def test_a_tools_overhead_is_that_of_the_seed() -> None:
    assert tool_overhead(5) == 75
