"""Plays a setting of the lab: real runs through the one loop, and what is counted of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agents.events import Event, Replied, Status
from agents.loop import begin, run
from agents.messages import Wire
from agents.rig import Limits, Rig, RigSpec
from agents.state import State, fold
from data.bundled import scenario
from data.bundled.larkspur.facts import HandbookFact, asked
from data.lab.contrast import EndsWithoutACall
from data.lab.setting import AGENTS, Agent, Setting, checked
from data.lab.world import fault_name, world_name
from data.rigging import rig_of

MANY = 1_000
"""For limits that are not the lesson's."""

HABITS = {"right": "scripted", "strict": "scripted+too-strict", "lenient": "scripted+too-lenient"}


@dataclass(frozen=True, slots=True)
class Counts:
    """What one run came to, counted from its events."""

    calls: int
    """Model calls."""
    planned: int | None
    """Steps of the first plan; None where nobody plans."""
    executed: int
    """Tool calls that were really made."""
    rejected: int | None
    """Executed steps whose result an evaluator did not accept; None without one."""
    tokens_read: int
    tokens_written: int
    right: int
    wrong: int
    unanswered: int
    status: Status
    passed: bool
    """What the scenario's own judge says of the answer."""

    @property
    def outcome(self) -> tuple[int, int, int]:
        return self.right, self.wrong, self.unanswered


@dataclass(frozen=True, slots=True)
class Played:
    agent: Agent
    rig: Rig
    record: tuple[tuple[Event, Wire], ...]
    counts: Counts


def play(setting: Setting, agents: Sequence[Agent] = AGENTS) -> list[Played]:
    """Raises BadInput for an impossible setting."""
    checked(setting)

    async def every() -> list[Played]:
        return [await played(setting, agent) for agent in agents]

    return asyncio.run(every())


async def played(setting: Setting, agent: Agent) -> Played:
    world = scenario(world_name(setting.lookups))
    using = rig_for(setting, agent)
    record, state = await to_the_end(using, world.question, world.name)
    events = [event for event, _ in record]
    end = state.stopped
    answer = end.answer if end else None
    kinds = [judged(fact, answer) for fact in asked(world.question)]
    replies = [event for event in events if isinstance(event, Replied)]
    plans = [reply.reading.plan for reply in replies if reply.reading.plan is not None]
    verdicts = [r.reading.verdict for r in replies if r.reading.verdict is not None]
    return Played(
        agent,
        using,
        tuple(record),
        Counts(
            calls=len(replies),
            planned=len(plans[0].steps) if plans else None,
            executed=state.tool_calls,
            rejected=sum(not v.satisfied for v in verdicts) if agent == "plan-replan" else None,
            tokens_read=sum(r.usage.input_tokens or 0 for r in replies),
            tokens_written=sum(r.usage.output_tokens or 0 for r in replies),
            right=kinds.count("right"),
            wrong=kinds.count("wrong"),
            unanswered=kinds.count("unanswered"),
            status=end.status if end else "error",
            passed=bool(world.evaluate(answer, events).passed),
        ),
    )


async def to_the_end(
    rig: Rig, question: str, scenario_name: str
) -> tuple[list[tuple[Event, Wire]], State]:
    """From the question on, with everything that happened and the requests behind the replies."""
    record: list[tuple[Event, Wire]] = []

    async def keep(event: Event, sent: Wire) -> None:
        record.append((event, sent))

    await keep(begin(question, rig, scenario_name), ())
    state = await run(fold([record[0][0]]), rig, keep)
    return record, state


def rig_for(setting: Setting, agent: Agent, clock: Callable[[], float] = time.time) -> Rig:
    """A plan's cap is its `max_iterations`; ReAct has its ceiling instead (seed 002). In function
    calling the cap counts turns."""
    paradigm = "react" if agent == "react-raising" else agent
    capped = agent in ("plan-execute", "plan-replan", "function-calling")
    limits = Limits(
        max_iterations=setting.cap if capped else MANY,
        max_graph_steps=setting.ceiling if paradigm == "react" else None,
    )
    spec = RigSpec(
        paradigm=paradigm,
        model=HABITS[setting.evaluator] if agent == "plan-replan" else "scripted",
        faults=(fault_name(setting.wrong),) if setting.wrong else (),
        limits=limits,
    )
    rig = rig_of(spec, world_name(setting.lookups))
    if agent == "react-raising":
        rig = replace(rig, policy=EndsWithoutACall(rig.policy))
    return replace(rig, clock=clock)


def judged(fact: HandbookFact, answer: str | None) -> str:
    """`right`, `wrong` or `unanswered`, by the line that the scripted model's answer gives the
    fact: the handbook's figures must stand in that line."""
    head = f"- {fact.heading}: "
    lines = (answer or "").splitlines()
    line = next((line for line in lines if line.startswith(head)), None)
    if line is None or line.startswith(f"{head}not found"):
        return "unanswered"
    return "right" if fact.true_in(line) else "wrong"
