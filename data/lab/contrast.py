"""The other way to end a loop, as a contrast (seed 002): LangGraph's `tools_condition` ends it on
any turn without a tool call, and its recursion limit raises instead of asking for an answer.

A policy like any other, run by the one loop; no paradigm, so that nobody chooses it by accident.
"""

from __future__ import annotations

from agents.events import Actor, Reading
from agents.messages import Reply
from agents.policies.base import End, Move
from agents.rig import Policy, Rig
from agents.state import State

ENDED = "a turn without a tool call ended the loop"


class EndsWithoutACall:
    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.name = policy.name

    def move(self, state: State, rig: Rig) -> Move:
        last = state.last
        if last is not None and not last.reading.calls and not state.asked_anew:
            return End("success", ENDED, last.reading.answer or last.text)
        return self._policy.move(state, rig)

    def close(self, state: State, rig: Rig, why: str) -> Move:
        return End("error", f"GraphRecursionError: {why} reached, and no answer is given", None)

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        return self._policy.read(state, actor, reply, rig)

    def redo(self, state: State, rig: Rig) -> Move:
        return self._policy.redo(state, rig)

    def iterations(self, state: State) -> int:
        return self._policy.iterations(state)
