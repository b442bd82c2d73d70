"""One request of Kimi Code as its log tells it: what came back, what it took, and when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agents.messages import Call, Usage
from data.importers.hostile import count_of
from data.importers.usages import usage_of


class Timing(NamedTuple):
    """Seconds after the request, as the end of a step may tell them."""

    first_token: float | None = None
    whole: float | None = None


@dataclass
class Asked:
    """A request that has not been told yet."""

    at: float | None
    model: str
    compaction: bool
    parts: list[Any] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    wishes: list[dict[str, Any]] = field(default_factory=list)
    results: list[tuple[dict[str, Any], float | None]] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    spoken_at: float | None = None
    """When its parts were written down: before a person is asked about its calls."""
    timing: Timing = field(default_factory=Timing)

    @property
    def empty(self) -> bool:
        return not self.parts and not self.calls


def timing_of(event: dict[str, Any]) -> Timing:
    names = ("llmRequestBuildMs", "llmFirstTokenLatencyMs", "llmStreamDurationMs")
    built, waited, streamed = (count_of(event.get(name)) for name in names)
    if waited is None:
        return Timing()
    first = ((built or 0) + waited) / 1000
    return Timing(first, None if streamed is None else first + streamed / 1000)


def after(begun: float | None, seconds: float | None) -> float | None:
    return None if begun is None or seconds is None else begun + seconds


def usage_told(told: Any) -> Usage:
    """`inputOther` is what neither came from the cache nor went into it."""
    if not isinstance(told, dict):
        return Usage()
    read, written = count_of(told.get("inputCacheRead")), count_of(told.get("inputCacheCreation"))
    fresh = count_of(told.get("inputOther"))
    whole = None if fresh is None else fresh + (read or 0) + (written or 0)
    return usage_of(whole, told.get("output"), read, written)
