"""What can be done next in a run: ask a model, call tools, or end."""

from __future__ import annotations

from dataclasses import dataclass

from agents.events import Actor, Status
from agents.messages import Call, Request

FORCED_BY = "forced by the "
"""Begins the note on a forced reply that names its limit."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Call the model. `forced` marks the one call after a limit, `why` names the limit."""

    actor: Actor
    request: Request
    forced: bool = False
    why: str = ""
    otherwise: End | None = None
    """The end where no budget is left for this call; its reason is completed by the limit's."""


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
