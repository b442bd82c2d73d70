"""What the requests of a foreign run hold beside its events; our own hold nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.events import Event, Replied
from agents.evidence.beside import Beside, beside
from agents.evidence.story import NOTHING
from agents.messages import Link


def beside_of(events: Sequence[Event], request: Callable[[str], list[Link]]) -> Beside:
    """By the last request that the trace tells, which holds the conversation so far. `request`
    reads one by its digest."""
    for event in reversed(events):
        if isinstance(event, Replied) and event.origin == "imported" and event.request:
            return beside((link.part, link.body) for link in request(event.request))
    return NOTHING
