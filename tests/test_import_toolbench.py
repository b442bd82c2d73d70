"""ToolBench's trees and tooleval's answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reading_traces import bent, told

from agents.branches import BACK
from agents.events import Replied
from agents.state import fold
from data.importers.run_out import REBUILT


def test_a_tree_is_told_as_it_was_searched() -> None:
    with told("toolbench/dfs.json") as found:
        # six queries, of which four left a node
        assert found.counts() == (1, 6, 4, 1)
        assert found.lost("left no node") == 2
        calls = [r.call.name for r in found.results()]
        assert calls == ["search_for_seo", "Finish", "news_for_seo", "Finish"]
        assert [r.notes[0] for r in found.replies() if "pruned" in r.notes] == ["pruned"]
        row = found.run()
        assert (row.status, row.passed) == ("success", True)


def test_what_was_taken_back_stands_in_no_later_request() -> None:
    with told("toolbench/dfs.json") as found:
        last = [body for _, body in found.asked(found.replies()[-1])]
        assert len(last) == 6 and not any("give_up" in body for body in last)
        assert any("bad" in body for body in last)


def test_arguments_that_break_off_stay_as_they_are() -> None:
    with told("toolbench/dfs.json") as found:
        broken = found.results()[2]
        assert (broken.call.fault, broken.outcome) == ("invalid_json", "error")


def test_answers_of_tooleval() -> None:
    with told("toolbench/tooleval.json") as found:
        assert found.counts() == (2, 4, 3, 1)
        assert found.lost("cannot be taken apart") == 1
        first, second = found.run(0), found.run(1)
        assert (first.status, second.status) == ("success", "limit")
        assert found.results(first)[0].call.arguments == {"vin": "W"}


def test_of_a_call_that_the_file_cuts_off_what_is_left_is_told(tmp_path: Path) -> None:
    """A result that is not there is not an empty one, and two calls without arguments are not
    known to be the same."""
    whole = """{'name': 'vin', 'arguments': '{"vin": "W"}', 'response': '{"error": "", "r": 1}'}"""
    said: list[int] = []

    def change(answers: dict[str, dict]) -> None:  # type: ignore[type-arg]
        step = answers["43"]["answer"]["answer_details"][0]["next"][0]["next"][0]
        step["message"] = whole[: said[-1]]

    for length in (len(whole) - 10, whole.index("'resp") + 4):
        said.append(length)
        with told(bent("toolbench/tooleval.json", tmp_path, change)) as found:
            run = found.run(1)
            (reply,) = [r for r in found.replies(run) if r.reading.calls]
            (call,) = reply.reading.calls
            assert (call.name, call.arguments) == ("vin", {"vin": "W"})
            assert found.results(run) == [] and found.lost("calls that the file cuts off") == 1
    said.append(whole.index("'vin\"") if "'vin\"" in whole else whole.index("'arg") + 20)
    with told(bent("toolbench/tooleval.json", tmp_path, change)) as found:
        (reply,) = [r for r in found.replies(found.run(1)) if r.reading.calls]
        assert (reply.reading.calls[0].name, reply.reading.calls[0].arguments) == ("vin", {})


@pytest.mark.parametrize("wrong", [r"\x1", r"\N{no such}", "\0", r"\ud800"])
def test_what_is_no_literal_in_a_call_that_is_cut_off_is_kept(wrong: str, tmp_path: Path) -> None:
    def change(answers: dict[str, dict]) -> None:  # type: ignore[type-arg]
        step = answers["43"]["answer"]["answer_details"][0]["next"][0]["next"][0]
        step["message"] = f"{{'name': 'vin', 'arguments': '{wrong}', 'respon"

    with told(bent("toolbench/tooleval.json", tmp_path, change)) as found:
        (reply,) = [r for r in found.replies(found.run(1)) if r.reading.calls]
        assert reply.reading.calls[0].name in ("vin", "unknown")


def test_nothing_of_a_python_literal_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    evil = "{'name': open(" + repr(str(mark)) + ", 'w'), 'arguments': '', 'response': ''}"

    def change(answers: dict[str, dict]) -> None:  # type: ignore[type-arg]
        details = answers["43"]["answer"]["answer_details"]
        details[0]["next"][0]["next"][0]["message"] = evil

    with told(bent("toolbench/tooleval.json", tmp_path, change)) as found:
        assert found.lost("cannot be taken apart") == 1
    assert not mark.exists()


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ('{"return_type": "give_up_and_restart"}', "partial"),
        ('{"reason": "' + "x" * 90 + '", "return_type": "give_up_and_restart"}', "partial"),
        ('{\n  "return_type": "give_up_and_re', "partial"),
        ("give_up_and_restart", "partial"),
        ('{"return_type": "give_answer", "final_answer": "Do not give_up."}', "success"),
        ('{"return_type": ["give_up"]}', "success"),
        ("", "limit"),
    ],
)
def test_who_gives_up_has_not_succeeded(answer: str, status: str, tmp_path: Path) -> None:
    def tree(document: dict[str, Any]) -> None:
        document["answer_generation"] |= {"final_answer": answer, "finish_type": "give_answer"}

    def kept(document: dict[str, Any]) -> None:
        document["42"]["answer"]["final_answer"] = answer

    for path, change in (("toolbench/dfs.json", tree), ("toolbench/tooleval.json", kept)):
        with told(bent(path, tmp_path, change)) as found:
            assert (found.run().status, found.run().answer) == (status, answer or None)


@pytest.mark.parametrize("path", ["toolbench/dfs.json", "toolbench/tooleval.json"])
def test_a_branch_says_from_which_event_it_goes_on(path: str, tmp_path: Path) -> None:
    with told(path) as found:
        assert [r.notes for r in found.replies() if any(BACK in n for n in r.notes)] == (
            [(f"{BACK}2", REBUILT)] if "dfs" in path else []
        )

    def change(answers: dict[str, Any]) -> None:
        first = answers["42"]["answer"]["answer_details"][0]["next"][0]["next"]
        first += [first[0], first[0]]

    if "dfs" not in path:
        with told(bent(path, tmp_path, change)) as found:
            notes = [n for r in found.replies(found.run()) for n in r.notes if BACK in n]
            assert notes == [f"{BACK}0", f"{BACK}0"]


def test_the_prompts_of_the_search_stand_in_its_requests(tmp_path: Path) -> None:
    prompts = [{"role": "system", "content": "You are AutoGPT."},
               {"role": "user", "content": "Go on.\nBegin!"}]  # fmt: skip

    def change(value: dict[str, Any]) -> None:
        later = {"role": "assistant", "content": "no prompt"}
        value["answer_generation"]["train_messages"] = [[*prompts, later, prompts[1]], []]

    with told(bent("toolbench/dfs.json", tmp_path, change)) as found:
        asked = [body for part, body in found.asked(found.replies()[0]) if part != "tools"]
        assert [json.loads(body) for body in asked[:2]] == prompts
        assert found.run().question not in ("", prompts[1]["content"])


@pytest.mark.parametrize("kept", [3, [], [3], [[3]], [[{"role": ["system"]}]], {"0": []}, None])
def test_without_them_the_query_is_what_was_asked(kept: Any, tmp_path: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        value["answer_generation"]["train_messages"] = kept

    with told(bent("toolbench/dfs.json", tmp_path, change)) as found:
        asked = [body for part, body in found.asked(found.replies()[0]) if part == "question"]
        assert [json.loads(body)["content"] for body in asked] == [found.run().question]


def test_a_branch_knows_its_own_path_and_no_other_branch() -> None:
    with told("toolbench/dfs.json") as found:
        events = found.store.events(found.run().run_id)
        replies = {i: e for i, e in enumerate(events) if isinstance(e, Replied)}
        place = next(i for i, e in replies.items() if e.notes and BACK in e.notes[0])
        state = fold(events[: place + 1])
        back = int(replies[place].notes[0].removeprefix(BACK))
        assert [turn.at for turn in state.turns()] == [*(i for i in replies if i <= back), place]
        assert state.model_calls == sum(i <= place for i in replies)
