"""What is measured of a single trial: seed 001's six metrics and its three outcomes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.planned import PlanCounts
from agents.repeats import REFRESHED
from dashboard.outcomes import outcomes
from data.rows import RunRow, StepRow
from data.scenario import Judgement

if TYPE_CHECKING:
    from dashboard.service import Service

KEPT = 20_000
AT_ONCE = 50
"""Runs whose events are in memory together."""


@dataclass(frozen=True, slots=True)
class Measured:
    """None is unknown, or does not apply. A run that is still going on has no measures."""

    run_id: str
    status: str
    passed: bool | None
    """The third outcome: the task was completed."""
    calls_accepted: bool | None
    information_retrieved: bool | None
    unsupported: int
    """Claims of the answer that nothing read supports (data.findings)."""
    tool_errors: int
    repeated_calls: int
    """Calls that had been made before with the same arguments."""
    model_calls: int
    tool_calls: int
    input_tokens: int | None
    output_tokens: int | None
    partial_usage: bool
    """Some calls' usage is unknown, so that the sums are minimums."""
    cost_usd: float | None
    duration_ms: float | None
    plan: PlanCounts | None

    @property
    def tokens(self) -> int | None:
        """Read and written; None where not all of it is known."""
        if self.partial_usage or self.input_tokens is None or self.output_tokens is None:
            return None
        return self.input_tokens + self.output_tokens


class Measures:
    """Kept as long as a run has as many events and the same verdict. From any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._kept: OrderedDict[tuple[object, ...], Measured] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, rows: Sequence[RunRow]) -> dict[str, Measured]:
        """Run id -> what was measured, of the runs that have ended."""
        ended = [row for row in rows if row.status != "running"]
        with self._lock:
            found = {row.run_id: self._kept[_key(row)] for row in ended if _key(row) in self._kept}
        missing = [row for row in ended if row.run_id not in found]
        fresh = self._measured(missing) if missing else {}
        with self._lock:
            for row in missing:
                self._kept[_key(row)] = fresh[row.run_id]
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found | fresh

    def _measured(self, rows: Sequence[RunRow]) -> dict[str, Measured]:
        steps = self._service.steps_of(rows)
        plans = self._service.plans.of(rows)
        verdicts = self._service.store.verdicts([row.run_id for row in rows])
        claims = self._unsupported(rows)
        return {
            (i := row.run_id): measured(row, steps[i], plans[i], verdicts.get(i), claims[i])
            for row in rows
        }

    def _unsupported(self, rows: Sequence[RunRow]) -> dict[str, int]:
        """By the one detector that is asked for here: all of them take four times as long."""
        from agents.evidence.story import story
        from data.findings.evidence import unsupported_answer

        found: dict[str, int] = {}
        for place in range(0, len(rows), AT_ONCE):
            ids = [row.run_id for row in rows[place : place + AT_ONCE]]
            for run_id, events in self._service.store.histories(ids).items():
                found[run_id] = sum(1 for _ in unsupported_answer(story(events, ())))
        return found


def measured(
    row: RunRow,
    steps: Sequence[StepRow],
    plan: PlanCounts | None,
    verdict: Judgement | None,
    unsupported: int,
) -> Measured:
    told = outcomes(row, steps, verdict)
    return Measured(
        row.run_id,
        row.status,
        row.passed,
        told["calls_accepted"],
        told["information_retrieved"],
        unsupported,
        row.tool_errors,
        repeated_calls(steps),
        row.model_calls + row.inner_model_calls,
        row.tool_calls + row.inner_tool_calls,
        row.whole_input_tokens,
        _sum(row.output_tokens, row.inner_output_tokens),
        row.unknown_usage > 0,
        row.whole_cost_usd,
        row.duration_ms,
        plan,
    )


def repeated_calls(steps: Sequence[StepRow]) -> int:
    made = [
        step.call_key
        for step in steps
        if step.kind == "tool" and step.call_key and REFRESHED not in step.notes.split("; ")
    ]
    return len(made) - len(set(made))


def _sum(*parts: int | None) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def _key(row: RunRow) -> tuple[object, ...]:
    return row.run_id, row.started_at, row.events, row.status, row.passed
