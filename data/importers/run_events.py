"""One run as it is told, event by event: its times, the user's words, the requests that grow, and
how it ends. What models and tools say is told by RunOut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agents.events import Edited, Event, Status, Stopped
from data.importers.chains import EMPTY, Chain
from data.importers.run_facts import RunFacts

UNTIMED = "events without a time: given the time of the one before"


@dataclass
class RunEvents(RunFacts):
    chain: Chain = EMPTY
    """The request so far; `ask` lets it grow."""
    last: Event | None = None
    _heard: bool = False
    """Whether the user has said anything yet."""
    _seq: int = 1
    _clock: float | None = None

    def at(self, value: float | None) -> float:
        """The time, or where it is unknown the time of the event before (of the file, for the
        first)."""
        if value is None:
            self.out.report.lose(UNTIMED)
            known = (self._clock, self.started_at, self.asked_at, self.out.file_time)
            value = next(time for time in known if time is not None)
            self._begin(value)
        else:
            self.since(value)
        self._clock = value
        return value

    def since(self, value: float) -> None:
        """Something of the run began then, as the trace tells: it is not later than that."""
        self.dated = True
        self._begin(value)

    def _begin(self, value: float) -> None:
        self.started_at = value if self.started_at is None else min(self.started_at, value)

    def ask(self, part: Any, role: str, body: Any) -> None:
        """What stands in the requests from now on: a message as the API has it."""
        self.chain = self.chain.add(part, role, body)

    def heard(self, text: str, at: float | None) -> None:
        """A message of the user: the first one is the question, unless that is known already, and
        any later one a follow-up."""
        self.asked_at = at if self.asked_at is None else self.asked_at
        if self._heard:
            self.follow_up(text, at)
        elif text.strip():
            self._heard = True
            self.question = self.question or text
        self.last = None

    def follow_up(self, text: str, at: float | None) -> None:
        """A further message of the user after the first one: what came before was not the end.
        What the API was sent of it is told by `ask`."""
        if text.strip():
            self._put(Edited(self.at(at), "follow_up", text, origin="imported"))
        self.last = None

    def stopped(
        self,
        status: Status,
        reason: str,
        answer: str | None = None,
        at: float | None = None,
        gaps: Iterable[str] = (),
    ) -> None:
        """The end, only where the trace tells one. An `error` is counted by the importer."""
        when = self._clock if at is None and self._clock is not None else self.at(at)
        self._put(Stopped(when, status, reason, answer, tuple(gaps), origin="imported"))

    def ended(self) -> bool:
        return isinstance(self.last, Stopped)

    @property
    def events(self) -> int:
        """How many there are, the first one too."""
        return self._seq

    def _put(self, event: Event, asked: Chain = EMPTY) -> None:
        self.last = event
        if not self.known:
            self.out.sink.event(self.run_id, self._seq, event, asked.digest, asked.new())
        self._seq += 1
