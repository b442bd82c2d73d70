"""What an import tells: what was found in a file, and what was lost and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from data.importers.times import moment

EXAMPLES = 20
"""Records of an unknown kind that are kept whole in the report, a file."""
LONGEST_EXAMPLE = 2_000


@dataclass
class Report:
    """Of one file. The counts are of all its runs, sub-runs too."""

    format: str
    path: str
    traces: int = 0
    model_calls: int = 0
    tool_calls: int = 0
    errors: int = 0
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    lost: Counter[str] = field(default_factory=Counter)
    zones: Counter[str] = field(default_factory=Counter)
    """The zones that its times were written in."""
    unknown: list[Any] = field(default_factory=list)
    """The first records of unknown kinds, raw."""

    def lose(self, what: str, count: int = 1) -> None:
        """`what` in words, with the reason: “lines that are no JSON: skipped”."""
        self.lost[what] += count

    def unknown_record(self, kind: Any, raw: Any) -> None:
        """A record of a kind that is not known, or that says nothing about the run: counted, and
        the first ones kept as they are."""
        name = str(kind)[:60]
        self.lost[f"records of kind “{name}”: not part of a run, the first ones kept raw"] += 1
        if len(self.unknown) < EXAMPLES and len(str(raw)) <= LONGEST_EXAMPLE:
            self.unknown.append(raw)

    def time(self, value: Any) -> float | None:
        """The time in seconds, its zone noted; None for what is no time."""
        found = moment(value)
        if found is None:
            return None
        self.zones[found[1]] += 1
        return found[0]

    def add_usage(self, input_: int | None, cached: int | None, output: int | None) -> None:
        self.input_tokens = _sum(self.input_tokens, input_)
        self.cached_tokens = _sum(self.cached_tokens, cached)
        self.output_tokens = _sum(self.output_tokens, output)

    def told(self) -> dict[str, Any]:
        """As JSON, for the run and for programs."""
        return {
            "path": self.path,
            "format": self.format,
            "traces": self.traces,
            "model_calls": self.model_calls,
            "tool_calls": self.tool_calls,
            "errors": self.errors,
            "input_tokens": self.input_tokens,
            "cached_tokens": self.cached_tokens,
            "output_tokens": self.output_tokens,
            "zones": dict(self.zones),
            "lost": [{"what": what, "count": count} for what, count in self.lost.items()],
        }


def _sum(so_far: int | None, more: int | None) -> int | None:
    return so_far if more is None else (so_far or 0) + more
