"""A recorded event as one line of text, with only what is new in the request it was asked by.

Written whole in one narrow statement, a line is the cheapest durable thing DuckDB can be given: a
statement costs by its columns and tables, not by its bytes. The line is moved to the tables later
(see data.writing.intern), so nothing here looks anything up.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from pydantic_core import from_json as from_text

from agents.errors import BadInput
from agents.events import Event, Replied, to_json
from agents.messages import Wire, as_json, chain

RUNS_KEPT = 64
WIRES_KEPT = 4
"""A run's planner, evaluator and agent each grow a conversation of their own."""


class ChainLink(NamedTuple):
    """A link of a request, in its place. `parent` is None for the first; `message` is the digest of
    role and body, where it is known."""

    digest: str
    parent: str | None
    depth: int
    part: str
    role: str
    body: str
    message: str = ""


class Brings(Protocol):
    """What brings links to the requests of its run."""

    @property
    def run_id(self) -> str: ...

    @property
    def links(self) -> Sequence[ChainLink]: ...


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as it goes to the tables. `request` names the chain that `links` end."""

    run_id: str
    seq: int
    body: str
    request: str | None = None
    links: tuple[ChainLink, ...] = ()
    event: Event | None = None
    """Where it is at hand; else it is read from `body`."""


@dataclass(slots=True)
class _Tail:
    next_seq: int = -1
    wires: deque[tuple[Wire, list[str]]] = field(default_factory=lambda: deque(maxlen=WIRES_KEPT))


class Tails:
    """Remembers the last requests of each run, so that the next costs only its new links.

    Not thread-safe. `record` changes nothing; `commit` does, once the event is safe.
    """

    def __init__(self) -> None:
        self._tails: OrderedDict[str, _Tail] = OrderedDict()

    def record(
        self, run_id: str, seq: int, event: Event, sent: Wire
    ) -> tuple[Recorded, Wire, list[str]]:
        """Raises BadInput for an event out of its place or a request that is no text."""
        tail = self._tails.get(run_id)
        if tail and tail.next_seq >= 0 and seq != tail.next_seq:
            raise BadInput(
                f"Run {run_id} has {tail.next_seq} events, so the next cannot be number {seq}."
            )
        wire, digests, known = self._continued(tail, sent)
        links = tuple(_links(wire, digests, known))
        request = digests[-1] if digests else _named(event)
        return Recorded(run_id, seq, to_json(event), request, links, event), wire, digests

    def commit(self, recorded: Recorded, wire: Wire, digests: list[str]) -> None:
        tail = self._tails.get(recorded.run_id)
        if tail is None:
            tail = self._tails[recorded.run_id] = _Tail()
        tail.next_seq = recorded.seq + 1
        if wire:
            tail.wires.append((wire, digests))
        self._tails.move_to_end(recorded.run_id)
        while len(self._tails) > RUNS_KEPT:
            self._tails.popitem(last=False)

    def forget(self, run_ids: Iterable[str]) -> None:
        for run_id in run_ids:
            self._tails.pop(run_id, None)

    def _continued(self, tail: _Tail | None, sent: Wire) -> tuple[Wire, list[str], int]:
        """The wire, its digests, and how many leading links this run has recorded before.

        Comparing texts is some twenty times as fast as hashing them anew. Links that are equal
        are kept as the old objects, so that a long history is in memory once.
        """
        best: tuple[Wire, list[str]] = ((), [])
        known = 0
        for wire, digests in reversed(tail.wires) if tail and sent else ():
            if (same := shared(wire, sent)) > known:
                best, known = (wire, digests), same
            if known >= len(wire) - 1:
                break  # all but the settings at its end: nothing older shares more
        wire = best[0][:known] + sent[known:]
        digests = best[1][:known]
        return wire, digests + chain(sent[known:], digests[-1] if digests else ""), known


def _links(wire: Wire, digests: list[str], known: int) -> Iterator[ChainLink]:
    for depth in range(known, len(wire)):
        link = wire[depth]
        try:
            link.body.encode()
        except UnicodeEncodeError:
            raise BadInput(
                "A request cannot be recorded, because a part of it is no valid text (a lone "
                "surrogate that is not escaped)."
            ) from None
        parent = digests[depth - 1] if depth else None
        yield ChainLink(digests[depth], parent, depth, link.part, link.role, link.body)


def _named(event: Event) -> str | None:
    """The request an event names without bringing it, as an imported or replayed one may."""
    named = event.request if isinstance(event, Replied) else ""
    return named if re.fullmatch("[0-9a-f]{32}", named) else None


def shared(one: Wire, other: Wire) -> int:
    """How many leading links are equal."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b and (a.body != b.body or a.role != b.role):
            return place
    return min(len(one), len(other))


@dataclass(frozen=True, slots=True)
class Arrived:
    """Spans of one trace, packed as JSON, with what is new in their requests: what a crash may have
    left in a journal of before schema 7."""

    run_id: str
    trace: str
    at: float
    """Seconds since the epoch."""
    amount: int
    body: str
    links: tuple[ChainLink, ...] = ()


ARRIVED = "spans "
"""How the line of spans begins; that of an event begins with a bracket."""


def unpack_all(lines: Iterable[str]) -> tuple[list[Recorded], list[Arrived]]:
    recorded: list[Recorded] = []
    arrived: list[Arrived] = []
    for line in lines:
        if not line.startswith(ARRIVED):
            recorded.append(unpack(line))
            continue
        head, *bodies = line.removeprefix(ARRIVED).split("\n")
        for (run_id, trace, at, amount, new), body in zip(from_text(head), bodies, strict=True):
            links = tuple(ChainLink(*link) for link in new)
            arrived.append(Arrived(run_id, trace, at, amount, body, links))
    return recorded, arrived


def pack(recorded: Recorded) -> str:
    """One line of header, one of event; JSON holds no raw line break."""
    head = as_json([recorded.run_id, recorded.seq, recorded.request, recorded.links])
    return f"{head}\n{recorded.body}"


def unpack(line: str) -> Recorded:
    head, _, body = line.partition("\n")
    run_id, seq, request, links = json.loads(head)
    return Recorded(run_id, seq, body, request, tuple(ChainLink(*link) for link in links))
