"""The requests of a trace's model calls as chains: what an earlier one held is not read again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agents.messages import Part
from data.importers.chains import Chain
from data.importers.heard import OBSERVED
from data.importers.hostile import body_of, word
from data.importers.otlp_flattened import openinference
from data.importers.otlp_inputs import inputs_of, system_of
from data.importers.otlp_layout import flat_of
from data.importers.otlp_marks import Place
from data.importers.otlp_raw import Raw
from data.importers.otlp_regions import Region
from data.importers.otlp_said import Said, read_message
from data.importers.otlp_span import Span
from data.importers.otlp_values import loaded
from data.importers.otlp_wire import restored


@dataclass(slots=True)
class Request:
    """A request that was read: its messages, and the chain up to and including each."""

    base: Chain
    bodies: list[str]
    """Those of its first `amount`; what follows is of one that goes on from it."""
    chains: list[Chain]
    amount: int
    system: int
    """How many of its messages stand outside `region`."""
    place: Place
    """After its last message."""
    region: Region | None = None

    @property
    def size(self) -> int:
        return len(self.region.data) if self.region else 0

    @property
    def chain(self) -> Chain:
        return self.chains[self.amount - 1] if self.amount else self.base

    def further(self, region: Region) -> Request:
        """One that begins as this one does, to be added to."""
        bodies, chains = self.bodies, self.chains
        if len(bodies) > self.amount:
            bodies, chains = bodies[: self.amount], chains[: self.amount]
        place = self.place.copy()
        return Request(self.base, bodies, chains, self.amount, self.system, place, region)

    def add(self, body: str, chain: Chain) -> None:
        self.bodies.append(body)
        self.chains.append(chain)
        self.amount += 1


def grown(
    earlier: Iterable[Request], base: Chain, raw: Raw, span: Span, told: set[str]
) -> Request | None:
    """`told` are the marks that the trace's spans have, and this one's then.

    The request where its beginning was recognised as bytes; None where it was not, or where
    what follows does not simply go on."""
    region: Region | None = raw.known
    before = region.before if region else None
    known = next((r for r in earlier if before and r.region is before), None)
    if region is None or known is None:
        return None
    if region.as_json:
        text = region.fresh.lstrip()
        new = loaded((b"[" + text.removeprefix(b",") + b"]").decode("utf-8", "replace"))
        smooth = isinstance(new, list)
        system = [body_of(m) for m in system_of(raw.attributes)]
    else:
        flat = flat_of(raw, "llm.input_messages")
        new = [openinference(one) for one in flat.values()]
        smooth, system = next(iter(flat), known.amount) == known.amount, []
    if not smooth or known.base is not base or known.bodies[: known.system] != system:
        return None
    region.before = None
    request = known.further(region)
    _add(request, new, span, told)
    return request


def compared(
    earlier: Iterable[Request], base: Chain, raw: Raw, span: Span, told: set[str]
) -> Request | None:
    """The request decoded in full, and compared text by text with those before it."""
    restored(raw)
    region: Region | None = raw.known
    found = inputs_of(raw)
    if not found:
        return None
    bodies = [body_of(message) for message in found]
    best, share = None, 0
    for one in earlier:
        if one.base is base and (same := min(_same(one.bodies, bodies), one.amount)) > share:
            best, share = one, same
    request = Request(base, [], [], share, len(system_of(raw.attributes)), Place(), region)
    if best is not None:
        request.bodies, request.chains = best.bodies[:share], best.chains[:share]
        if share == best.amount:
            request.place = best.place.copy()
        else:
            for message, chain in zip(found[:share], request.chains, strict=True):
                said = read_message(message)
                request.place.hear(message, said, word(said.role) or "user", chain.digest)
    _add(request, found[share:], span, told, bodies[share:])
    return request


def _add(
    request: Request, new: list[Any], span: Span, told: set[str], bodies: list[str] | None = None
) -> None:
    chain, place = request.chain, request.place
    for number, message in enumerate(new):
        body = bodies[number] if bodies is not None else body_of(message)
        said = read_message(message)
        role = word(said.role) or "user"
        chain = chain.add(_part(role, said), role, body)
        request.add(body, chain)
        for mark in place.hear(message, said, role, chain.digest):
            if mark[2] not in told:
                told.add(mark[2])
                span.results.append(mark)
    span.mark = place.mark


def _same(one: list[str], other: list[str]) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


def _part(role: str, said: Said) -> Part:
    if role in ("system", "developer"):
        return "system"
    if role in ("assistant", "model", "ai"):
        return "reasoning"
    if role in ("tool", "function") or (said.results and not said.text):
        return "observation"
    if role not in ("user", "human"):
        return "note"
    return "observation" if OBSERVED.match(said.text) else "question"
