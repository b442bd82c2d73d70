"""A trace told again after it changed, and what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.events import Event, to_json
from data.ids import sub_run_id
from data.importers.otlp_spans import Span
from data.importers.otlp_trace import tell
from data.importers.report import Report
from data.importers.writing import Out, RunOut
from data.live.change import Change
from data.runs import NewRun, run_values, verdict_values
from data.scenario import Judgement
from data.writing.journal import ChainLink, Recorded

BY_HTTP = "POST /v1/traces"


@dataclass
class ToldRun:
    events: list[Event] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    row: NewRun | None = None
    verdict: list[Any] | None = None
    """A row of `verdicts`."""


@dataclass
class Told:
    """The main run first."""

    runs: dict[str, ToldRun] = field(default_factory=dict)


class _Gathering:
    """A Sink: takes what an importer tells without writing it."""

    def __init__(self) -> None:
        self.told = Told()

    def event(
        self, run_id: str, seq: int, event: Event, request: str, links: Sequence[ChainLink]
    ) -> None:
        run = self.told.runs.setdefault(run_id, ToldRun())
        if seq == 0:
            run.events.insert(0, event)
            run.requests.insert(0, "")
        else:
            run.events.append(event)
            run.requests.append(request)

    def run(self, run: NewRun) -> None:
        self.told.runs.setdefault(run.run_id, ToldRun()).row = run

    def verdict(self, run_id: str, judgement: Judgement, at: float) -> None:
        self.told.runs.setdefault(run_id, ToldRun()).verdict = verdict_values(run_id, judgement, at)


class _Places:
    """A trace's run has its id already, and those of its sub-agents follow from theirs."""

    def __init__(self, run_id: str) -> None:
        self._run_id = run_id
        self.sources: dict[str, str] = {}

    def place(self, identity: str, thread: str) -> tuple[str, bool]:
        _, _, span = identity.partition("/")
        run_id = sub_run_id(self._run_id, span) if span else self._run_id
        self.sources[run_id] = f"otlp:{identity}"
        return run_id, False

    def own(self, run_id: str) -> bool:
        raise NotImplementedError("a trace holds no runs of Triptych's own")


def retell(run_id: str, spans: Sequence[Span], news: float) -> Told:
    """`news` is when the last span came (seconds since the epoch)."""
    gathering, places = _Gathering(), _Places(run_id)
    report = Report("otlp", BY_HTTP)
    out = Out(gathering, report, news, places)
    tell(spans, out)
    told: Mapping[str, Any] = {
        **report.told(),
        "runs": [run_id],
        "sub_runs": [run.run_id for run in out.runs if run.run_id != run_id],
        "all_runs": len(out.runs),
    }
    for run in out.runs:
        if isinstance(run, RunOut):
            run.imported |= {"live": True, "spans_came": len(spans)}
        run.finish(places.sources[run.run_id], told)
    return gathering.told


def differ(change: Change, told: Told, before: Told | None) -> None:
    """Adds to `change` what differs from `before`, which is what stands in the file; None where
    that is not known, and everything is written."""
    if before is None:
        change.anew.append((next(iter(told.runs)), list(told.runs)))
        before = Told()
    change.gone += [run_id for run_id in before.runs if run_id not in told.runs]
    for run_id, run in told.runs.items():
        old = before.runs.get(run_id) or ToldRun()
        same = _same(old.events, run.events)
        if same > 1 or not old.events:
            first = same
        else:  # the first event tells of the whole run, and differs often
            first = 1 + _same(old.events[1:], run.events[1:])
            change.cuts.append((run_id, 0, 1))
            change.events.append(_recorded(run_id, 0, run))
        if first < len(old.events):
            change.cuts.append((run_id, first, len(old.events)))
        change.events += [_recorded(run_id, seq, run) for seq in range(first, len(run.events))]
        if run.row is not None and run.row != old.row:
            if old.row is not None:
                change.forgotten.append(run_id)
            change.runs.append(run_values(run.row))
        if run.verdict != old.verdict:
            change.unjudged += [run_id] if old.verdict is not None else []
            change.verdicts += [run.verdict] if run.verdict is not None else []


def _recorded(run_id: str, seq: int, run: ToldRun) -> Recorded:
    event = run.events[seq]
    return Recorded(run_id, seq, to_json(event), run.requests[seq] or None, (), event)


def _same(one: list[Event], other: list[Event]) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b and a != b:
            return place
    return min(len(one), len(other))
