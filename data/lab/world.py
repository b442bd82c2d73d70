"""Larkspur with planted failures: the first search of the first f look-ups finds another passage.

The evaluator, the tool and the script are the bundled scenario's own. The lab's worlds are found
by name like any scenario, so that an opened run can be proved and forked, but are not listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agents.tools import Tool
from data.bundled.larkspur import larkspur
from data.bundled.larkspur.facts import all_facts
from data.bundled.larkspur.handbook import handbook
from data.lab.setting import MOST_LOOKUPS
from data.scenario import Scenario

PREFIX = "lab-larkspur-"

INSTEAD = {
    "HB-2.1": "HB-2.2",
    "HB-2.2": "HB-2.3",
    "HB-3.1": "HB-3.2",
    "HB-4.1": "HB-4.2",
    "HB-4.3": "HB-4.4",
    "HB-5.1": "HB-5.2",
}
"""What is found for what: a neighbour that does not state the fact. The first is seed 002's own,
how long a refund takes for the refund rule."""


def world_name(lookups: int) -> str:
    return f"{PREFIX}{lookups}"


def fault_name(wrong: int) -> str:
    return f"wrong-{wrong}"


def lab_worlds() -> dict[str, Callable[[], Scenario]]:
    return {world_name(n): _maker(n) for n in range(1, MOST_LOOKUPS + 1)}


def _maker(lookups: int) -> Callable[[], Scenario]:
    return lambda: _world(lookups)


def _world(lookups: int) -> Scenario:
    found = larkspur(lookups)
    faults = {fault_name(f): _planting(f) for f in range(1, lookups + 1)}
    title = f"The lab: {lookups} handbook fact{'' if lookups == 1 else 's'}"
    every = {**faults, **found.faults}
    return replace(found, name=world_name(lookups), title=title, faults=every)


def _planting(wrong: int) -> Callable[[tuple[Tool, ...]], tuple[Tool, ...]]:
    passages = {passage.id: passage for passage in handbook()}
    instead = {f.wordings[0]: passages[INSTEAD[f.passage]] for f in all_facts()[:wrong]}

    def faulty(tool: Tool) -> Tool:
        async def invoke(query: str) -> Any:
            passage = instead.get(query)
            if passage is None:
                return await tool.invoke(query=query)
            return {"id": passage.id, "title": passage.title, "text": passage.text}

        return replace(tool, invoke=invoke)

    return lambda tools: tuple(map(faulty, tools))
