"""The lab's other lessons as real runs: the unkept promise, calls that run together, and time that
follows dependencies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.events import Event
from agents.messages import Wire
from agents.models.warm import warm
from agents.rig import Limits, Rig, RigSpec
from agents.state import State
from data.bundled import scenario
from data.critical_path import Path, Work, critical_path, work_of
from data.lab.contrast import EndsWithoutACall
from data.lab.playing import MANY, to_the_end
from data.lab.world import world_name
from data.rigging import rig_of

PROMISER = "scripted+unkept-promise"
DEPENDENT = "project-x"
"""Tickets have to be found before their meetings can be looked for (seed 001)."""
TOGETHER = 3
"""Three tools of 500 ms each (seed 000)."""
AT_ONCE = ("react", "function-calling", "plan-execute")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A run that shows something. `ours` is false for one that another way of ending ended."""

    scenario: str
    rig: Rig
    record: tuple[tuple[Event, Wire], ...]
    state: State
    ours: bool = True

    @property
    def events(self) -> list[Event]:
        return [event for event, _ in self.record]

    @property
    def passed(self) -> bool:
        end = self.state.stopped
        judged = scenario(self.scenario).evaluate(end.answer if end else None, self.events)
        return bool(judged.passed)

    @property
    def tools_s(self) -> float:
        """From the start of the first tool call to the last result."""
        tools = [work for work in self.work() if work.kind == "tool"]
        return max(w.ended_at for w in tools) - min(w.started_at for w in tools)

    def work(self) -> list[Work]:
        return work_of(self.events)

    def path(self) -> Path:
        return critical_path(self.work())


def promises() -> tuple[Lesson, Lesson]:
    """The same model breaks the same promise under our loop, and under one that ends on any turn
    without a tool call (S2-07, S2-08)."""
    rig = rig_of(RigSpec(paradigm="function-calling", model=PROMISER), DEPENDENT)
    other = replace(rig, policy=EndsWithoutACall(rig.policy))

    async def both() -> tuple[Lesson, Lesson]:
        return await _lesson(rig, DEPENDENT), await _lesson(other, DEPENDENT, ours=False)

    return asyncio.run(both())


def three_together(paradigms: Sequence[str] = AT_ONCE) -> list[Lesson]:
    """Three tools that really sleep 500 ms each; the runs go on side by side, so that all of it
    takes as long as the slowest. ReAct calls them one at a time."""
    name = world_name(TOGETHER)
    warm()

    async def every() -> list[Lesson]:
        rigs = (_slow(paradigm, name) for paradigm in paradigms)
        return list(await asyncio.gather(*(_lesson(rig, name) for rig in rigs)))

    return asyncio.run(every())


def dependent(paradigm: str = "function-calling") -> Lesson:
    """Half a second a tool, where two of the three calls have to wait for the first (seed 001)."""
    warm()
    return asyncio.run(_lesson(_slow(paradigm, DEPENDENT), DEPENDENT))


def _slow(paradigm: str, name: str) -> Rig:
    limits = Limits(max_iterations=MANY)
    return rig_of(RigSpec(paradigm=paradigm, faults=("slow",), limits=limits), name)


async def _lesson(rig: Rig, name: str, *, ours: bool = True) -> Lesson:
    record, state = await to_the_end(rig, scenario(name).question, name)
    return Lesson(name, rig, tuple(record), state, ours)
