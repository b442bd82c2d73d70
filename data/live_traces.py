"""Traces that arrive span by span: each span is durable before it is acknowledged, and a trace
is a run from its first span on.

A run's events stand in the order of their ends and a span may come late, so the run is a function
of the spans that are there: it is told anew when they change, and what differs takes the place of
what stood there. Model calls repeat their trace's conversation: only what is new is decoded and
kept (see data.importers.otlp_wire).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from agents.errors import BadInput, StoreError
from data import span_texts
from data.ids import new_id
from data.importers.otlp_decode import Log, Raw, from_json
from data.importers.otlp_spans import Histories, Span
from data.importers.otlp_wire import from_protobuf
from data.journal import Arrived, ChainLink
from data.retelling import Told, retell, write
from data.store import Store
from data.traced import Deleted, Pack, TracedSpans, packed

STALE_S = 30.0
"""A trace without its root is no longer running when nothing came for so long."""
KEPT_S, KEPT_ENDED_S = 600.0, 5.0
"""Afterwards a quiet trace is let go of; a later span brings it back from the file."""
MOST_KEPT = 2_000
SOONEST_S, LATEST_S = 0.25, 2.0
SHARE = 5
"""Telling a trace anew waits this many times as long as it took."""
MOST_AT_ONCE = 200


@dataclass
class Taken:
    """What became of a request. `why` in a sentence, where spans were rejected."""

    accepted: int = 0
    rejected: int = 0
    why: str = ""


@dataclass
class _Trace:
    run_id: str
    spans: list[Span] = field(default_factory=list)
    news: float = 0.0
    begun: float = 0.0
    """When it was told last, and how long that took."""
    took: float = 0.0
    told: Told | None = None
    least: int = 0
    """Spans of it that a file brought: as long as fewer came, that import stays as it is."""

    ended: bool = False
    """Its root has come: a span is sent when it ends."""

    def add(self, spans: list[Span]) -> None:
        self.spans += spans
        self.ended = self.ended or any(not span.parent for span in spans)


class LiveTraces:
    """Of one process. Any thread may call it; what is sent waits for its turn."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._kept = TracedSpans(store)
        self._clock = clock
        self._lock = threading.Lock()
        self._histories = Histories()
        self._deletions = self._kept.deletions
        """What is remembered is of a file from which so many deletions were made."""
        self._traces: dict[str, _Trace] = {}
        self._changed: dict[str, None] = {}
        self._forgotten = False
        """Traces may stand in the journal that are not at hand."""
        self._telling = threading.Lock()
        self._wake = threading.Event()
        self._closed = False
        self._worker: threading.Thread | None = None
        store.before_deletion.append(self.settle)
        self.problem = ""
        """Why the last telling failed; the spans are safe."""

    # what is sent

    def take_protobuf(self, body: bytes) -> Taken:
        """Durable when this returns. Raises BadInput for what is no request, StoreError."""
        return self._take(lambda: from_protobuf(body, self._histories))

    def take_json(self, body: Any) -> Taken:
        """`body` is the JSON of an export request. Otherwise as `take_protobuf`."""
        if not isinstance(body, dict):
            raise BadInput("An OTLP request in JSON is an object with “resourceSpans”.")
        return self._take(lambda: _spans(from_json(body, lambda kind, raw: None)))

    def _take(self, read: Callable[[], Iterable[Raw]]) -> Taken:
        with self._lock:
            for last in (False, True):
                try:
                    taken = self._keep(read())
                    break
                except Deleted:
                    self._forget()
                    if last:
                        raise StoreError(
                            "Runs were deleted while the spans were written; send them again."
                        ) from None
                except BaseException:
                    self._forget()  # their texts may not have been written
                    raise
        self._start()
        self._wake.set()
        return taken

    def _keep(self, raws: Iterable[Raw]) -> Taken:
        taken = Taken()
        deletions = self._kept.deletions
        if deletions != self._deletions:
            self._forget()
            self._deletions = deletions
        came: dict[str, list[Span]] = {}
        for raw in raws:
            if not raw.sound:
                taken.rejected += 1
                taken.why = "Spans without a trace id of 16 bytes and a span id of 8 were rejected."
                continue
            came.setdefault(raw.trace, []).append(self._histories.span(raw))
        if not came:
            return taken
        self._states(came)
        now = self._clock()
        arrived = [
            Arrived(self._traces[trace].run_id, trace, now, len(spans), packed(spans), _new(spans))
            for trace, spans in came.items()
        ]
        self._kept.add(arrived, deletions)
        for trace, spans in came.items():
            state = self._traces[trace]
            state.add(spans)
            state.news = now
            self._changed[trace] = None
            taken.accepted += len(spans)
        return taken

    def _states(self, traces: Collection[str]) -> None:
        """Brings back what the file knows of traces that are not at hand."""
        missing = [trace for trace in traces if trace not in self._traces]
        if missing and self._forgotten:
            self._kept.settle()
            self._forgotten = False
        found = self._kept.of(missing) if missing else {}
        for trace in missing:
            known = found.get(trace)
            if known is None:
                self._traces[trace] = _Trace(new_id("r"), told=Told())
                continue
            state = self._traces[trace] = _Trace(known.run_id, least=known.by_file)
            state.add(known.spans)

    def _forget(self) -> None:
        self._histories.clear()
        self._forgotten = True
        for trace, state in list(self._traces.items()):
            state.spans = []
            if trace not in self._changed:
                del self._traces[trace]
        for trace in self._changed:
            self._traces.pop(trace, None)

    # runs

    def active(self) -> set[str]:
        """The runs whose traces go on: their root has not come, and news is not old."""
        now = self._clock()
        with self._lock:
            going = [s for s in self._traces.values() if s.news > now - STALE_S and not s.ended]
        return {run_id for s in going for run_id in (s.told.runs if s.told else (s.run_id,))}

    def catch_up(self) -> None:
        """Tells the traces that a process before this one took and did not tell; they stand in
        the file."""
        with self._lock:
            self._changed.update(dict.fromkeys(self._kept.untold()))
        if self._changed:
            self._start()
            self._wake.set()

    def settle(self) -> None:
        """Tells every trace that changed, now."""
        while self._tell_some(at_once=True):
            pass

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        if self._worker is not None:
            self._worker.join(timeout=30)
        with suppress(StoreError):  # else they are told when the file is opened again
            self.settle()
            self._let_go(every=True)

    def _start(self) -> None:
        if self._worker is None and not self._closed:
            self._worker = threading.Thread(target=self._work, name="traces", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while not self._closed:
            self._wake.wait(timeout=5.0)
            self._wake.clear()
            took = 0.0
            while not self._closed:
                # whoever sends comes first: telling takes up to half of the time
                time.sleep(min(max(SOONEST_S, took), LATEST_S))
                begun = time.perf_counter()
                try:
                    self._tell_some()
                    self.problem = ""
                    self._let_go()
                except Exception as error:
                    self.problem = str(error)
                took = time.perf_counter() - begun
                with self._lock:
                    if not self._changed:
                        break

    def _tell_some(self, at_once: bool = False) -> bool:
        """Whether there was anything to tell."""
        with self._telling:
            begun = time.perf_counter()
            with self._lock:
                due = [t for t in self._changed if at_once or self._due(t, begun)][:MOST_AT_ONCE]
                deletions = self._kept.deletions
                if deletions != self._deletions:
                    self._forget()
                    self._deletions = deletions
                work = []
                self._states(due)
                for trace in due:
                    state = self._traces[trace]
                    del self._changed[trace]
                    if len(state.spans) >= max(1, state.least):
                        work.append((trace, state, list(state.spans)))
            if not work:
                return bool(due)
            try:
                self._write(work, deletions)
            except BaseException:
                with self._lock:
                    self._changed.update(dict.fromkeys(trace for trace, _, _ in work))
                    for _, state, _ in work:
                        state.told = None
                raise
            return True

    def _due(self, trace: str, now: float) -> bool:
        state = self._traces.get(trace)
        return state is None or now >= state.begun + SHARE * state.took

    def _write(self, work: Sequence[tuple[str, _Trace, list[Span]]], deletions: int) -> None:
        done: list[tuple[_Trace, Told, float]] = []
        with self._store.importing() as bulk:
            if self._kept.deletions != deletions:
                with self._lock:
                    self._forget()
                    self._changed.update(dict.fromkeys(trace for trace, _, _ in work))
                return
            for _, state, spans in work:
                begun = time.perf_counter()
                told = retell(state.run_id, spans, state.news or self._clock())
                write(bulk, told, state.told)
                done.append((state, told, begun))
        now = time.perf_counter()
        for state, told, begun in done:
            state.told, state.begun = told, now
            state.took = (now - done[0][2]) if len(done) == 1 else now - begun

    def _let_go(self, every: bool = False) -> None:
        """Quiet traces leave the memory and are packed in the file; a span that comes for one
        brings it back."""
        with self._telling:
            with self._lock:
                going = self._quiet(every)
            for at in range(0, len(going), MOST_AT_ONCE):
                some = going[at : at + MOST_AT_ONCE]
                packs = {trace: _pack(state) for trace, state, _ in some}
                with self._lock:
                    still = [
                        (trace, pack)
                        for trace, state, amount in some
                        if self._traces.get(trace) is state and len(state.spans) == amount
                        if trace not in self._changed and (pack := packs[trace]) is not None
                    ]
                    self._kept.settle()
                    self._kept.replace([pack for _, pack in still])
                    for trace, state, amount in some:
                        same = self._traces.get(trace) is state and len(state.spans) == amount
                        if same and trace not in self._changed:
                            del self._traces[trace]

    def _quiet(self, every: bool) -> list[tuple[str, _Trace, int]]:
        now = self._clock()
        many = len(self._traces) - MOST_KEPT
        found: list[tuple[str, _Trace, int]] = []
        for trace, state in self._traces.items():
            quiet = now - state.news > (KEPT_ENDED_S if state.ended else KEPT_S)
            if trace not in self._changed and (every or quiet or len(found) < many):
                found.append((trace, state, len(state.spans)))
        return found


def _pack(state: _Trace) -> Pack | None:
    """None where it is not known what of its run stands in the file."""
    run = state.told.runs.get(state.run_id) if state.told else None
    if run is None or not state.spans:
        return None
    return Pack(state.run_id, len(state.spans), span_texts.packed(state.spans, run.events))


def _new(spans: Iterable[Span]) -> tuple[ChainLink, ...]:
    """What is new in their requests; handed out once."""
    found: list[ChainLink] = []
    for span in spans:
        if span.chain is not None:
            found += span.chain.new()
            span.chain = None
    return tuple(found)


def _spans(found: Iterable[Raw | Log]) -> Iterator[Raw]:
    return (one for one in found if isinstance(one, Raw))
