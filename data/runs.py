"""A run as it is announced to the store, before its first event."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from agents.messages import as_json
from data.scenario import Judgement
from data.writing.codec import plain, stamp


@dataclass(frozen=True, slots=True)
class NewRun:
    run_id: str
    question: str
    paradigm: str
    model: str
    planner_model: str | None = None
    scenario: str = ""
    rig: Mapping[str, Any] = field(default_factory=dict)
    """`RigSpec` as JSON, or whatever an imported trace tells of its rig."""
    origin: str = "live"
    comparison_id: str | None = None
    parent_run_id: str | None = None
    forked_at: int | None = None
    """How many of the parent's events the fork begins with; its own are numbered from there."""
    label: str = ""
    created_at: float | None = None
    """Seconds since the epoch; None is now. For an imported run, when it began."""
    called_by: str | None = None
    """The run whose call this one carried out: an inner loop, a sub-agent."""
    called_as: str = ""
    """The id of that call."""
    source: str = ""
    """For an imported run: format and a digest or id of what it was read from; the same source
    is not imported twice."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """For an imported run: what was read, what was lost and why."""


def run_values(run: NewRun) -> list[Any]:
    """In the order of the columns of `runs`."""
    created_at = time.time() if run.created_at is None else run.created_at
    return [
        run.run_id,
        run.comparison_id,
        run.parent_run_id,
        run.forked_at,
        plain(run.question),
        plain(run.scenario),
        plain(run.paradigm),
        plain(run.model),
        None if run.planner_model is None else plain(run.planner_model),
        as_json(dict(run.rig)),
        run.origin,
        plain(run.label),
        stamp(created_at),
        run.called_by,
        plain(run.called_as),
        plain(run.source),
        as_json(dict(run.report)),
    ]


def verdict_values(run_id: str, judgement: Judgement, at: float) -> list[Any]:
    """In the order of the columns of `verdicts`; `at` in seconds since the epoch."""
    checks = as_json([asdict(check) for check in judgement.checks])
    return [run_id, judgement.passed, checks, stamp(at)]
