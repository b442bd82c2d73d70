"""The limits of a run, looked at in one place, just before money is spent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agents.messages import Call
from agents.planned import inner_step
from agents.repeats import repeated
from agents.rig import Limits, Rig
from agents.state import State
from agents.tool_names import meant


@dataclass(frozen=True, slots=True)
class Halt:
    """A limit was reached. `may_ask` is false where another model call would break it further."""

    why: str
    may_ask: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """`text` is what the model reads; `note` is kept with the result, for guards and alerts."""

    text: str
    note: str


NO_ROOM = "limit reached"
REPEATED = "repeat limit"
WRITTEN = "write not repeated"
NO_TURNS = "inner turns used up"


def before_asking(state: State, rig: Rig) -> Halt | None:
    """The first limit that forbids another model call, if any."""
    limits = rig.limits
    if state.malformed >= limits.max_malformed:
        return Halt(f"{state.malformed} malformed replies in a row", may_ask=False)
    if spent := _spent(state, rig):
        return Halt(spent, may_ask=False)
    done = rig.policy.iterations(state)
    if done >= limits.max_iterations:
        return Halt(f"step limit: {done} of {limits.max_iterations} iterations", may_ask=True)
    room = limits.max_graph_steps
    if room is not None and state.graph_steps() >= room:
        return Halt(f"graph step limit of {room}", may_ask=True)
    if state.turn is not None and any(NO_ROOM in r.notes for r in state.turn.results):
        return Halt(f"tool call limit of {limits.max_tool_calls}", may_ask=True)
    return None


def before_calling(state: State, rig: Rig, calls: tuple[Call, ...]) -> list[Refusal | None]:
    """For each call why it is not run; None for those that may."""
    limits = rig.limits
    refusals: list[Refusal | None] = []
    running: list[Call] = []
    spent = _spent(state, rig)
    rounds = _Rounds(state, limits)
    inner = 0
    for call in calls:
        loops = inner_step(state.plan, call) is not None
        tool = None if loops else meant(call.name, rig.tools)
        named = replace(call, name=tool.name) if tool else call
        again = repeated(named, tool, state, running, rig) if tool and not call.fault else ""
        room = limits.max_tool_calls
        refusal = None
        if state.last is not None and state.last.forced:
            refusal = Refusal("Not run: the final answer was asked for.", NO_ROOM)
        elif spent:
            refusal = Refusal(f"Not run: {spent} was reached.", NO_ROOM)
        elif not rounds.fits(call):
            refusal = Refusal(f"Not run: {rounds.name} was reached.", NO_ROOM)
        elif room is not None and state.tool_calls + len(running) >= room:
            refusal = Refusal(f"Not run: the tool call limit of {room} was reached.", NO_ROOM)
        elif tool and again:
            refusal = Refusal(again, WRITTEN if tool.effect == "writes" else REPEATED)
        elif loops and state.inner_turns + inner >= limits.max_iterations:
            text = f"Not run: inner loops have used up {limits.max_iterations} model turns."
            refusal = Refusal(text, NO_TURNS)
        else:
            inner += loops
            running.append(named)
        refusals.append(refusal)
    return refusals


def time_left(state: State, rig: Rig) -> float | None:
    """Seconds until the deadline; None without one. May be negative."""
    if rig.limits.deadline_s is None:
        return None
    return state.started_at + rig.waited + rig.limits.deadline_s - rig.clock()


class _Rounds:
    """The calls of the last reply are counted as a round already, steps of a plan not yet."""

    def __init__(self, state: State, limits: Limits) -> None:
        self.room = limits.max_graph_steps
        self.name = f"the graph step limit of {self.room}"
        self.taken = 0 if self.room is None else state.graph_steps()
        self.counted = {call.id for call in state.turn.calls} if state.turn else set()

    def fits(self, call: Call) -> bool:
        if self.room is None:
            return True
        self.taken += call.id not in self.counted
        return self.taken <= self.room


def _spent(state: State, rig: Rig) -> str:
    limits = rig.limits
    left = time_left(state, rig)
    if left is not None and left <= 0:
        return f"deadline of {limits.deadline_s:g} s"
    if limits.max_tokens is not None and state.tokens >= limits.max_tokens:
        return f"token limit of {limits.max_tokens:,} ({state.tokens:,} used)"
    if limits.max_cost_usd is not None and state.cost_usd >= limits.max_cost_usd:
        return f"cost limit of ${limits.max_cost_usd:g}"
    return ""
