"""What the agent knew at a step: the fold of the events before it, quickly at any place."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from agents.errors import BadInput
from agents.events import Event, Replied, Returned, from_json
from agents.evidence.records import found_nothing, records
from agents.log import Log
from agents.planned import Planned, ready
from agents.state import State, apply
from dashboard.words import t
from data.store import Store
from data.writing.codec import summary

EVERY = 500
"""So many events lie between two snapshots."""
RUNS_KEPT = 16
LAST = 12
"""The newest pieces of evidence are told one by one, the others are counted."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was read so far."""

    held: int = 0
    """Results that held something."""
    empty: int = 0
    failed: int = 0
    last: tuple[Json, ...] = ()
    request: str = ""
    """Of the last model call on record, and its number."""
    asked: int = -1


@dataclass(slots=True)
class _Run:
    snapshots: list[tuple[State, Gathered]] = field(default_factory=lambda: [(State(), Gathered())])
    """Number n is the fold of the first n * EVERY events. Events are only ever appended, so a
    snapshot stays true while the run goes on."""
    parts: dict[str, dict[str, int]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


class Known:
    """Of the runs that were looked at last. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._lock = Lock()

    def at(self, run_id: str, seq: int) -> Json:
        """`fold(events[: seq + 1])` and what was gathered. Raises BadInput for no such step."""
        with self._lock:
            run = self._runs.setdefault(run_id, _Run())
            self._runs.move_to_end(run_id)
            while len(self._runs) > RUNS_KEPT:
                self._runs.popitem(last=False)
        with run.lock:
            state, gathered = self._folded(run, run_id, seq)
            parts = self._parts(run, run_id, gathered)
        return _told(seq, state, gathered, parts)

    def every(self, run_id: str, events: Sequence[Event]) -> Iterator[Json]:
        """The same of each step of a run whose `events` these are, in one pass."""
        parts = self._store.parts(self._store.requests_of(run_id), [run_id])
        state, gathered = State(), Gathered()
        for seq, event in enumerate(events):
            state, gathered = _fold([event], seq, state, gathered)
            yield _told(seq, state, gathered, parts.get(gathered.request))

    def _folded(self, run: _Run, run_id: str, seq: int) -> tuple[State, Gathered]:
        place = min((seq + 1) // EVERY, len(run.snapshots) - 1)
        state, gathered = run.snapshots[place]
        at = place * EVERY
        while at <= seq:
            upto = min(at + EVERY, seq + 1)
            bodies = self._store.bodies(run_id, at, upto)
            if len(bodies) < upto - at:
                last = at + len(bodies) - 1
                raise BadInput(t("wrong.no-step", run=run_id, step=seq, last=last))
            events = [from_json(body) for body in bodies]
            state, gathered = _fold(events, at, state, gathered)
            at = upto
            if at == len(run.snapshots) * EVERY:
                run.snapshots.append((_light(state), gathered))
        return state, gathered

    def _parts(self, run: _Run, run_id: str, gathered: Gathered) -> dict[str, int] | None:
        """Tokens by part of the last request; None where it is not on record."""
        digest = gathered.request
        if digest and digest not in run.parts:
            # of all requests of the run at once: one costs nearly as much as all of them
            run.parts = self._store.parts(self._store.requests_of(run_id), [run_id])
        return run.parts.get(digest)


def _told(seq: int, state: State, gathered: Gathered, parts: dict[str, int] | None) -> Json:
    return {
        "step": seq,
        "question": state.question,
        "system": state.system,
        "plan": None if state.plan is None else _plan(state),
        "replans": state.replans,
        "malformed": state.malformed,
        "forced": state.forced,
        "model_calls": state.model_calls,
        "tool_calls": state.tool_calls,
        "open_calls": len(state.unanswered()),
        "evidence": {
            "held": gathered.held,
            "empty": gathered.empty,
            "failed": gathered.failed,
            "last": list(gathered.last),
        },
        "asked": gathered.asked if gathered.asked >= 0 else None,
        "parts": parts,
    }


def _fold(
    events: Sequence[Event], at: int, state: State, gathered: Gathered
) -> tuple[State, Gathered]:
    for seq, event in enumerate(events, at):
        state = apply(state, event)
        if isinstance(event, Replied) and event.request:
            gathered = replace(gathered, request=event.request, asked=seq)
        elif isinstance(event, Returned):
            gathered = _read(gathered, seq, event)
    return state, gathered


def _light(state: State) -> State:
    """Without the turns that nothing here asks for: snapshots of a long run stay small."""
    return state._replace(past=Log())


def _read(gathered: Gathered, seq: int, event: Returned) -> Gathered:
    if event.outcome != "ok":
        return replace(gathered, failed=gathered.failed + 1)
    if found_nothing(event.output):
        return replace(gathered, empty=gathered.empty + 1)
    named = dict.fromkeys(_names(seq, event.output))
    piece = {"seq": seq, "call": summary(event), "names": list(named)[:8], "all": len(named)}
    return replace(gathered, held=gathered.held + 1, last=(*gathered.last, piece)[-LAST:])


def _names(seq: int, output: str) -> list[str]:
    """What an observation calls its records: their ids and titles."""
    found = []
    for record in records(seq, output):
        name = next((record.fields[k] for k in ("id", "section", "title", "name")
                     if record.fields.get(k)), None)  # fmt: skip
        if name is not None:
            found.append(str(name)[:80])
        else:
            found += sorted(record.ids)
    return found


def _plan(state: State) -> list[Json]:
    plan = state.plan or ()
    current = {p.key for p in ready(plan)} if state.open else set()
    return [_planned(p, p.key in current) for p in plan]


def _planned(p: Planned, current: bool) -> Json:
    return {
        "key": p.key,
        "task": p.step.task,
        "tool": p.step.tool,
        "status": "current" if current else p.status,
        "reason": p.reason,
        "round": p.round,
        "tries": p.tries,
    }
