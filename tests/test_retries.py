"""Trying again: when it is a retry, a refresh, or one repetition too many."""

from __future__ import annotations

from agents.tools import Tool, ToolError, tool
from tests.playbook import playbook_rig
from tests.recovering import (
    lines,
    outcomes,
    results,
)
from tests.rigs import play


def flaky(failures: int, *, retryable: bool, refreshable: bool = False) -> Tool:
    calls: list[int] = []

    async def status() -> str:
        """A status."""
        calls.append(1)
        if len(calls) <= failures:
            raise ToolError("down", retryable=retryable)
        return f"number {len(calls)}"

    return tool(status, refreshable=refreshable)


CALL: tuple[str, dict] = ("status", {})


def test_a_retry_after_a_passing_failure_is_one_more_than_a_repetition_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 5), [flaky(2, retryable=True)])
    ran = play(rig, "q")
    assert outcomes(ran) == ["error", "error", "ok", "refused", "refused"]
    assert [r.notes for r in results(ran)[:3]] == [(), ("retry",), ("retry",)]


def test_retries_end_too_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 5), [flaky(9, retryable=True)])
    assert outcomes(play(rig, "q")) == ["error"] * 3 + ["refused"] * 2


def test_a_failure_that_will_not_pass_may_be_repeated_as_often_as_a_success_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 3), [flaky(9, retryable=False)])
    assert outcomes(play(rig, "q")) == ["error", "error", "refused"]


def test_a_refresh_is_a_new_observation_however_often_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 6), [flaky(0, retryable=False, refreshable=True)])
    ran = play(rig, "q")
    assert outcomes(ran) == ["ok"] * 6
    assert {r.notes for r in results(ran)[1:]} == {("refresh",)}


def test_a_refreshable_tool_that_only_fails_is_stopped_like_any_other_S1_28() -> None:
    rig, _ = playbook_rig(lines(*[CALL] * 4), [flaky(9, retryable=False, refreshable=True)])
    assert outcomes(play(rig, "q")) == ["error", "error", "refused", "refused"]
