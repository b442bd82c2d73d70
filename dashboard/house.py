"""What the whole process shares: the service, and how the server is reached.

The pages' script is executed anew at every rerun, but this module stays, so that pages, API
and runner have one store between them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.passes import Passes
from dashboard.service import Service


@dataclass(frozen=True)
class House:
    service: Service
    db: str
    names: frozenset[str]
    """The Host names it answers to."""
    token: str
    """The verbs' own, from the doorplate: it may do anything."""
    passes: Passes = field(default_factory=Passes)
    """The pages': they may only read."""


_house: House | None = None


def furnish(new: House | None) -> None:
    global _house
    _house = new


def house() -> House:
    if _house is None:
        raise RuntimeError("the server has not opened its database yet")
    return _house
