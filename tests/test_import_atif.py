"""ATIF trajectories and their quirks, in small files."""

from __future__ import annotations

from imported import TRACES, import_one, import_value

from agents.events import Edited

FOLDER = TRACES / "atif"


def test_results_without_the_id_of_their_call_are_paired_by_their_place() -> None:
    told = import_one(FOLDER / "embedded.json")
    found = [(r.call.id, r.call.name, r.output, r.outcome) for r in told.results()]
    assert found == [
        ("c1", "ls", "a b", "ok"),
        ("c2", "ask", "It rains.", "ok"),
        ("call#1", "unknown", "one too many", "ok"),
        ("c3", "sync", "done", "error"),
        ("call#2", "action", "context compacted", "ok"),
    ]
    assert told.lost("results without a call") == 1 and told["errors"] == 1


def test_steps_that_are_copied_or_asked_no_model_are_no_model_calls() -> None:
    told = import_one(FOLDER / "embedded.json")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (1, 3, 3)
    assert told.lost("steps copied from another trajectory") == 1
    assert told.lost("records of kind “step of robot”") == 1


def test_metrics_of_steps_count_and_not_the_sum_with_sub_agents() -> None:
    told = import_one(FOLDER / "embedded.json")
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (120, 40, 13)
    first, last = told.replies()
    assert first.cost.usd == 0.002 and first.thinking == "hm"
    assert last.usage.input_tokens is None
    assert told.row().rig["imported"]["final_metrics"]["total_prompt_tokens"] == 120


def test_an_embedded_trajectory_is_a_sub_run_of_its_call() -> None:
    told = import_one(FOLDER / "embedded.json")
    (inner,) = told["sub_runs"]
    row = told.row(inner)
    assert (row.called_by, row.called_as, row.answer) == (told["runs"][0], "c2", "It rains.")


def test_a_further_message_of_the_user_and_the_zone_are_kept() -> None:
    told = import_one(FOLDER / "embedded.json")
    assert [e.value for e in told.events() if isinstance(e, Edited)] == ["Sure?"]
    assert told["zones"] == {"+02:00": 1}
    assert told.row().question.startswith("Rain in Oslo?") and told.row().answer == "Yes."


def test_usage_of_the_whole_alone_stands_on_the_last_call() -> None:
    told = import_one(FOLDER / "totals_only.json")
    first, last = told.replies()
    assert first.usage.input_tokens is None and last.usage.input_tokens == 50
    assert told.lost("usage that is told for the whole run only") == 1
    assert told.lost("sub-agents and continuations in other files") == 2


def test_equal_session_ids_are_different_runs() -> None:
    one = import_one(FOLDER / "embedded.json")
    two = import_one(FOLDER / "totals_only.json", one.store)
    assert one["runs"] != two["runs"] and not two["already"]


def test_a_trajectory_is_known_by_its_steps_where_it_names_no_version() -> None:
    told = import_value(
        {"agent": {"name": "a"}, "steps": [{"step_id": 1, "source": "agent", "message": "Hi."}]}
    )
    assert told["format"] == "atif" and told.row().answer == "Hi."
