"""Who&When: failed runs of teams, with the step where a person saw the mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reading_traces import bent, told

from agents.repeats import UNTOLD


def test_the_annotated_mistake_is_the_error_that_counts() -> None:
    with told("who_when/generated.json") as found:
        assert found.report["errors"] == 1 and found.report["tool_calls"] == 0
        assert found.replies()[0].notes[:2] == ("by Excel_Expert", "mistake: Edge cases.")
        assert found.run().passed is False and found.run().paradigm == "unknown"
        assert found.results()[0].output.startswith("exitcode: 0")
        assert UNTOLD in found.results()[0].notes  # what was run is not told as arguments


def test_an_orchestrators_plan_and_ledger_are_told_apart() -> None:
    with told("who_when/magentic.json") as found:
        row = found.run()
        assert (row.paradigm, row.question) == ("plan-execute", "How many?")
        actors = [r.actor for r in found.replies()]
        assert actors == ["planner", "evaluator", "agent", "agent", "agent"]
        assert found.results()[0].outcome == "error"
        assert found.report["errors"] == 1 and found.lost("only the mistake is counted") == 1


def test_a_mistake_at_another_agents_step_is_said() -> None:
    with told("who_when/magentic.json") as found:
        assert found.lost("said to be FileSurfer's") == 1
        assert found.imported()["mistake_step"] == "3"


@pytest.mark.parametrize(
    ("told_of", "passed", "status"),
    [
        ({"is_correct": False}, False, "partial"),
        ({"is_correct": True}, True, "success"),
        ({"is_correct": "true"}, False, "partial"),
        ({"is_corrected": True, "is_correct": None}, True, "success"),
        ({}, False, "partial"),
        ({"mistake_step": None, "mistake_reason": None}, None, "partial"),
    ],
)
def test_a_conversation_succeeded_only_where_the_file_says_that_its_answer_was_right(
    told_of: dict[str, Any], passed: bool | None, status: str, tmp_path: Path
) -> None:
    """Its last message, whoever spoke, says nothing of how it ended."""

    def change(document: dict[str, Any]) -> None:
        del document["is_correct"]
        document |= told_of

    with told(bent("who_when/generated.json", tmp_path, change)) as found:
        row = found.run()
        assert (row.passed, row.status, row.answer) == (passed, status, "TERMINATE")


def test_what_agents_say_to_each_other_is_no_answer() -> None:
    for path in ("who_when/generated.json", "who_when/magentic.json"):
        with told(path) as found:
            assert not any(reply.reading.answer for reply in found.replies()[:-1])
    with told("who_when/generated.json") as found:
        assert found.replies()[-1].reading.answer == "TERMINATE"


def test_an_agent_is_asked_below_its_own_system_prompt(tmp_path: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        value["history"] = [
            {"role": "assistant", "name": name, "content": f"{number}"}
            for number, name in enumerate(("A", "B", "Stranger", "A"))
        ]
        value["system_prompt"] = {"A": "You are A.", "B": "You are B.", "C": 3}

    with told(bent("who_when/generated.json", tmp_path, change)) as found:
        asked = [[json.loads(body)["content"] for _, body in found.asked(r)]
                 for r in found.replies()]  # fmt: skip
    assert asked == [["You are A."], ["You are B.", "0"], ["0", "1"], ["You are A.", *"012"]]
