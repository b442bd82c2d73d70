"""LangSmith's runs and their quirks, in small files."""

from __future__ import annotations

import json

from imported import TRACES, import_lines, import_one, import_value

FOLDER = TRACES / "langsmith"


def test_a_patch_without_an_id_finds_its_run_by_its_order() -> None:
    told = import_one(FOLDER / "batch.json")
    assert (told["traces"], told["model_calls"]) == (1, 1)
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (9, 0, 3)
    (reply,) = told.replies()
    assert (reply.text, reply.model) == ("Howdy!", "gpt-4o-mini-2024-07-18")
    assert reply.ended_at - reply.started_at == 1.5 and told["zones"] == {"UTC": 2}
    assert (told.row().question, told.row().answer) == ("howdy", "Howdy!")
    assert json.loads(told.bodies(reply)[-1]) == {"model": "gpt-4o-mini", "temperature": 0}


def test_a_run_without_its_patch_has_not_ended() -> None:
    value = json.loads((FOLDER / "batch.json").read_text(encoding="utf-8"))
    told = import_value({"post": value["post"]})
    assert told["input_tokens"] is None and told.row().status == "interrupted"
    assert told.lost("model calls without a reply") == 1


def test_chains_that_add_up_their_children_are_not_counted() -> None:
    told = import_one(FOLDER / "nested.json")
    assert (told["model_calls"], told["tool_calls"], told["errors"]) == (3, 2, 1)
    assert (told["input_tokens"], told["output_tokens"]) == (125, 17)


def test_what_a_tool_runs_is_a_sub_run_of_its_call() -> None:
    told = import_one(FOLDER / "nested.json")
    (inner,) = told["sub_runs"]
    row = told.row(inner)
    assert (row.called_by, row.called_as, row.label) == (told["runs"][0], "c1", "LangGraph")
    assert told.replies(inner)[0].text == "It rains."


def test_arguments_as_python_wrote_them_find_their_call_by_its_name() -> None:
    found = import_one(FOLDER / "nested.json").results()
    assert [(r.call.id, r.output, r.outcome) for r in found] == [
        ("c1", "It rains.", "ok"),
        ("c2", "ConnectionError('down')", "error"),
    ]
    assert found[0].call.arguments == {"topic": "Oslo"}


def test_nested_runs_and_lines_of_runs_tell_the_same() -> None:
    nested, lines = import_one(FOLDER / "nested.json"), import_one(FOLDER / "runs.jsonl")
    told = ("traces", "model_calls", "tool_calls", "errors", "input_tokens", "output_tokens")
    assert [nested[key] for key in told] == [lines[key] for key in told]
    assert lines.lost("lines that are no JSON") == 1
    assert lines["zones"] == {"none (read as UTC)": 16}


def test_scores_and_tags_are_kept_with_the_run() -> None:
    row = import_one(FOLDER / "nested.json").row()
    assert row.rig["imported"]["scores"] == [{"name": "correct", "value": 1.0}]
    assert (row.question, row.answer, row.status) == ("Rain in Oslo?", "Yes.", "success")


def test_two_traces_in_one_file_are_two_runs() -> None:
    lines = [
        {"id": name, "trace_id": name, "run_type": "llm", "name": "m", "inputs": {"prompts": ["?"]},
         "outputs": {"generations": [[{"text": name}]]}}
        for name in ("a", "b")
    ]  # fmt: skip
    told = import_lines(lines)
    assert told["traces"] == 2
    assert [told.replies(run)[0].text for run in told["runs"]] == ["a", "b"]
