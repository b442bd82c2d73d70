"""What makes a paradigm: what to do next, and how to read a reply. Both pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from agents.events import Actor, Reading, Status
from agents.messages import Call, Reply, Request

if TYPE_CHECKING:
    from agents.rig import Rig
    from agents.state import State


@dataclass(frozen=True, slots=True)
class Ask:
    """Call the model. `forced` marks the one call after a limit."""

    actor: Actor
    request: Request
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Call tools, together, without asking a model (a plan's executor)."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class End:
    status: Status
    reason: str
    answer: str | None = None
    gaps: tuple[str, ...] = ()


Move = Ask | Act | End


class Policy(Protocol):
    name: str

    def move(self, state: State, rig: Rig) -> Move:
        """The next thing to do. Calls of the last reply that have no result yet come before it."""

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        """What the reply means. Never raises, whatever the model wrote."""

    def close(self, state: State, rig: Rig, why: str) -> Move:
        """The forced final call (or the end at once) when the limit `why` was reached."""

    def iterations(self, state: State) -> int:
        """What `max_iterations` counts here."""
