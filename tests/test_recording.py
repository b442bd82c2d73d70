"""Playing again from the record: nothing is asked, nothing is run, and nothing is guessed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from agents.errors import RecordingMismatch
from agents.events import Edited, Event, Replied, Returned, Started
from agents.messages import Link, Wire
from agents.policies.registry import PARADIGMS
from agents.recording import Replayed, replay
from agents.rig import Limits, Rig
from agents.tools import ToolError, tool
from data.bundled import names
from tests.playbook import Line, playbook_rig
from tests.rigs import ALIKE, Ran, play, play_scenario, rig

EVERY = [(name, p) for name in names() if name not in ALIKE for p in PARADIGMS]


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


def again(ran: Ran, using: Rig) -> Replayed:
    return asyncio.run(replay(list(zip(ran.events, ran.wires, strict=True)), using))


@pytest.mark.parametrize(("name", "paradigm"), EVERY)
@pytest.mark.parametrize("faults", [(), ("temporary-error",)])
def test_a_run_is_played_again_step_for_step(name: str, paradigm: str, faults: tuple) -> None:
    ran = play_scenario(name, paradigm, faults=faults)
    played = again(ran, rig(name, paradigm, faults=faults))
    assert played.identical, f"parted after {played.equal} of {played.recorded} events"
    replayed = [e.origin for e in played.events[1:]]
    assert set(replayed) == {"replayed"}


def test_what_finished_last_finishes_last_again_and_every_outcome_comes_back() -> None:
    async def wait(ms: int) -> str:
        """Waits."""
        await asyncio.sleep(ms / 1000)
        return f"{ms}"

    def fails() -> str:
        """Fails."""
        raise ToolError("down", retryable=True)

    lines: list[Line] = [
        [("wait", {"ms": 60}), ("fails", {}), ("wait", {"ms": 5}), ("wate", {"ms": 1}), ("x", {})],
        [("wait", {"ms": "no"}), ("wait", {"ms": 400})],
        "done",
    ]
    using, _ = playbook_rig(
        lines, [tool(wait), tool(fails)], limits=Limits(tool_timeout_s=0.2, deadline_s=60)
    )
    ran = play(using, "q")
    assert again(ran, using).identical


def test_an_edit_in_the_middle_is_played_again_and_so_is_what_came_of_it() -> None:
    ran = play_scenario("larkspur-4", "react")
    k = next(i for i, e in enumerate(ran.events) if isinstance(e, Returned)) + 1
    call_id = ran.events[k - 1].call.id  # type: ignore[union-attr]
    edit = Edited(1.0, "observation", "The handbook is closed.", call_id)
    forked = play(rig("larkspur-4", "react"), before=[*ran.events[:k], edit])
    wires: list[Wire] = [*ran.wires[:k], (), *forked.wires[k + 1 :]]
    played = again(Ran(forked.events, wires, forked.state), rig("larkspur-4", "react"))
    assert played.identical
    assert any(isinstance(e, Edited) for e in played.events)


def test_an_interrupted_run_is_played_up_to_where_it_broke_off() -> None:
    ran = play_scenario("larkspur-4", "function-calling")
    for k in range(1, len(ran.events)):
        part = Ran(ran.events[:k], ran.wires[:k], ran.state)
        played = again(part, rig("larkspur-4", "function-calling"))
        assert played.identical, k


def test_the_same_request_twice_is_answered_in_the_order_of_the_record() -> None:
    """A planner is told of its last failure only, so that its second and third request agree."""
    lines: list[Line] = ["", "", '{"steps": []}', "nothing to do"]
    using, model = playbook_rig(lines, [tool(search)], using="plan-execute")
    ran = play(using, "q")
    digests = [e.request for e in ran.events if isinstance(e, Replied)]
    assert len(set(digests)) < len(digests)
    assert again(ran, using).identical
    assert len(model.requests) == 4


def mutated(ran: Ran, part: str) -> tuple[Ran, Rig]:
    """The record as it is, and a rig or a question that is not as recorded."""
    using = rig("larkspur-4", "function-calling")
    if part == "tools":
        return ran, replace(using, tools={"search_handbook": tool(search, name="search_handbook")})
    if part == "settings":
        model = next(iter(using.models.values()))

        class Louder:
            name = model.name

            def wire(self, request: object) -> Wire:
                wire = model.wire(request)  # type: ignore[arg-type]
                return (*wire[:-1], Link("settings", "settings", '{"temperature": 1}'))

        return ran, replace(using, models={"agent": Louder()})  # type: ignore[dict-item]
    first = ran.events[0]
    assert isinstance(first, Started)
    changed: list[Event] = [replace(first, question="Something else?"), *ran.events[1:]]
    return Ran(changed, ran.wires, ran.state), using


@pytest.mark.parametrize("part", ["messages", "tools", "settings"])
def test_a_request_that_is_not_as_recorded_says_what_differs(part: str) -> None:
    ran = play_scenario("larkspur-4", "function-calling")
    changed, using = mutated(ran, part)
    with pytest.raises(RecordingMismatch, match=part) as caught:
        again(changed, using)
    assert caught.value.differs == (part,)


def test_a_call_that_the_record_does_not_hold_is_not_run() -> None:
    ran = play_scenario("larkspur-2", "function-calling")
    without = [(e, w) for e, w in zip(ran.events, ran.wires, strict=True)
               if not isinstance(e, Returned)]  # fmt: skip
    events, wires = [e for e, _ in without], [w for _, w in without]
    with pytest.raises(RecordingMismatch, match="search_handbook"):
        again(Ran(events, wires, ran.state), rig("larkspur-2", "function-calling"))
