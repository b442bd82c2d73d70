"""What events come to, each counted once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from agents.events import Event, Replied, Returned

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums are over what is known and None where nothing is; the counts of unknown parts say
    when a sum is partial."""

    model_calls: int = 0
    tool_calls: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    unknown_usage: int = 0
    cost_usd: float | None = None
    unpriced: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.model_calls + other.model_calls,
            self.tool_calls + other.tool_calls,
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            self.unknown_usage + other.unknown_usage,
            _sum(self.cost_usd, other.cost_usd),
            self.unpriced + other.unpriced,
        )


def together(runs: Iterable[Iterable[Event]]) -> Totals:
    """Of several runs, an event that two share as one object (`Reading.histories`) counted once."""
    once = {id(event): event for run in runs for event in run}
    replies = [event for event in once.values() if isinstance(event, Replied)]
    read = [reply.usage.input_tokens for reply in replies]
    wrote = [reply.usage.output_tokens for reply in replies]
    costs = [reply.cost.usd for reply in replies]
    return Totals(
        len(replies),
        sum(isinstance(event, Returned) for event in once.values()),
        _known(read),
        _known(wrote),
        sum(None in pair for pair in zip(read, wrote, strict=True)),
        _known(costs),
        costs.count(None),
    )


def _known(values: Iterable[Number | None]) -> Number | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return _known((one, other))
