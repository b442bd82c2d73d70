"""The Responses API: items, chained responses, tools that the provider runs itself, streams."""

from __future__ import annotations

from imported import TRACES, import_one

FOLDER = TRACES / "openai_responses"


def test_a_response_that_names_the_one_before_goes_on_in_its_run() -> None:
    told = import_one(FOLDER / "chained.jsonl")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (1, 2, 4)
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (120, 32, 39)
    first = told.replies()[0]
    assert first.thinking == "Two cities." and first.usage.reasoning_output_tokens == 12
    assert (first.started_at, first.ended_at) == (1741082400, 1741082402)


def test_results_are_found_by_call_id_and_not_by_the_id_of_the_item() -> None:
    found = import_one(FOLDER / "chained.jsonl").results()
    assert [(r.call.id, r.output, r.outcome) for r in found] == [
        ("c1", "rain", "ok"),
        ("c2", "sun", "ok"),
        ("ws_1", "", "ok"),
        ("mcp_1", "down", "error"),
    ]


def test_calls_in_the_history_are_told_without_a_model_call_of_their_own() -> None:
    told = import_one(FOLDER / "history.json")
    assert (told["model_calls"], told["tool_calls"]) == (1, 1)
    assert told.lost("earlier model calls of a Responses request") == 2
    assert told.row().answer == "Rain in Oslo."


def test_a_recorded_stream_is_a_reply() -> None:
    told = import_one(FOLDER / "stream.sse")
    assert (told["model_calls"], told["input_tokens"], told["output_tokens"]) == (1, 7, 3)
    assert told.replies()[0].text == "Rain in Oslo."
