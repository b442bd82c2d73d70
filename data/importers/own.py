"""A run of Triptych's own that comes back: it is written as it was, under its own id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agents.events import Event
from agents.messages import Wire
from data.runs import NewRun
from data.scenario import Judgement
from data.writing.journal import Tails
from data.writing.sink import Sink


@dataclass
class OwnRun:
    """Has what `data.importing` asks of a RunOut."""

    sink: Sink
    run: NewRun
    known: bool
    judgement: Judgement | None = None
    identity: str = ""
    thread: str = ""
    belongs_to: str = ""
    called_by: object | None = None
    children: dict[str, str] = field(default_factory=dict)
    _tails: Tails = field(default_factory=Tails)
    _seq: int = 0

    @property
    def run_id(self) -> str:
        return self.run.run_id

    def put(self, event: Event, sent: Wire) -> None:
        """Raises BadInput for a request that is no valid text."""
        recorded, wire, digests = self._tails.record(self.run_id, self._seq, event, sent)
        self._tails.commit(recorded, wire, digests)
        self._seq += 1
        if not self.known:
            self.sink.event(
                self.run_id, recorded.seq, event, recorded.request or "", recorded.links
            )

    def finish(self, source: str, report: Mapping[str, Any]) -> None:
        self.sink.run(replace(self.run, source=self.run.source or source, report=report))
        if self.judgement is not None:
            self.sink.verdict(self.run_id, self.judgement, self.run.created_at or 0.0)
