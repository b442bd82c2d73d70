"""Rigs of the bundled scenarios for tests, at a standing clock, and running them to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.events import Event
from agents.loop import begin, run
from agents.messages import Wire
from agents.rig import Limits, Rig, RigSpec
from agents.state import State, fold
from data.rigging import rig_of

ALIKE = frozenset({"project-x-mobile", "project-x-name", "capitals"})
"""Scenarios that are another question to a world that is tested by another one, too."""


@dataclass(frozen=True)
class Ran:
    events: list[Event]
    wires: list[Wire]
    state: State


def rig(scenario: str, paradigm: str, *, limits: Limits | None = None, **more: Any) -> Rig:
    """The clock stands still, so that two runs can be equal to the last field."""
    spec = RigSpec(paradigm=paradigm, limits=limits or Limits(), **more)
    return replace(rig_of(spec, scenario), clock=lambda: 1_700_000_000.0)


def play(
    using: Rig,
    question: str = "",
    scenario: str = "",
    before: Sequence[Event] = (),
    cancel: asyncio.Event | None = None,
) -> Ran:
    """From the question, or on from the events `before`; to the end."""
    events = list(before)
    wires: list[Wire] = [()] * len(events)

    async def record(event: Event, sent: Wire) -> None:
        events.append(event)
        wires.append(sent)

    async def go() -> State:
        if not events:
            await record(begin(question, using, scenario), ())
        return await run(fold(events), using, record, cancel=cancel)

    return Ran(events, wires, asyncio.run(go()))


def play_scenario(name: str, paradigm: str, **more: Any) -> Ran:
    from data.bundled import scenario

    return play(rig(name, paradigm, **more), scenario(name).question, name)
