"""A span with its meaning."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from data.importers.chains import Chain
from data.importers.otlp_kinds import OTHER

Score = dict[str, Any]
"""What an evaluator said: name, value, label, explanation, error, own (see otlp_own), as far as it
is known."""


@dataclass(slots=True)
class Span:
    """Fit to be kept as JSON, but for `chain`. Of a kind, only its own fields are filled."""

    trace: str
    id: str
    parent: str = ""
    name: str = ""
    scope: str = ""
    kind: str = OTHER
    start: float | None = None
    end: float | None = None
    failed: bool = False
    message: str = ""
    rest: dict[str, Any] = field(default_factory=dict)
    """Attributes that nothing here reads, as they are."""
    dropped: int = 0
    """Attributes too long to be kept so."""
    input: str = ""
    """Of an agent or a root its task, of a tool call its arguments."""
    output: str = ""
    scores: list[Score] = field(default_factory=list)
    resource: dict[str, Any] = field(default_factory=dict)
    """Of a root only."""
    # a model call
    request: str = ""
    """The digest of its chain."""
    chain: Chain | None = field(default=None, repr=False)
    question: str = ""
    """In old files: today it is a mark."""
    model: str = ""
    provider: str = ""
    usage: list[int | None] = field(default_factory=list)
    cost: float | None = None
    calls: list[list[Any]] = field(default_factory=list)
    results: list[list[Any]] = field(default_factory=list)
    """The marks that came with its request first (see otlp_marks); in old files only results."""
    mark: str = ""
    """The last one of its request."""
    thinking: str = ""
    finish: str = ""
    """Of an agent, set where its output is a message, whose text is the answer as it is."""
    settings: dict[str, Any] = field(default_factory=dict)
    tools: list[Any] = field(default_factory=list)
    response: str = ""
    # a tool call
    call: str = ""
    """The id that the model gave the call."""
    tool: str = ""

    def told(self) -> dict[str, Any]:
        """What is not empty, for `Span(**...)`."""
        return {name: value for name, value in zip(TOLD, _values(self), strict=True) if value}

    @property
    def at(self) -> float:
        return next((t for t in (self.end, self.start) if t is not None), 0.0)


TOLD = [one.name for one in fields(Span) if one.name != "chain"]
_values = attrgetter(*TOLD)
