"""The limits of a run, looked at in one place, just before money is spent."""

from __future__ import annotations

from dataclasses import dataclass

from agents.messages import Call
from agents.rig import Limits, Rig
from agents.state import State


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


def before_asking(state: State, rig: Rig) -> Halt | None:
    """The first limit that forbids another model call, if any."""
    limits = rig.limits
    if state.malformed >= limits.max_malformed:
        return Halt(f"{state.malformed} malformed replies in a row", may_ask=False)
    if spent := _spent(state, limits, rig.clock()):
        return Halt(spent, may_ask=False)
    done = rig.policy.iterations(state)
    if done >= limits.max_iterations:
        return Halt(f"step limit: {done} of {limits.max_iterations} iterations", may_ask=True)
    if state.turn is not None and any(NO_ROOM in r.notes for r in state.turn.results):
        return Halt(f"tool call limit of {limits.max_tool_calls}", may_ask=True)
    return None


def before_calling(state: State, rig: Rig, calls: tuple[Call, ...]) -> list[Refusal | None]:
    """For each call why it is not run; None for those that may."""
    limits = rig.limits
    refusals: list[Refusal | None] = []
    running: list[Call] = []
    spent = _spent(state, limits, rig.clock())
    for call in calls:
        tool = rig.tools.get(call.name)
        same = [c for c in running if (c.name, c.arguments) == (call.name, call.arguments)]
        times = state.times_run(call) + len(same)
        room = limits.max_tool_calls
        refusal = None
        if spent:
            refusal = Refusal(f"Not run: {spent} was reached.", NO_ROOM)
        elif room is not None and state.tool_calls + len(running) >= room:
            refusal = Refusal(f"Not run: the tool call limit of {room} was reached.", NO_ROOM)
        elif tool and not tool.refreshable and times >= limits.max_identical_calls:
            text = (
                f"Repeat limit reached: {call.name} has already run {times} times with these "
                "arguments. Use what it returned, change the arguments, or answer."
            )
            refusal = Refusal(text, REPEATED)
        else:
            running.append(call)
        refusals.append(refusal)
    return refusals


def time_left(state: State, rig: Rig) -> float | None:
    """Seconds until the deadline; None without one. May be negative."""
    if rig.limits.deadline_s is None:
        return None
    return state.started_at + rig.limits.deadline_s - rig.clock()


def _spent(state: State, limits: Limits, now: float) -> str:
    if limits.deadline_s is not None and now - state.started_at >= limits.deadline_s:
        return f"deadline of {limits.deadline_s:g} s"
    if limits.max_tokens is not None and state.tokens >= limits.max_tokens:
        return f"token limit of {limits.max_tokens:,} ({state.tokens:,} used)"
    if limits.max_cost_usd is not None and state.cost_usd >= limits.max_cost_usd:
        return f"cost limit of ${limits.max_cost_usd:g}"
    return ""
