"""What the file is asked about traces, and told of them: plain enough to go to another process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Protocol

from data.importers.otlp_spans import Span
from data.writing.journal import ChainLink, Recorded


class Stale(Exception):
    """What is remembered of the file does not hold any more, or could not be written: everything
    that was sent and is not told has to be read again."""


@dataclass(slots=True)
class Known:
    """A trace that is in the file."""

    run_id: str
    spans: list[Span] = field(default_factory=list)
    by_file: int = 0
    """How many spans of it an import brought, where no span of it came live."""
    packed: bool = False
    """Its spans stand in `ended_spans`."""


class Brought(NamedTuple):
    """What is new in the requests of a run's spans."""

    run_id: str
    links: Sequence[ChainLink]


class Going(NamedTuple):
    """A trace after it was told: its runs, when news came last (seconds since the epoch), and
    whether its root has come."""

    trace: str
    news: float
    ended: bool
    runs: Sequence[str]


@dataclass(slots=True)
class Change:
    """Stands or falls as one. Rows are as in the tables, in the order of their columns."""

    upto: int = 0
    """The requests up to this number are in the file with it."""
    brought: list[Brought] = field(default_factory=list)
    unkept: list[str] = field(default_factory=list)
    """Runs whose spans are written anew."""
    spans: list[tuple[str, str, float, int, str]] = field(default_factory=list)
    packs: list[tuple[str, str, float, int, str]] = field(default_factory=list)
    """Both: run, trace, seconds since the epoch, how many, and the spans as JSON."""
    anew: list[tuple[str, list[str]]] = field(default_factory=list)
    """Main runs of which it is not known what stands there, with the runs that come now."""
    gone: list[str] = field(default_factory=list)
    cuts: list[tuple[str, int, int]] = field(default_factory=list)
    """Events that go: run, the first, and the one after the last."""
    events: list[Recorded] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    """Runs whose row is told anew."""
    runs: list[list[Any]] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)
    """Runs whose verdict goes."""
    verdicts: list[list[Any]] = field(default_factory=list)
    going: list[Going] = field(default_factory=list)
    problem: str = ""
    """Why something that was sent could not be told: a fault of ours."""

    rows: list[list[Any]] | None = None
    """Of the events, but for the columns data.writing.preparing.KNOWN; None where they are not
    made yet."""

    def plain(self) -> dict[str, Any]:
        """Fit for JSON; `of_plain` reads it."""
        told = {name: getattr(self, name) for name in LISTS}
        told |= {"upto": self.upto, "problem": self.problem}
        told["brought"] = [(b.run_id, b.links) for b in self.brought]
        told["events"] = [(e.run_id, e.seq, e.body, e.request) for e in self.events]
        return told


LISTS = [f.name for f in fields(Change) if f.name not in ("upto", "problem", "events")]


def of_plain(told: dict[str, Any]) -> Change:
    change = Change(told["upto"], problem=told["problem"])
    for name in LISTS:
        setattr(change, name, told[name])
    change.brought = [
        Brought(run_id, [ChainLink(*link) for link in links]) for run_id, links in told["brought"]
    ]
    change.going = [Going(*one) for one in told["going"]]
    change.events = [Recorded(*one) for one in told["events"]]
    return change


class TraceFile(Protocol):
    """The two things that telling asks of the file, wherever that is."""

    def begin(self) -> None:
        """What was asked before does not count."""

    def known(self, traces: Sequence[str]) -> dict[str, Known]:
        """Those of these traces that are here. Raises Stale."""

    def write(self, change: Change) -> None:
        """Raises Stale where nothing was written."""
