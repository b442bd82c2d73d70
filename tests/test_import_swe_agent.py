"""SWE-agent's and mini-swe-agent's trajectories and their quirks."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading_traces import bent, told


def test_steps_and_messages_tell_one_thing_twice() -> None:
    with told("swe_agent/text.traj") as found:
        assert found.counts() == (1, 2, 2, 0)
        row = found.run()
        assert (row.paradigm, row.status, row.reason) == ("react", "success", "submitted")
        assert row.answer == "\ndiff --git a/a.py b/a.py\n"
        assert row.question == "ISSUE: a colon is missing."
        first, _ = found.results()
        assert (first.call.name, first.call.arguments) == ("open", {"command": "open a.py\n"})
        assert first.output == "1: def f()\r\n" and first.notes == ("took 0.250 s",)


def test_demonstrations_are_notes_and_usage_is_a_sum() -> None:
    with told("swe_agent/text.traj") as found:
        reply = found.replies()[0]
        assert [part for part, _ in found.asked(reply)] == ["system", "note", "question"]
        assert found.tokens() == (5000, None, 300)
        assert reply.usage.input_tokens is None and found.lost("only the sum of the run") == 1


def test_native_calls_and_exact_requests() -> None:
    with told("swe_agent/native.traj") as found:
        first, second = found.replies()
        assert first.reading.calls[0].id == "c1" and first.reading.calls[0].name == "bash"
        assert "request_rebuilt" not in first.notes
        assert [p for p, _ in found.asked(second)][2:] == ["reasoning", "observation"]
        assert (found.run().status, found.run().paradigm) == ("limit", "function-calling")
        # a replay asked no model: nothing is known of tokens, which is not 0
        assert found.tokens() == (None, None, None)


def test_a_file_may_have_the_history_alone() -> None:
    with told("swe_agent/history_only.traj") as found:
        assert found.counts() == (1, 2, 1, 0)
        assert found.replies()[1].reading.fault is not None
        assert found.results()[0].output == "a.py"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("submitted (exit_cost)", "limit"),
        ("exit_context", "limit"),
        ("exit_forfeit", "cancelled"),
        ("exit_error", "error"),
    ],
)
def test_how_it_ended(said: str, status: str, tmp_path: Path) -> None:
    path = bent("swe_agent/text.traj", tmp_path, lambda t: {**t, "info": {"exit_status": said}})
    with told(path) as found:
        assert (found.run().status, found.run().reason) == (status, said)


def test_mini_takes_one_block_of_bash_for_the_action() -> None:
    with told("mini_swe_agent/bare.traj.json") as found:
        # two blocks, one reply without; the first command failed
        assert found.counts() == (1, 3, 2, 1)
        assert found.run().paradigm == "react" and found.run().status == "success"
        first, without, _ = found.replies()
        assert first.reading.thought == "THOUGHT: look"
        assert without.reading.fault is not None
        assert found.results()[0].call.arguments == {"command": "cat a.py"}


def test_mini_keeps_usage_times_and_costs_with_its_messages() -> None:
    with told("mini_swe_agent/one.traj.json") as found:
        assert found.counts() == (1, 2, 3, 1)
        assert found.tokens() == (300, 150, 30)
        row = found.run()
        assert (row.answer, row.status) == ("diff --git a b\n", "success")
        assert row.cost_usd == pytest.approx(0.5)
        assert [r.call.id for r in found.results()][:2] == ["t1", "t2"]
        assert found.replies()[0].ended_at == 1757000000.5
