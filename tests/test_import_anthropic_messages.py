"""Anthropic's messages: blocks, cache counts, tools that Anthropic runs, streams, batches."""

from __future__ import annotations

import json

from imported import TRACES, import_one

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
