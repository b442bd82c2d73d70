"""Limits leave a partial answer; a reply that is none is asked for again."""

from __future__ import annotations

import asyncio

import pytest

from agents.events import Replied
from agents.rig import Limits
from agents.state import NOT_RUN
from agents.tools import ToolError, tool
from tests.playbook import Line, Playbook, playbook_rig
from tests.recovering import (
    CALLERS,
    named,
    outcomes,
    results,
    search,
)
from tests.rigs import play, play_scenario


@pytest.mark.parametrize("using", CALLERS)
def test_a_partial_answer_names_what_was_found_and_what_was_not_S1_26(using: str) -> None:
    async def lost(query: str) -> str:
        """Fails."""
        raise ToolError(f"nothing on {query}")

    calls: list[Line] = [[("search", {"query": "a"})], [("lost", {"query": "b"})]]
    limits = Limits(max_iterations=2)
    rig, _ = playbook_rig(
        [*calls, *calls[:1]], [tool(search), tool(lost)], using=using, limits=limits
    )
    stopped = play(rig, "q").state.stopped
    assert stopped and stopped.status == "limit" and "step limit: 2 of 2" in stopped.reason
    assert stopped.answer and "search: found a" in stopped.answer
    assert "Not found:\n- lost(query='b'): error" in stopped.answer
    assert stopped.gaps == ("lost(query='b'): error",)


def test_the_recursion_ceiling_leaves_a_partial_answer_and_no_exception_S2() -> None:
    rounds: list[Line] = [[("search", {"query": str(i)})] for i in range(20)]
    limits = Limits(max_iterations=50, max_graph_steps=20)
    rig, _ = playbook_rig(rounds, [tool(search)], using="react", limits=limits)
    ran = play(rig, "q")
    assert len(results(ran)) == 11 and outcomes(ran).count("ok") == 10
    assert ran.state.stopped and ran.state.stopped.status == "limit"
    assert "graph step limit of 20" in ran.state.stopped.reason
    assert ran.state.stopped.gaps


def test_a_call_wished_for_in_the_forced_answer_is_not_run() -> None:
    rig, _ = playbook_rig(
        [[("search", {"query": "a"})], [("search", {"query": "b"})]],
        [tool(search)],
        limits=Limits(max_iterations=1),
    )
    ran = play(rig, "q")
    assert outcomes(ran) == ["ok", "refused"]


def test_a_reply_that_ends_as_a_call_without_one_is_asked_again() -> None:
    class Halting(Playbook):
        async def reply(self, request, hear=lambda text: None):  # type: ignore[no-untyped-def]
            from dataclasses import replace

            said = await super().reply(request, hear)
            return replace(said, finish="tool_calls") if len(self.requests) == 1 else said

    rig, _ = playbook_rig([], [tool(search)])
    model = Halting(["I look at the weather", "It rains."])
    from dataclasses import replace

    ran = play(replace(rig, models={"agent": model}), "q")
    faults = [e.reading.fault for e in ran.events if isinstance(e, Replied)]
    assert faults[0] and faults[0].kind == "call_missing"
    assert ran.state.stopped and ran.state.stopped.answer == "It rains."


def test_a_call_cancelled_before_it_ran_counts_for_nothing() -> None:
    cancel = asyncio.Event()
    cancel.set()
    whole = play_scenario("larkspur-2", "function-calling")
    rig, _ = playbook_rig([], [named("search_handbook")])
    ran = play(rig, before=whole.events[:2], cancel=cancel)
    cancelled = results(ran)
    assert cancelled and all(r.notes == (NOT_RUN,) for r in cancelled)
    assert ran.state.tool_calls == 0
    assert ran.state.stopped and ran.state.stopped.status == "cancelled"
