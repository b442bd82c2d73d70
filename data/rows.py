"""What the store tells about runs and steps: derived from the events, never stored twice.

Times are seconds since the epoch, UTC. None is unknown, never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

RunStatus = Literal[
    "running", "interrupted", "stale", "success", "partial", "limit", "error", "cancelled"
]

UNDATED = "undated"
"""In what a rig keeps of an imported run: its trace tells no time."""


def lasted(started_at: float, ended_at: float | None, origin: str) -> float | None:
    """Milliseconds. Unknown before the end, and of what was imported with one time alone, which is
    both its beginning and its end."""
    if ended_at is None or (origin == "imported" and ended_at == started_at):
        return None
    return (ended_at - started_at) * 1000


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with its totals. A run without a last event is `running` while a worker lives, or
    while a program goes on sending its trace; when that falls silent it is `stale`."""

    run_id: str
    comparison_id: str | None
    parent_run_id: str | None
    forked_at: int | None
    question: str
    scenario: str
    paradigm: str
    model: str
    planner_model: str | None
    rig: Mapping[str, Any]
    origin: str
    status: RunStatus
    reason: str
    answer: str | None
    passed: bool | None
    started_at: float
    ended_at: float | None
    events: int
    model_calls: int
    tool_calls: int
    tool_errors: int
    input_tokens: int | None
    """Sum over the calls whose usage is known; None when none is."""
    cached_tokens: int | None
    output_tokens: int | None
    peak_input_tokens: int | None
    unknown_usage: int
    """Model calls whose usage is unknown; above 0 the sums are partial."""
    usage_source: Literal["reported", "counted", "mixed", "unknown"]
    cost_usd: float | None
    """Sum over the priced calls; None when none is priced."""
    unpriced: int
    cost_why: str
    """Why there is no price, or where the price came from."""
    forks: int = 0
    label: str = ""
    """What the owner or a sample says of the run, such as how it was made."""

    called_by: str | None = None
    """The run whose call this one carried out (a sub-run)."""
    called_as: str = ""
    """The id of that call."""
    source: str = ""
    """For an imported run, what it was read from: format and digest or id."""
    sub_runs: int = 0
    """Runs that carried out its calls, those that a fork inherits too. What they took stands
    below, and in none of the totals above."""
    inner_model_calls: int = 0
    inner_tool_calls: int = 0
    inner_input_tokens: int | None = None
    inner_output_tokens: int | None = None
    inner_cost_usd: float | None = None

    @property
    def whole_input_tokens(self) -> int | None:
        """With what its sub-runs read; as far as both are known."""
        known = [n for n in (self.input_tokens, self.inner_input_tokens) if n is not None]
        return sum(known) if known else None

    @property
    def whole_cost_usd(self) -> float | None:
        known = [usd for usd in (self.cost_usd, self.inner_cost_usd) if usd is not None]
        return sum(known) if known else None

    @property
    def dated(self) -> bool:
        """Whether `started_at` is known: an imported run that tells no time has its file's."""
        imported = self.rig.get("imported")
        told = imported.get(UNDATED) if self.source and isinstance(imported, dict) else None
        return told is not True

    @property
    def duration_ms(self) -> float | None:
        return lasted(self.started_at, self.ended_at, self.origin)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step is what a reader counts: a model call or a tool call."""

    run_id: str
    seq: int
    """The number of its event in the run, from 0."""
    kind: Literal["model", "tool"]
    actor: str
    """agent, planner, evaluator, ... ; empty for a tool."""
    name: str
    """The model's or the tool's name."""
    started_at: float
    ended_at: float
    status: str
    """A model call: its finish. A tool call: its outcome."""
    origin: str
    input_tokens: int | None = None
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    usage_source: str = "unknown"
    cost_usd: float | None = None
    cost_why: str = ""
    request: str | None = None
    """Digest of the request as sent."""
    summary: str = ""
    """One line for a lane: the thought, the calls wished for, the arguments, or what went wrong."""
    call_key: str = ""
    """Tool name and canonical arguments: equal for identical calls."""
    fault: str = ""
    forced: bool = False
    first_token_at: float | None = None
    sub_run: str = ""
    """The run that carried this tool call out (an inner loop); it may not be in this file."""
    notes: str = ""
    """Of a tool call, with semicolons between: `refresh`, `checked by code: rows > 0`."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """Counted tokens of the request by part (see agents.messages.Part), for a model call."""

    @property
    def duration_ms(self) -> float | None:
        return lasted(self.started_at, self.ended_at, self.origin)
