"""Printed ReAct and Reflexion runs and their quirks."""

from __future__ import annotations

from pathlib import Path

from reading_traces import told

from data.importing import import_paths
from data.store import Store


def test_each_question_is_a_run_with_its_verdict() -> None:
    with told("react_text/trials.txt") as found:
        assert found.counts() == (3, 5, 5, 1)
        right, wrong, halted = (found.run(n) for n in range(3))
        assert (right.question, right.answer) == ("Which bridge is older ?", "Mill Bridge")
        assert (right.passed, wrong.passed, halted.passed) == (True, False, None)
        assert halted.status == "limit" and right.paradigm == "react"
        assert found.imported(right)["correct_answer"] == 'Mill" Bridge'
        assert found.imported(wrong)["trial"] == "1"


def test_thoughts_and_observations_may_have_several_lines() -> None:
    with told("react_text/trials.txt") as found:
        first = found.replies()[0]
        assert first.reading.thought.endswith("It is over the Larkspur.")
        results = found.results()
        assert results[0].outcome == "error"
        assert results[1].output == "The Mill Bridge\nwas built in 1820."
        assert results[1].call.arguments == {"input": "Mill Bridge"}


def test_what_was_remembered_is_in_the_request_and_not_in_the_question() -> None:
    with told("react_text/trials.txt") as found:
        run = found.run(1)
        assert run.question == "When was it built?"
        asked = found.asked(found.replies(run)[0])
        assert [part for part, _ in asked] == ["question", "note", "note"]
        assert "I guessed." in asked[2][1]


def test_actions_with_an_input_line_and_a_final_answer() -> None:
    with told("react_text/plain.txt") as found:
        assert found.counts() == (1, 3, 1, 0)
        assert found.run().answer == "4"
        assert found.results()[0].call.name == "calculator"
        reflection = found.replies()[-1]
        assert (reflection.actor, reflection.text) == ("reflector", "That was easy.")


def test_a_notebooks_outputs_are_joined_where_they_were_cut() -> None:
    with told("react_text/webshop.ipynb") as found:
        assert found.report["traces"] == 2
        shopping, cut = found.run(0), found.run(1)
        assert shopping.question == "i need a lamp, and price lower than 20.00 dollars"
        assert found.imported(shopping)["score"] == 0.5 and shopping.passed is False
        outcomes = [(r.call.name, r.outcome) for r in found.results(shopping)]
        assert outcomes == [
            ("reset", "ok"), ("search", "ok"), ("think", "ok"), ("fly", "invalid"), ("click", "ok"),
        ]  # fmt: skip
        assert found.report["errors"] == 0 and found.lost("shown as invalid") == 1
        assert cut.passed is None
        assert (shopping.status, cut.status) == ("partial", "interrupted")


def test_claims_of_fever() -> None:
    with told("react_text/fever.ipynb") as found:
        assert found.counts() == (1, 2, 2, 0)
        row = found.run()
        assert (row.question, row.answer, row.passed) == ("The bridge is old.", "SUPPORTS", True)


def test_summaries_hold_reflections_and_verdicts() -> None:
    with told("react_text/env_results.json") as found:
        assert found.report["traces"] == 2
        assert [r.actor for r in found.replies()] == ["reflector", "reflector"]
        assert (found.run(0).passed, found.run(1).passed) == (False, True)


def test_a_notebook_without_a_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text('{"cells": [{"source": "Action: Observation:"}], "nbformat": 4}')
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        (refused,) = import_paths(store, [path]).failed
    assert "holds no ReAct run" in refused["error"]
