"""Codex's rollouts and their quirks, each in a small file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.events import Replied, Returned
from data.importers.codex_rollout import NO_TOTAL
from data.importing import import_paths
from data.rows import RunRow
from data.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=lambda link: len(link.body) // 4) as opened:
        yield opened


def line(kind: str, second: int, **payload: Any) -> str:
    at = f"2025-10-01T08:00:{second:02d}.250Z"
    return json.dumps({"timestamp": at, "type": kind, "payload": payload})


def message(role: str, words: str, second: int) -> str:
    part = {"type": "output_text" if role == "assistant" else "input_text", "text": words}
    return line("response_item", second, type="message", role=role, content=[part])


def called(call_id: str, arguments: str, second: int) -> str:
    return line("response_item", second, type="function_call", name="shell", call_id=call_id,
                arguments=arguments)  # fmt: skip


def output(call_id: str, words: str, second: int) -> str:
    return line("response_item", second, type="function_call_output", call_id=call_id, output=words)


def total(input_: int, cached: int, out: int, second: int) -> str:
    usage = {"input_tokens": input_, "cached_input_tokens": cached, "output_tokens": out}
    info = {"total_token_usage": usage, "last_token_usage": usage}
    return line("event_msg", second, type="token_count", info=info)


def rollout(session: str = "s-1") -> list[str]:
    return [
        line("session_meta", 0, id=session, cwd="/p", instructions="Be brief."),
        line("turn_context", 1, model="gpt-5-codex", cwd="/p"),
        message("user", "<environment_context>cwd</environment_context>", 1),
        message("user", "How many files?", 2),
        line("event_msg", 2, type="user_message", message="How many files?"),
        line("event_msg", 2, type="token_count", info=None),
        line("response_item", 3, type="reasoning", summary=[{"type": "summary_text", "text": "ls"}],
             content=None, encrypted_content="xx"),
        called("c1", '{"command": ["ls"]}', 4),
        total(1000, 0, 50, 5),
        total(1000, 0, 50, 5),
        output("c1", '{"output": "a b", "metadata": {"exit_code": 1}}', 6),
        message("assistant", "Two.", 8),
        line("event_msg", 8, type="agent_message", message="Two."),
        total(2500, 900, 60, 9),
    ]  # fmt: skip


def one(store: Store, folder: Path, lines: list[str]) -> tuple[RunRow, dict[str, Any]]:
    path = folder / "rollout.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = import_paths(store, [path])
    assert not result.failed
    row = store.run(result.files[0]["runs"][0])
    assert row is not None
    return row, result.files[0]


def test_usage_is_what_came_between_two_totals(store: Store, tmp_path: Path) -> None:
    row, told = one(store, tmp_path, rollout())
    assert (told["model_calls"], told["tool_calls"], told["errors"]) == (2, 1, 1)
    assert (told["input_tokens"], told["cached_tokens"], told["output_tokens"]) == (2500, 900, 60)
    replies = [e for e in store.events(row.run_id) if isinstance(e, Replied)]
    assert [r.usage.input_tokens for r in replies] == [1000, 1500]
    assert replies[0].thinking == "ls" and replies[1].reading.answer == "Two."
    assert (row.question, row.answer, row.status) == ("How many files?", "Two.", "success")
    assert row.model == "gpt-5-codex" and row.cost_usd is not None


def test_a_run_of_which_only_the_questions_time_is_told_begins_then(
    store: Store, tmp_path: Path
) -> None:
    row, _ = one(store, tmp_path, [message("user", "How many files?", 2)])
    other, _ = one(store, tmp_path, rollout())
    # which begins with its session, two seconds before the question
    assert row.dated and row.started_at - other.started_at == 2


def test_a_count_of_tokens_in_another_form_is_told_as_lost(store: Store, tmp_path: Path) -> None:
    old = line("event_msg", 3, type="token_count", info={"prompt": 1420, "completion": 910})
    turn = line("event_msg", 4, type="turn.completed", usage={"input_tokens": 980})
    _, told = one(store, tmp_path, [*rollout()[:4], old, turn, *rollout()[5:]])
    assert {"what": NO_TOTAL, "count": 2} in told["lost"]


def test_what_is_said_twice_is_read_once(store: Store, tmp_path: Path) -> None:
    row, _ = one(store, tmp_path, rollout())
    last = [e for e in store.events(row.run_id) if isinstance(e, Replied)][-1]
    bodies = [link.body for link in store.request(last.request)]
    assert sum("How many files?" in body for body in bodies) == 1
    assert json.loads(bodies[0]) == {"role": "system", "content": "Be brief."}


def test_arguments_that_are_no_json_are_kept_as_they_are(store: Store, tmp_path: Path) -> None:
    lines = [*rollout()[:7], called("c1", "[REDACTED len=12]", 4), output("c1", "ok", 5)]
    row, told = one(store, tmp_path, lines)
    (result,) = [e for e in store.events(row.run_id) if isinstance(e, Returned)]
    assert result.call.fault == "invalid_json" and result.call.raw == "[REDACTED len=12]"
    assert told["input_tokens"] is None and row.status == "interrupted"


def test_equal_ids_are_paired_in_their_order(store: Store, tmp_path: Path) -> None:
    lines = rollout()[:4]
    for number in range(2):
        lines += [called("c1", json.dumps({"n": number}), 4), output("c1", f"out {number}", 5)]
    row, _ = one(store, tmp_path, lines)
    results = [e for e in store.events(row.run_id) if isinstance(e, Returned)]
    assert [(r.call.arguments["n"], r.output) for r in results] == [(0, "out 0"), (1, "out 1")]
    assert [r.call.id for r in results] == ["c1", "c1#2"]


def test_searches_have_no_output(store: Store, tmp_path: Path) -> None:
    search = line("response_item", 4, type="web_search_call", action={"query": "x"})
    _, told = one(store, tmp_path, [*rollout()[:4], search, message("assistant", "Yes.", 5)])
    assert told["tool_calls"] == 1
    assert any("calls without a result" in lost["what"] for lost in told["lost"])


def test_an_error_at_the_end_is_how_the_run_ended(store: Store, tmp_path: Path) -> None:
    error = line("event_msg", 12, type="error", message="usage limit reached")
    row, told = one(store, tmp_path, [*rollout(), error])
    assert (row.status, row.reason, told["errors"]) == ("error", "usage limit reached", 2)


def test_a_compaction_keeps_the_instructions_only(store: Store, tmp_path: Path) -> None:
    compacted = line("compacted", 10, message="Files were counted.")
    lines = [*rollout(), compacted, message("user", "Go on.", 11), message("assistant", "Ok.", 12)]
    row, _ = one(store, tmp_path, lines)
    last = [e for e in store.events(row.run_id) if isinstance(e, Replied)][-1]
    parts = [link.part for link in store.request(last.request)]
    assert parts == ["system", "note", "question", "settings"]


def test_a_sub_agents_rollout_finds_its_caller(store: Store, tmp_path: Path) -> None:
    row, _ = one(store, tmp_path, rollout())
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": "s-1"}}}
    lines = [line("session_meta", 0, id="s-2", source=spawned), *rollout()[1:]]
    sub, _ = one(store, tmp_path, lines)
    assert sub.called_by == row.run_id
