"""tau-bench's results: rewards as verdicts, ids that repeat, few-shot texts."""

from __future__ import annotations

from imported import TRACES, import_one

from agents.events import Edited

FOLDER = TRACES / "tau_bench"


def test_one_file_is_many_runs_and_rewards_are_verdicts() -> None:
    told = import_one(FOLDER / "runs.json")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (3, 6, 4)
    verdicts = [told.store.verdict(run) for run in told["runs"]]
    assert [found.passed if found else None for found in verdicts] == [True, False, None]
    assert told.row().label == "task 0, trial 0"
    assert told.row().rig["imported"]["user_cost_usd"] == 0.01


def test_ids_that_repeat_in_one_run_are_paired_by_their_place() -> None:
    found = import_one(FOLDER / "runs.json").results()
    assert [(r.call.id, r.call.name, r.output) for r in found] == [
        ("0", "find", "SK1"),
        ("0#2", "book", "Error: payment method not found"),
    ]
    assert found[1].outcome == "error" and found[1].call.arguments == {"flight": "SK1"}


def test_what_the_agent_said_last_is_the_answer_although_the_user_thanks() -> None:
    told = import_one(FOLDER / "runs.json")
    assert (told.row().question, told.row().answer) == ("Book a flight.", "Done 0")
    assert [e.value for e in told.events() if isinstance(e, Edited)] == ["Thanks ###STOP###"]
    assert told["input_tokens"] is None


def test_few_shot_texts_are_runs_with_calls_that_are_not_named() -> None:
    told = import_one(FOLDER / "few_shot.jsonl")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (1, 3, 1)
    assert told["errors"] == 1 and told.lost("few-shot texts") == 1
    assert told.row().answer == "I could not\nfind you."
