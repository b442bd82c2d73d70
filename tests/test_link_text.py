"""A message of a request as a person reads it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.link_text import link_text

SAID = "First line.\nSecond “line”."


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": SAID},
        {"role": "user", "content": [{"type": "text", "text": SAID}]},
        {"role": "user", "content": [{"type": "input_text", "text": SAID}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": SAID}]},
        {"role": "user", "parts": [{"type": "text", "content": SAID}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": SAID}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "content": [{"type": "text", "text": SAID}]}],
        },
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "1", "result": SAID}]},
    ],
)
def test_what_was_said_is_read_with_its_lines_in_every_form(message: dict[str, Any]) -> None:
    assert link_text(json.dumps(message)) == SAID


@pytest.mark.parametrize(
    "message",
    [
        {
            "tool_calls": [
                {"id": "1", "function": {"name": "look", "arguments": '{"q": "Šibenik"}'}}
            ]
        },
        {"content": [{"type": "tool_use", "id": "1", "name": "look", "input": {"q": "Šibenik"}}]},
        {"parts": [{"type": "tool_call", "name": "look", "arguments": {"q": "Šibenik"}}]},
    ],
)
def test_a_call_reads_like_a_call(message: dict[str, Any]) -> None:
    assert link_text(json.dumps(message)) == 'look({\n  "q": "Šibenik"\n})'


def test_text_and_calls_of_one_message_stand_below_each_other() -> None:
    calls = [{"function": {"name": "look", "arguments": "no JSON"}}]
    body = json.dumps({"role": "assistant", "content": SAID, "tool_calls": calls})
    assert link_text(body) == f"{SAID}\n\nlook(no JSON)"


def test_what_no_rule_knows_is_shown_as_it_is() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}
    body = json.dumps({"role": "user", "content": [image, {"type": "text", "text": SAID}]})
    assert link_text(body) == f"{json.dumps(image, indent=2)}\n\n{SAID}"
    cached = {"type": "text", "text": SAID, "cache_control": {"type": "ephemeral"}}
    assert "ephemeral" in link_text(json.dumps({"content": [cached]}))


LETTERS = "abcd"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(LETTERS, min_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "content", "text", "parts", "tool_calls", "name", "function",
                             "arguments", "input", "result", "other"]), inner, max_size=4)
    ),
)  # fmt: skip


def words(value: Any) -> list[str]:
    """Every string that stands in a value, but for what labels it."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [word for one in value for word in words(one)]
    if isinstance(value, dict):
        return [word for key, one in value.items() if key != "type" for word in words(one)]
    return []


@given(st.dictionaries(st.sampled_from(["content", "parts", "tool_calls", "other"]), VALUES))
def test_nothing_that_was_said_is_left_out(message: dict[str, Any]) -> None:
    shown = link_text(json.dumps(message))
    for word in words(message):
        assert word in shown


@given(st.text())
def test_a_body_that_is_no_json_is_shown_as_it_is(body: str) -> None:
    try:
        json.loads(body)
    except ValueError:
        assert link_text(body) == body
