"""The same call again: a retry, a refresh, a repetition, or a write that must not happen twice.

A *retry* follows a failure that may pass by itself (a timeout, or an error its tool calls
retryable). A *refresh* follows a success of a tool whose purpose is polling (`refreshable`): a new
observation, which is never counted. Everything else is a *repetition* and may run as often as
`max_identical_calls` says (seed 001 keeps the three apart only in words; S1-28):

- a reading tool runs `max_identical_calls` times, and once more right after a retryable failure,
  so that a passing fault does not use up the only chance there was;
- a refreshable one is held to that only while it fails: a success starts the count anew;
- a writing one runs once. After any result of a call that reached its tool, also an error or a
  timeout, it may have taken effect, and is not repeated; what was refused, invalid or cancelled
  before it ran may be called again.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.events import Returned
from agents.messages import Call, canonical
from agents.remembering import Growing
from agents.rig import Rig
from agents.state import EXECUTED, NOT_RUN, State
from agents.tools import Tool
from agents.turns import Turn

REFRESHED = "refresh"
UNTOLD = "arguments not told"
"""A note on the result of a call of which a foreign trace does not tell the arguments. Two of them
are never known to be the same call."""


def earlier(call: Call, tool: Tool, state: State) -> list[Returned]:
    """What this very call, whatever its id, brought each time it reached its tool."""
    wanted = (tool.name, _key(call))
    return [r for turn in _executed(state.turns()) for named, r in turn if named == wanted]


def repeated(call: Call, tool: Tool, state: State, running: Sequence[Call], rig: Rig) -> str:
    """Why it may not run (again), for the model; empty where it may. `running` are the calls of
    the same reply that run."""
    before = earlier(call, tool, state)
    beside = sum(other.name == tool.name and _key(other) == _key(call) for other in running)
    if tool.effect == "writes":
        return _written(tool, before, beside, rig)
    times = len(before) + beside
    if tool.refreshable:
        times = _failures(before)
    retry = 1 if before and before[-1].retryable else 0
    if times < rig.limits.max_identical_calls + retry:
        return ""
    return (
        f"Repeat limit reached: {tool.name} has already run {len(before) + beside} times with "
        "these arguments. Use what it returned, change the arguments, or answer."
    )


def kind_of_repeat(tool: Tool, before: Sequence[Returned]) -> tuple[str, ...]:
    """`retry`, `refresh` or `repeat` as a note on the result; nothing for a first call."""
    if not before:
        return ()
    if before[-1].retryable:
        return ("retry",)
    return (REFRESHED,) if tool.refreshable and before[-1].outcome == "ok" else ("repeat",)


def _written(tool: Tool, before: Sequence[Returned], beside: int, rig: Rig) -> str:
    if rig.spec.writes == "ask":
        return ""  # none of them is run
    done = [r for r in before if r.origin != "simulated" or rig.spec.writes == "stub"]
    if not done and not beside:
        return ""
    came = f"its result was: {done[-1].outcome}" if done else "it is running now"
    return (
        f"Not repeated: {tool.name} changes something and was already called with these arguments "
        f"({came}), so it may have taken effect. Look up what it did, or answer."
    )


def _failures(results: Sequence[Returned]) -> int:
    """Failures in a row, up to the last result."""
    streak = 0
    for result in reversed(results):
        if result.outcome == "ok":
            break
        streak += 1
    return streak


def _results(turn: Turn) -> list[tuple[tuple[str, str], Returned]]:
    """With the name and arguments of the call that each belongs to."""
    return [
        ((result.call.name, _key(result.call)), result)
        for result in turn.results
        if result.outcome in EXECUTED and NOT_RUN not in result.notes
    ]


_executed = Growing(_results)


def _key(call: Call) -> str:
    return canonical(dict(call.arguments))
