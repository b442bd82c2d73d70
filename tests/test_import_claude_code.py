"""Claude Code's sessions and their quirks, each in a small file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.events import Replied, Returned, Started, Stopped
from data.importing import import_paths
from data.rows import RunRow
from data.store import Store
from tests.claude_lines import SESSION, Lines, a_session, call, text, usage


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=lambda link: len(link.body) // 4) as opened:
        yield opened


def brought(store: Store, *paths: Path) -> list[dict[str, Any]]:
    result = import_paths(store, paths)
    assert not result.failed
    return result.files


def one(store: Store, path: Path) -> tuple[RunRow, dict[str, Any]]:
    (told,) = brought(store, path)
    row = store.run(told["runs"][0])
    assert row is not None
    return row, told


def test_a_call_said_on_two_lines_is_one_call_with_its_last_usage(
    store: Store, tmp_path: Path
) -> None:
    row, told = one(store, a_session().write(tmp_path / "any name.txt"))
    assert (told["model_calls"], told["tool_calls"], told["errors"]) == (2, 1, 1)
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (1990, 1890, 57)
    assert (row.input_tokens, row.output_tokens, row.usage_source) == (1990, 57, "reported")
    assert (row.question, row.answer) == ("Why do the tests fail?", "Both tests pass now.")
    assert (row.status, row.model) == ("success", "claude-sonnet-4-20250514")
    assert row.cost_usd is not None and "list price" in row.cost_why


def test_its_events_are_those_of_a_run_of_our_own(store: Store, tmp_path: Path) -> None:
    row, _ = one(store, a_session().write(tmp_path / "s.jsonl"))
    begun, asked, returned, answered, ended = store.events(row.run_id)
    assert isinstance(begun, Started) and begun.rig["imported"]["session"] == SESSION
    assert isinstance(asked, Replied) and asked.text == "I look." and asked.origin == "imported"
    assert asked.reading.calls[0].arguments == {"command": "pytest"}
    assert isinstance(returned, Returned) and returned.call.id == "toolu_1"
    assert (returned.outcome, returned.output) == ("error", "2 failed")
    assert isinstance(answered, Replied) and answered.reading.answer == "Both tests pass now."
    assert isinstance(ended, Stopped) and ended.status == "success"


def test_requests_are_rebuilt_and_say_so(store: Store, tmp_path: Path) -> None:
    row, _ = one(store, a_session().write(tmp_path / "s.jsonl"))
    first, second = [e for e in store.events(row.run_id) if isinstance(e, Replied)]
    assert "request_rebuilt" in first.notes
    parts = [link.part for link in store.request(second.request)]
    assert parts == ["question", "reasoning", "observation", "settings"]
    assert store.new_links(second.request, first.request) == 1


def test_results_that_stand_between_the_lines_of_a_call_belong_to_it(
    store: Store, tmp_path: Path
) -> None:
    lines = Lines()
    lines.user("Look at both.")
    lines.said("msg_1", call("a"), usage=usage(1, 5))
    lines.result("a", "first")
    lines.said("msg_1", call("b"), usage=usage(1, 9))
    lines.result("b", "second")
    row, told = one(store, lines.write(tmp_path / "s.jsonl"))
    assert (told["model_calls"], told["tool_calls"], told["output_tokens"]) == (1, 2, 9)
    kinds = [event.kind for event in store.events(row.run_id)]
    assert kinds == ["started", "replied", "returned", "returned"]
    assert row.status == "interrupted"


def sidechains(agent_ids: bool = False) -> Lines:
    lines = Lines()
    lines.user("Do two things.")
    lines.said(
        "msg_1",
        call("t1", "Task", prompt="Count files."),
        call("t2", "Task", prompt="Count lines."),
        usage=usage(1, 5),
    )
    for number, (prompt, answer) in enumerate([("Count lines.", "7"), ("Count files.", "2")]):
        more: dict[str, Any] = {"isSidechain": True}
        if agent_ids:
            more["agentId"] = f"ag{number}"
        begun = lines.user(prompt, **more, parentUuid=None)
        lines.said(f"side_{number}", text(answer), usage=usage(1, 1), **more, parentUuid=begun)
    for number, (call_id, answer) in enumerate([("t1", "2"), ("t2", "7")]):
        sidecar = {"toolUseResult": {"agentId": f"ag{1 - number}"}} if agent_ids else {}
        lines.result(call_id, answer, **sidecar)
    lines.said("msg_2", text("2 files, 7 lines."), usage=usage(1, 5))
    return lines


@pytest.mark.parametrize("agent_ids", [False, True])
def test_sub_agents_are_runs_of_their_own(store: Store, tmp_path: Path, agent_ids: bool) -> None:
    row, told = one(store, sidechains(agent_ids).write(tmp_path / "s.jsonl"))
    assert (told["traces"], told["model_calls"], len(told["sub_runs"])) == (1, 4, 2)
    subs = {sub.question: sub for sub in store.sub_runs(row.run_id)}
    assert {name: sub.called_as for name, sub in subs.items()} == {
        "Count files.": "t1",
        "Count lines.": "t2",
    }
    assert subs["Count files."].answer == "2" and row.model_calls == 2


@pytest.mark.parametrize("agent_first", [False, True])
def test_a_sub_agent_in_a_file_of_its_own_finds_its_caller(
    store: Store, tmp_path: Path, agent_first: bool
) -> None:
    main = Lines()
    main.user("Do it.")
    main.said("msg_1", call("t1", "Task", prompt="Count files."), usage=usage(1, 5))
    main.result("t1", "2", toolUseResult={"agentId": "abc"})
    main.said("msg_2", text("2 files."), usage=usage(1, 5))
    agent = Lines()
    agent.user("Count files.", isSidechain=True, agentId="abc")
    agent.said("side", text("2"), usage=usage(1, 1), isSidechain=True, agentId="abc")
    paths = [
        main.write(tmp_path / f"{SESSION}.jsonl"),
        agent.write(tmp_path / SESSION / "subagents" / "agent-abc.jsonl"),
    ]
    told = brought(store, *(reversed(paths) if agent_first else paths))
    assert [file["traces"] for file in told] == [1, 1]
    (caller,) = [row for row in store.runs() if row.question == "Do it."]
    (sub,) = store.sub_runs(caller.run_id)
    assert (sub.question, sub.called_as, sub.answer) == ("Count files.", "t1", "2")


def test_a_grown_session_takes_the_place_of_the_shorter_one(store: Store, tmp_path: Path) -> None:
    lines = a_session()
    first, _ = one(store, lines.write(tmp_path / "s.jsonl"))
    lines.user("And the linter?")
    lines.said("msg_3", text("It is happy."), usage=usage(3, 4))
    second, told = one(store, lines.write(tmp_path / "s.jsonl"))
    assert second.run_id == first.run_id and not told["already"]
    assert store.count() == 1
    assert (second.model_calls, second.answer) == (3, "It is happy.")


def test_another_session_of_the_same_name_is_another_run(store: Store, tmp_path: Path) -> None:
    one(store, a_session().write(tmp_path / "a.jsonl"))
    one(store, a_session(answer="Something else.").write(tmp_path / "b.jsonl"))
    assert store.count() == 2


def test_a_prompt_taken_back_takes_its_branch_out_of_the_request(
    store: Store, tmp_path: Path
) -> None:
    lines = Lines()
    lines.user("First.")
    kept = lines.said("msg_1", text("One."), usage=usage(1, 1))
    lines.user("A mistake.")
    lines.said("msg_2", text("Two."), usage=usage(1, 1))
    lines.user("Second.", parentUuid=kept)
    lines.said("msg_3", text("Three."), usage=usage(1, 1))
    row, _ = one(store, lines.write(tmp_path / "s.jsonl"))
    last = [e for e in store.events(row.run_id) if isinstance(e, Replied)][-1]
    bodies = " ".join(link.body for link in store.request(last.request))
    assert "Second." in bodies and "One." in bodies and "mistake" not in bodies


def test_a_compaction_begins_the_request_anew(store: Store, tmp_path: Path) -> None:
    lines = a_session()
    lines.put("system", subtype="compact_boundary", parentUuid=None, content="Compacted")
    lines.user("Summary of what was said.", isCompactSummary=True)
    lines.said("msg_3", text("Going on."), usage=usage(3, 4))
    row, _ = one(store, lines.write(tmp_path / "s.jsonl"))
    last = [e for e in store.events(row.run_id) if isinstance(e, Replied)][-1]
    bodies = [link.body for link in store.request(last.request)]
    assert len(bodies) == 2 and "Summary" in bodies[0]
    assert row.rig["imported"]["compactions"] == 1


def test_a_command_is_the_question_where_nothing_else_was_asked(
    store: Store, tmp_path: Path
) -> None:
    lines = Lines()
    lines.user("<command-name>/review</command-name><command-args>the diff</command-args>")
    lines.said("msg_1", text("It is fine."), usage=usage(1, 1))
    row, _ = one(store, lines.write(tmp_path / "s.jsonl"))
    assert row.question == "/review the diff"


def test_an_api_error_is_a_model_call_that_failed(store: Store, tmp_path: Path) -> None:
    lines = Lines()
    lines.user("Go.")
    lines.said("err", text("API Error: 529"), model="<synthetic>", isApiErrorMessage=True)
    row, _ = one(store, lines.write(tmp_path / "s.jsonl"))
    (reply,) = [e for e in store.events(row.run_id) if isinstance(e, Replied)]
    assert reply.finish == "error" and reply.reading.fault and row.status == "interrupted"
    assert row.input_tokens is None and row.usage_source == "unknown"


def test_lines_without_ids_are_calls_each_and_results_find_theirs(
    store: Store, tmp_path: Path
) -> None:
    lines = Lines()
    lines.user("Go.")
    for words in ("one", "two"):
        lines.said(None, {"type": "tool_use", "name": "Bash", "input": {"command": words}})
        lines.user([{"type": "tool_result", "content": words}])
    row, told = one(store, lines.write(tmp_path / "s.jsonl"))
    assert (told["model_calls"], told["tool_calls"]) == (2, 2)
    results = [e for e in store.events(row.run_id) if isinstance(e, Returned)]
    assert [r.call.arguments["command"] for r in results] == [r.output for r in results]
    assert len({r.call.id for r in results}) == 2


def test_what_is_not_part_of_a_run_is_counted_and_kept(store: Store, tmp_path: Path) -> None:
    lines = a_session()
    lines.raw('{"type": "summary", "summary": "Tests repaired", "leafUuid": "x"}')
    lines.raw('{"type": "queue-operation", "operation": "enqueue", "content": "later"}')
    lines.raw("no JSON at all")
    lines.raw(lines.lines[0])
    row, told = one(store, lines.write(tmp_path / "s.jsonl"))
    lost = " ".join(one["what"] for one in told["lost"])
    for words in ("queue-operation", "no JSON", "same uuid", "system prompts"):
        assert words in lost
    assert row.label == "Tests repaired"
    assert store.report(row.run_id)["unknown"][0]["content"] == "later"
