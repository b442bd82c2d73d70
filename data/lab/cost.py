"""What tool definitions and paradigms cost in tokens, measured on requests as they were sent.

Seed 000: about 80 tokens a definition, in every request; function calling at 47 % of ReAct and at
30 % of plan-and-execute.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.events import Replied
from agents.messages import ToolSpec
from agents.models.tokens import count, count_definition, tool_overhead
from agents.rig import RigSpec
from agents.tools import Tool
from data.bundled import names, scenario
from data.lab.playing import rig_for, to_the_end
from data.lab.setting import Setting
from data.lab.world import world_name
from data.rigging import rig_of
from data.toolbox import tool_from

TURNS = 10
SEED_PRICE = 0.03
"""Dollars for 1,000 input tokens in the example of seed 000."""
TEN_TURNS = Setting(6, 3, ceiling=100)
"""ReAct makes nine searches here and answers in its tenth turn."""
WORKLOADS = ("larkspur-6", "project-x", "umbrella")
PARADIGMS = ("function-calling", "react", "plan-execute", "plan-replan")
WHY_RATIOS_DIFFER = (
    "The seed does not say which task, prompts or model its 47 % and 30 % were measured on, so "
    "they are no target here. Such a ratio belongs to a task: function calling is cheap where one "
    "turn can ask for everything, ReAct reads its growing history at every turn, and a fixed plan "
    "reads each result once and no history, which makes it cheap even where it fails. A plan that "
    "checks every step pays for each check, and comes nearest to the seed's plan-and-execute."
)


@dataclass(frozen=True, slots=True)
class Sixth:
    """Tokens read in ten turns, with five tools and with a sixth that is never called."""

    tool: str
    with_five: int
    with_six: int

    @property
    def extra(self) -> int:
        return self.with_six - self.with_five


@dataclass(frozen=True, slots=True)
class Ratios:
    """Tokens read and written by each paradigm for one question, and whose answer passed."""

    scenario: str
    tokens: Mapping[str, int]
    passed: Mapping[str, bool]

    def of(self, part: str, whole: str) -> float:
        return self.tokens[part] / self.tokens[whole]


def definitions() -> list[tuple[str, int]]:
    """The tools that come with Triptych, each name once, with the tokens of their definitions."""
    return [(tool.name, count_definition(tool.spec)) for tool in _tools().values()]


def measure(tools: Sequence[ToolSpec], messages: Sequence[str]) -> dict[str, int | float]:
    """The four parts of seed 000's measurement and what it reckons them to cost: definitions,
    messages, its rule of thumb of 15 a function, and all of it at $0.03 for 1,000 (S0-31)."""
    parts = {
        "tools_tokens": sum(count_definition(spec) for spec in tools),
        "messages_tokens": sum(map(count, messages)),
        "overhead_tokens": tool_overhead(len(tools)),
    }
    total = sum(parts.values())
    return {**parts, "total_tokens": total, "cost_usd": round(total / 1000 * SEED_PRICE, 5)}


def sixth_tool() -> Sixth:
    """Two real runs of ten turns each, which differ in one tool of their prompt."""
    tools = list(_tools().values())
    five, six = (_read_with(tools[:number]) for number in (5, 6))
    return Sixth(tools[5].name, five, six)


def ratios(workloads: Sequence[str] = WORKLOADS) -> list[Ratios]:
    """One clean run of each paradigm on each question (S0-41)."""
    found = {name: {p: _tokens(name, p) for p in PARADIGMS} for name in workloads}
    return [
        Ratios(name, {p: n for p, (n, _) in runs.items()}, {p: ok for p, (_, ok) in runs.items()})
        for name, runs in found.items()
    ]


def _tools() -> dict[str, Tool]:
    found: dict[str, Tool] = {}
    for tool in _every_tool():
        found.setdefault(tool.name, tool)
    return found


def _every_tool() -> Iterator[Tool]:
    for name in ("larkspur-6", *names()):
        yield from scenario(name).tools
    made = tool_from("calculator")
    yield from made if isinstance(made, tuple) else (made,)


def _tokens(name: str, paradigm: str) -> tuple[int, bool]:
    world = scenario(name)
    rig = rig_of(RigSpec(paradigm=paradigm), name)
    record, state = asyncio.run(to_the_end(rig, world.question, name))
    events = [event for event, _ in record]
    usages = [event.usage for event in events if isinstance(event, Replied)]
    end = state.stopped
    passed = world.evaluate(end.answer if end else None, events).passed
    return sum((u.input_tokens or 0) + (u.output_tokens or 0) for u in usages), bool(passed)


def _read_with(tools: Sequence[Tool]) -> int:
    """Raises ValueError where the run did not take ten turns: then the lesson would be false."""
    world = scenario(world_name(TEN_TURNS.lookups))
    rig = rig_for(TEN_TURNS, "react")
    rig = replace(rig, tools={**{tool.name: tool for tool in tools}, **rig.tools})
    record, _ = asyncio.run(to_the_end(rig, world.question, world.name))
    replies = [event for event, _ in record if isinstance(event, Replied)]
    if len(replies) != TURNS:
        raise ValueError(f"the run took {len(replies)} turns instead of {TURNS}")
    return sum(reply.usage.input_tokens or 0 for reply in replies)
