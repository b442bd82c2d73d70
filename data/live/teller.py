"""Traces that arrive span by span, as runs from their first span on.

A run's events stand in the order of their ends and a span may come late, so the run is a function
of the spans that are there: it is told anew when they change, and what differs takes the place of
what stood there. Nothing here is safe: what was sent stays in the inbox until it is written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from data import span_texts
from data.ids import new_id
from data.importers.hostile import body_of, parse
from data.importers.otlp_bytes import Malformed
from data.importers.otlp_decode import from_json
from data.importers.otlp_protobuf import plainly
from data.importers.otlp_raw import Raw
from data.importers.otlp_spans import Histories, Span
from data.importers.otlp_wire import from_protobuf
from data.live.change import Brought, Change, Going, TraceFile
from data.live.retelling import Told, differ, retell
from data.live.streams import Streams
from data.writing.journal import ChainLink

KEPT_S, KEPT_ENDED_S = 600.0, 5.0
"""A quiet trace is let go of; a later span brings it back from the file."""
MOST_KEPT, MOST_ENDED = 2_000, 300
SHARE = 5
"""Telling a trace anew waits this many times as long as it took."""
MOST_AT_ONCE, MOST_CHARS = 200, 2_000_000
"""Traces, and characters of their events, that are written at once."""
AHEAD = 1_000
"""Traces that are looked up together: an answer comes after all that was written before."""
PROTOBUF, JSON = "protobuf", "json"


@dataclass(slots=True)
class _Trace:
    run_id: str = ""
    """Empty until the file was asked."""
    spans: list[Span] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    links: list[ChainLink] = field(default_factory=list)
    """New in its requests, and not written."""
    stored: int = 0
    """How many of its spans the file has."""
    packed: bool = False
    news: float = 0.0
    first: int = 0
    """The request that brought the first span that is not written; 0 for none."""
    begun: float = 0.0
    """When it was told last, and how long that took."""
    took: float = 0.0
    told: Told | None = None
    least: int = 0
    """Spans of it that a file brought: as long as fewer came, that import stays as it is."""
    ended: bool = False
    """Its root has come: a span is sent when it ends."""

    def add(self, span: Span) -> bool:
        """False for a span that is here already, as it is: exporters send anew what they did not
        hear an answer to."""
        if span.chain is not None:
            self.links += span.chain.new()
            span.chain = None
        if span.id in self.ids and any(_alike(span, one) for one in self.spans):
            return False
        self.ids.add(span.id)
        self.spans.append(span)
        self.ended = self.ended or not span.parent
        return True


class Teller:
    """Not thread-safe."""

    def __init__(self, file: TraceFile, clock: Callable[[], float] = time.time) -> None:
        self._file = file
        self._clock = clock
        self._streams = Streams()
        self._histories = Histories()
        self._traces: dict[str, _Trace] = {}
        self._changed: dict[str, None] = {}
        self._taken = self._written = 0
        self._problem = ""

    @property
    def behind(self) -> bool:
        """Whether something was taken that is not written."""
        return bool(self._changed) or self._written < self._taken

    def take(self, number: int, epoch: int, at: float, form: str, body: bytes) -> None:
        """A request of the inbox, in its order."""
        request = self._streams.read(epoch, body)
        self._taken = number
        try:
            for raw in self._raws(form, request):
                if raw.sound:
                    self._add(raw, number, at)
        except (
            Exception
        ) as error:  # it was admitted, so this is a fault of ours; others come through
            self._problem = f"Spans that were sent could not be read ({type(error).__name__})."

    def _raws(self, form: str, request: bytes) -> Iterator[Raw]:
        if form == JSON:
            found = from_json(parse(request), lambda kind, raw: None)
            yield from (one for one in found if isinstance(one, Raw))
            return
        try:
            yield from from_protobuf(request, self._histories)
        except Malformed:  # it was admitted: there is something in it that is rarely used
            yield from from_protobuf(plainly(request), self._histories)

    def _add(self, raw: Raw, number: int, at: float) -> None:
        state = self._traces.get(raw.trace)
        if state is None:
            state = self._traces[raw.trace] = _Trace()
        if state.add(self._histories.span(raw)):
            state.first = state.first or number
            self._changed[raw.trace] = None
        state.news = at

    def untold(self, traces: list[str]) -> None:
        """Traces that are in the file and whose runs do not tell all of them."""
        for trace in traces:
            self._traces.setdefault(trace, _Trace())
            self._changed[trace] = None

    def tell(self, at_once: bool = False) -> None:
        """What is due, or all of it. Raises Stale."""
        now = time.perf_counter()
        due = [t for t in self._changed if at_once or self._due(self._traces[t], now)]
        self._tell_some(due)
        while due:
            self._tell_some(due)

    def settle(self) -> None:
        """Tells everything that was taken. Raises Stale."""
        self.tell(at_once=True)

    def _tell_some(self, due: list[str]) -> None:
        """The first of them, which are no longer in the list afterwards."""
        at_once = due[:MOST_AT_ONCE]
        if any(not self._traces[trace].run_id for trace in at_once):
            self._look_up([trace for trace in due[:AHEAD] if not self._traces[trace].run_id])
        change, told = Change(problem=self._problem), []
        counted = chars = 0
        for trace in at_once:
            del self._changed[trace]
            told.append(self._tell(trace, self._traces[trace], change))
            chars += sum(len(event.body) for event in change.events[counted:])
            counted = len(change.events)
            if chars > MOST_CHARS:
                break
        del due[: len(told)]
        waiting = [self._traces[trace].first for trace in self._changed]
        change.upto = min((first for first in waiting if first), default=self._taken + 1) - 1
        if not told and change.upto <= self._written:
            return
        self._file.write(change)
        self._written, self._problem = change.upto, ""
        for state, run in told:
            state.told = run or state.told
            state.links.clear()
            state.begun = time.perf_counter()

    def _due(self, state: _Trace, now: float) -> bool:
        return now >= state.begun + SHARE * state.took

    def _look_up(self, traces: list[str]) -> None:
        found = self._file.known(traces)
        for trace in traces:
            state, known = self._traces[trace], found.get(trace)
            if known is None:
                state.run_id, state.told = new_id("r"), Told()
                continue
            state.run_id, state.least, state.packed = known.run_id, known.by_file, known.packed
            came, state.spans, state.ids = state.spans, [], set()
            for span in known.spans:
                state.add(span)
            state.stored = len(state.spans)
            for span in came:
                state.add(span)

    def _tell(self, trace: str, state: _Trace, change: Change) -> tuple[_Trace, Told | None]:
        begun = time.perf_counter()
        told = None
        if len(state.spans) >= max(1, state.least):
            told = retell(state.run_id, state.spans, state.news or self._clock())
            differ(change, told, state.told)
        if state.links:
            change.brought.append(Brought(state.run_id, tuple(state.links)))
        self._keep(trace, state, told, change, pack=state.ended)
        runs = list(told.runs) if told else [state.run_id]
        change.going.append(Going(trace, state.news, state.ended, runs))
        state.first = 0
        state.took = time.perf_counter() - begun
        return state, told

    def _keep(
        self, trace: str, state: _Trace, told: Told | None, change: Change, pack: bool
    ) -> None:
        """Its spans: all of them packed, or what is new as it is."""
        run = told.runs.get(state.run_id) if told else None
        about = (state.run_id, trace, state.news or self._clock())
        if run is not None and pack:
            body = span_texts.packed(state.spans, run.events).decode()
            if state.stored:
                change.unkept.append(state.run_id)
            change.packs.append((*about, len(state.spans), body))
        else:
            if state.packed:
                change.unkept.append(state.run_id)
            new = state.spans if state.packed else state.spans[state.stored :]
            if new:
                change.spans.append((*about, len(new), body_of([s.told() for s in new])))
        state.packed = run is not None and pack
        state.stored = len(state.spans)

    def let_go(self) -> None:
        """Quiet traces leave the memory, packed. Raises Stale."""
        now = self._clock()
        many = len(self._traces) - MOST_KEPT
        ended = sum(state.ended for state in self._traces.values()) - MOST_ENDED
        going: list[str] = []
        change = Change(upto=self._written)
        for trace, state in self._traces.items():
            if trace in self._changed:
                continue
            quiet = now - state.news > (KEPT_ENDED_S if state.ended else KEPT_S)
            too_many = len(going) < (max(many, ended) if state.ended else many)
            if quiet or too_many:
                going.append(trace)
                if not state.packed and state.run_id and len(change.packs) < MOST_AT_ONCE:
                    self._keep(trace, state, state.told, change, pack=True)
        if change.packs:
            self._file.write(change)
        for trace in going:
            del self._traces[trace]


def _alike(one: Span, other: Span) -> bool:
    """Which marks are new in a request depends on the requests that came before it."""
    return one.id == other.id and other == replace(
        one, results=other.results, mark=other.mark, question=other.question
    )
