"""What a run is made of: paradigm + models + tools + limits. As data, and ready to run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from agents.events import Actor, Event, Reading, Returned, Started
from agents.messages import Call, Reply, Wire
from agents.models.base import Hear, Model, deaf
from agents.policies.base import Move
from agents.state import State
from agents.told import Told
from agents.tools import Tool

Record = Callable[[Event, Wire], Awaitable[None]]
"""Makes an event durable before it returns. The wire is the request behind a `Replied`."""


class Limits(BaseModel):
    """None is no limit. Each is looked at just before money is spent. What inner loops take
    counts too: tokens, dollars, tool calls, time, and (of theirs alone) model turns."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_iterations: int = Field(default=10, ge=1)
    """Model turns; for a plan, executed steps (seed 002), and the turns of its inner loops
    together."""
    max_inner_turns: int = Field(default=4, ge=1)
    """Model turns of one inner loop: three calls and the answer (seed 003, its last table)."""
    max_inner_calls: int | None = Field(default=None, ge=1)
    """Tool calls of one inner loop, which a turn that only answers does not count as."""
    max_tool_calls: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=1)
    """Input and output tokens of the whole run, as far as they are known."""
    max_cost_usd: float | None = Field(default=None, ge=0)
    deadline_s: float | None = Field(default=None, gt=0)
    tool_timeout_s: float = Field(default=30, gt=0)
    max_identical_calls: int = Field(default=2, ge=1)
    """How often the same call with the same arguments may run."""
    max_malformed: int = Field(default=3, ge=1)
    """Malformed replies in a row."""
    max_graph_steps: int | None = Field(default=None, ge=1)
    """LangGraph's recursion ceiling (seed 002): each model turn and each round of tools is one."""
    max_replans: int = Field(default=2, ge=0)
    max_observation_chars: int = Field(default=200_000, ge=1)
    """A longer result is not handed to the model, and never cut silently."""


class RigSpec(BaseModel):
    """A rig as data: what is stored with the run, and what a fork changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    paradigm: str
    model: str = "scripted"
    planner_model: str | None = None
    """For the planner and the replanner; None is the same model."""
    tools: tuple[str, ...] = ()
    """Tools beside the scenario's: `calculator`, `sql:PATH`, `folder:PATH`, `mcp:COMMAND`."""
    over_mcp: bool = False
    """Reach the scenario's tools through its own MCP server instead of in this process."""
    only: tuple[str, ...] | None = None
    """Of all these tools only the ones named, as an inner loop has them; None is all."""
    faults: tuple[str, ...] = ()
    """Faults of the scenario's tools that are switched on, such as `wrong-passage`."""
    limits: Limits = Limits()
    writes: Literal["ask", "allow", "stub"] = "ask"
    """Calls of tools that change something are left to a person, run, or only simulated."""
    absent_tools: Literal["", "ask", "stub"] = ""
    """The tools of the run this one was forked from are not here. A call that its record holds is
    answered from there; any other waits for a person, or gets a stub. Empty: they are here."""
    reflect: bool = False
    """Review the answer, and have it redone once where it does not pass (seed 003)."""
    reviewer_model: str | None = None
    """For the reviewer; None is the same model, which shares its own blind spots."""
    criteria: tuple[str, ...] = ()
    """Conditions on the answer that code checks in a review (agents.reading.conditions): its text
    is `answer`; of an answer that is a JSON object, its fields."""
    lessons: tuple[str, ...] = ()
    """What earlier reflected runs of the same scenario learned; part of the system prompt."""
    chosen: str = ""
    """Why this paradigm, where `auto` was asked for (agents.choosing)."""
    prompt: str | None = None
    """Replaces the paradigm's system prompt; `{tools}` stands for the list of tools."""
    temperature: float | None = None
    seed: int | None = None
    max_output_tokens: int | None = None
    edition: int = Field(default=3, ge=1, le=3)
    """Of our own prompts: a run is asked again as it was, after they have changed. From the third
    on plans are told what was said before a further question, and forks of foreign runs what their
    record tells (`Rig.told`)."""
    pace: float = Field(default=0, ge=0)
    """Scripted model only: tokens a second; 0 is at once."""


@dataclass(frozen=True)
class SubRun:
    """A run of its own that takes down what an inner loop does."""

    run_id: str
    record: Record
    cancel: asyncio.Event = field(default_factory=asyncio.Event)
    """Ends the inner loop and nothing else; the outer run's own reaches it anyway."""
    hear: Hear = deaf


OpenSubRun = Callable[[Call, Started], AbstractAsyncContextManager[SubRun]]
"""Announces the run that carries out this call, before its first event; open while it runs."""


@dataclass(frozen=True)
class Rig:
    spec: RigSpec
    policy: Policy
    models: Mapping[Actor, Model]
    """The model for each actor that the policy may ask."""
    tools: Mapping[str, Tool] = field(default_factory=dict)
    price: Callable[..., Any] | None = None
    """`(usage, model, at) -> Cost`; None leaves every cost unknown."""
    clock: Callable[[], float] = time.time
    waited: float = 0.0
    """Seconds of a run that goes on later in which it did not run: no deadline counts them."""
    recorded: Callable[[tuple[Call, ...]], list[Returned]] | None = None
    """Answers calls from a record (`agents.recording`) instead of running tools: in the order in
    which they had finished."""
    told: Told | None = None
    """Of a run that goes on from a foreign one: how it began there."""
    sub_runs: OpenSubRun | None = None
    """Where inner loops are recorded; without it they run unrecorded, and their result says so."""

    @property
    def limits(self) -> Limits:
        return self.spec.limits


class Policy(Protocol):
    """What makes a paradigm: what to do next, and how to read a reply. Both pure."""

    name: str

    def move(self, state: State, rig: Rig) -> Move:
        """The next thing to do. Calls of the last reply that have no result yet come before it."""

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        """What the reply means. Never raises, whatever the model wrote."""

    def close(self, state: State, rig: Rig, why: str) -> Move:
        """The forced final call (or the end at once) when the limit `why` was reached."""

    def redo(self, state: State, rig: Rig) -> Move:
        """The move after a review that the last answer did not pass."""

    def iterations(self, state: State) -> int:
        """What `max_iterations` counts here."""
