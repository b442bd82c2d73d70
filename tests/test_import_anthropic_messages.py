"""Anthropic's messages: blocks, cache counts, tools that Anthropic runs, streams, batches."""

from __future__ import annotations

import json

from imported import TRACES, import_one, import_value

FOLDER = TRACES / "anthropic_messages"


def test_input_tokens_hold_what_was_cached() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (1, 2, 2)
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (105, 30, 46)


def test_thinking_goes_back_as_it_came_and_results_say_whether_they_failed() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    first = told.replies()[0]
    assert first.thinking == "Two." and "redacted_thinking" in first.raw
    assert first.reading.thought == "I look."
    assert [(r.output, r.outcome) for r in told.results()] == [
        ("rain", "ok"),
        ("no such city", "error"),
    ]
    assert told["errors"] == 1


def test_a_stream_tells_its_usage_as_it_goes_and_the_last_one_counts() -> None:
    told = import_one(FOLDER / "stream.json")
    (reply,) = told.replies()
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (250, 20)
    assert (reply.text, reply.finish) == ("Rain.", "length")
    (result,) = told.results()
    assert result.call.arguments == {"query": "rain"} and result.outcome == "error"
    assert json.loads(result.output)["error_code"] == "unavailable"


def test_a_batch_has_a_run_a_line() -> None:
    told = import_one(FOLDER / "batch_output.jsonl")
    assert (told["traces"], told["errors"]) == (2, 1)
    assert told.row(told["runs"][1]).status == "error"


def test_what_a_reply_says_after_its_own_search_is_the_answer() -> None:
    """A tool that the provider runs has its result within the reply."""
    call = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"title": "X"}]}
    look, answer = ({"type": "text", "text": text} for text in ("Let me look.", "It is X."))
    for content, ended in (
        ([look, call, found, answer], ("success", "Let me look.It is X.")),
        ([look, call, found], ("interrupted", None)),
    ):
        reply = {"type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
                 "content": content, "stop_reason": "end_turn",
                 "usage": {"input_tokens": 3, "output_tokens": 4}}  # fmt: skip
        asked = {"model": "claude-sonnet-4-5", "max_tokens": 9,
                 "messages": [{"role": "user", "content": "What?"}]}  # fmt: skip
        row = import_value({"request": asked, "response": reply}).row()
        assert (row.status, row.answer, row.tool_calls) == (*ended, 1)
