"""What an importer tells its events and runs to, wherever they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agents.events import Event
from data.runs import NewRun
from data.scenario import Judgement
from data.writing.journal import ChainLink


class Sink(Protocol):
    """Events may come in any order; runs may follow their events."""

    def event(
        self, run_id: str, seq: int, event: Event, request: str, links: Sequence[ChainLink]
    ) -> None:
        """`request` is the digest that `links` end in, empty for none; `links` are what is new."""
        ...

    def run(self, run: NewRun) -> None: ...

    def verdict(self, run_id: str, judgement: Judgement, at: float) -> None: ...
