"""What can be done next in a run: ask a model, call tools, or end."""

from __future__ import annotations

from dataclasses import dataclass

from agents.events import Actor, Status
from agents.messages import Call, Request


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
