"""Events, runs and verdicts on their way to the tables, gathered to batches that are worth an
insert."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.events import Event, to_json
from data.runs import NewRun, run_values, verdict_values
from data.scenario import Judgement
from data.writing.journal import ChainLink, Recorded

MOST_EVENTS = 2_000
MOST_CHARS = 4_000_000


@dataclass
class Batches:
    """A Sink. `full` is called where a batch is large enough; it takes what it wants of the lists
    by `take` and `take_rows`."""

    full: Callable[[], None]
    most_events: int = field(default_factory=lambda: MOST_EVENTS)
    most_chars: int = field(default_factory=lambda: MOST_CHARS)
    runs: list[list[Any]] = field(default_factory=list)
    """Rows of the table of that name; so are the verdicts."""
    verdicts: list[list[Any]] = field(default_factory=list)
    _waiting: list[Recorded] = field(default_factory=list)
    _chars: int = 0

    def event(
        self, run_id: str, seq: int, event: Event, request: str, links: Sequence[ChainLink]
    ) -> None:
        recorded = Recorded(run_id, seq, to_json(event), request or None, tuple(links), event)
        self._waiting.append(recorded)
        self._chars += len(recorded.body)
        for link in links:
            self._chars += len(link.body)
        if len(self._waiting) >= self.most_events or self._chars >= self.most_chars:
            self.full()

    def run(self, run: NewRun) -> None:
        """It is written with others: each insert of its own costs milliseconds."""
        self.runs.append(run_values(run))

    def verdict(self, run_id: str, judgement: Judgement, at: float) -> None:
        self.verdicts.append(verdict_values(run_id, judgement, at))

    def take(self) -> list[Recorded]:
        """The events that wait, which wait no longer."""
        batch, self._waiting, self._chars = self._waiting, [], 0
        return batch
