"""Sessions of Copilot, Gemini CLI, Qwen Code and Kimi Code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reading_traces import told

from agents.branches import BACK
from agents.state import fold

COPILOT = Path(__file__).parent / "traces/other_cli_agents/copilot.jsonl"


def test_copilots_events_with_a_sub_agent() -> None:
    with told("other_cli_agents/copilot.jsonl") as found:
        assert found.counts() == (1, 3, 2, 1)
        # only output tokens are told; what went in is unknown, not 0
        assert found.tokens() == (None, None, 17)
        row = found.run()
        assert (row.question, row.answer, row.model) == (
            "List the files", "Two files.", "gpt-5-mini",
        )  # fmt: skip
        sub = found.sub_run()
        assert (sub.called_as, sub.label) == ("c2", "explore")
        first = found.results()[0]
        assert (first.ended_at - first.started_at, first.output) == (2, "a b")
        assert found.results()[1].output == "it broke"
        assert found.replies()[0].thinking == "ls it is"
        assert found.imported()["errors"] == ["overloaded"]
        assert found.lost("assistant.brand_new") == 1


def test_gemini_keeps_calls_and_results_in_one_message() -> None:
    with told("other_cli_agents/gemini.json") as found:
        assert found.counts() == (1, 2, 2, 1)
        assert found.tokens() == (100, 40, 15)
        assert [r.output for r in found.results()] == ["a b", "no such file"]
        assert found.replies()[0].thinking == "Run: it."
        assert found.run().answer == "Done."


def test_geminis_lines_may_say_a_message_again() -> None:
    with told("other_cli_agents/gemini.jsonl") as found:
        assert found.counts() == (1, 1, 0, 0) and found.tokens() == (9, 0, 2)
        assert found.run().answer == "Hello!"


def test_qwens_rewound_branch_stands_in_no_later_request() -> None:
    with told("other_cli_agents/qwen.jsonl") as found:
        assert found.counts() == (1, 3, 1, 1)
        last = found.replies()[-1]
        bodies = " ".join(body for _, body in found.asked(last))
        assert "Go on." in bodies and "Wrong way." not in bodies
        assert found.tokens() == (50, 20, 7)
        assert found.results()[0].output == "denied"


def test_qwens_reply_after_a_rewind_says_what_it_goes_on_from() -> None:
    with told("other_cli_agents/qwen.jsonl") as found:
        events = found.store.events(found.run().run_id)
        place = next(i for i, e in enumerate(events) if f"{BACK}0" in getattr(e, "notes", ()))
        state = fold(events[: place + 1])
        assert [turn.reply.text for turn in state.turns()] == [events[place].text]
        assert (state.opening, state.question) == ("Begin.\n\nGo on.", "Go on.")
        assert found.lost("rewind") == 0


def test_qwens_reply_in_two_lines_is_one(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    thought, text = {"text": "Hm.", "thought": True}, {"text": "Yes."}
    said = {"uuid": "2", "parentUuid": "1", "type": "assistant", "sessionId": "s"}
    asked = {"role": "user", "parts": [{"text": "Well?"}]}
    lines = [
        {"uuid": "1", "type": "user", "sessionId": "s", "message": asked},
        {**said, "message": {"role": "model", "parts": [thought]}},
        {**said, "model": "qwen3", "usageMetadata": {"promptTokenCount": 5},
         "message": {"role": "model", "parts": [text]}},
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)))
    with told(path) as found:
        (reply,) = found.replies()
        assert (reply.thinking, reply.text, reply.usage.input_tokens) == ("Hm.", "Yes.", 5)
        assert (reply.model, found.run().answer) == ("qwen3", "Yes.")


def test_kimis_times_are_the_models_own_and_a_persons_leave_is_nobodys(tmp_path: Path) -> None:
    def loop(at: int, **event: Any) -> dict[str, Any]:
        return {"type": "context.append_loop_event", "time": at, "event": event}

    path = tmp_path / "k.jsonl"
    lines = [
        {"type": "metadata", "protocol_version": "1.4", "created_at": 1_785_612_800_000},
        {"type": "llm.request", "kind": "loop", "model": "kimi", "time": 1_785_612_801_000},
        loop(1_785_612_803_000, type="content.part", part={"type": "text", "text": "I look."}),
        {"type": "permission.record_approval_result", "time": 1_785_612_890_000},
        loop(1_785_612_890_000, type="tool.call", toolCallId="a", name="Bash", args={}),
        loop(1_785_612_895_000, type="tool.result", toolCallId="a", result={"output": "x"}),
        loop(1_785_612_895_001, type="step.end", usage={"output": 3}, finishReason="tool_use"),
        {"type": "llm.request", "kind": "loop", "model": "kimi", "time": 1_785_612_896_000},
        loop(1_785_612_899_900, type="tool.call", toolCallId="b", name="Bash", args={}),
        loop(1_785_612_899_900, type="step.end", llmFirstTokenLatencyMs=1500,
             llmStreamDurationMs=500, finishReason="tool_use"),
        {"type": "llm.request", "kind": "loop", "model": "kimi", "time": 1_785_612_910_000},
        {"type": "turn.prompt", "time": 1_785_613_000_000},
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)))
    with told(path) as found:
        one, two, lost = found.replies()
        assert [r.ended_at - r.started_at for r in (one, two, lost)] == [2, 2, 0]
        assert two.first_token_at == two.started_at + 1.5
        result = found.results()[0]
        assert (result.started_at - one.ended_at, result.ended_at - result.started_at) == (87, 5)


def test_objects_glued_together_on_one_line_are_two() -> None:
    with told("other_cli_agents/qwen.jsonl") as found:
        assert (found.run().answer, found.run().label) == ("I may not.", "Denied")


def test_kimis_requests_without_a_reply_are_calls_too() -> None:
    with told("other_cli_agents/kimi.jsonl") as found:
        assert found.counts() == (1, 4, 1, 1)
        assert found.tokens() == (130, 100, 12)
        finishes = [r.finish for r in found.replies()]
        assert finishes == ["error", "tool_calls", "stop", "cancelled"]
        assert found.lost("without a reply") == 2


def test_kimis_compaction_keeps_the_system_prompt_alone() -> None:
    with told("other_cli_agents/kimi.jsonl") as found:
        asked = found.asked(found.replies()[-1])
        assert [part for part, _ in asked] == ["system", "note", "question", "settings"]
        assert json.loads(asked[1][1])["content"] == "So far: it failed."
        assert found.lost("plan_mode.enter") == 1


def test_geminis_call_begins_when_the_result_that_it_reads_was_there(tmp_path: Path) -> None:
    call = {"id": "a", "name": "ls", "args": {}, "timestamp": "2026-01-01T00:00:09Z",
            "status": "success", "resultDisplay": "x"}  # fmt: skip
    said = {"type": "gemini", "content": ""}
    session = {"sessionId": "s", "messages": [
        {"type": "user", "content": "List.", "timestamp": "2026-01-01T00:00:00Z"},
        {**said, "timestamp": "2026-01-01T00:00:02Z", "toolCalls": [call]},
        {**said, "content": "Done.", "timestamp": "2026-01-01T00:00:12Z"},
    ]}  # fmt: skip
    path = tmp_path / "g.json"
    path.write_text(json.dumps(session))
    with told(path) as found:
        first, second = found.replies()
        assert [r.ended_at - r.started_at for r in (first, second)] == [2, 3]


def test_a_copilot_sub_agents_model_is_its_own(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in COPILOT.read_text().splitlines()]
    done = {"toolCallId": "c2", "agentName": "explore", "model": "haiku"}
    lines.append({**lines[-1], "type": "subagent.completed", "data": done})
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    with told(path) as found:
        assert (found.run().model, found.sub_run().model) == ("gpt-5-mini", "haiku")


def test_a_step_that_has_begun_and_of_whose_end_nothing_is_told_lasts_no_year(
    tmp_path: Path,
) -> None:
    """The time of the file stood in, and the call took 347 days."""
    lines = [json.loads(line) for line in COPILOT.read_text().splitlines()]
    for line in lines:
        if line["type"] == "assistant.message":
            line["timestamp"] = "[trimmed]"
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    with told(path) as found:
        replies = [*found.replies(), *found.replies(found.sub_run())]
        assert max(r.ended_at - r.started_at for r in replies) == 0
