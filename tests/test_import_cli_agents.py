"""Sessions of Copilot, Gemini CLI, Qwen Code and Kimi Code."""

from __future__ import annotations

import json

from reading_traces import told


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
