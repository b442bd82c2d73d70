"""Three things that are easily taken for one another (seed 001, S1-34): the calls were accepted,
the information was retrieved, the task was completed."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.words import t
from data.rows import RunRow, StepRow
from data.scenario import Judgement

NOT_ACCEPTED = frozenset({"unknown_tool", "invalid"})
RETRIEVED = "retrieved"
"""Begins the names of an evaluator's checks of what was really read."""


def outcomes(
    run: RunRow, steps: Sequence[StepRow], verdict: Judgement | None
) -> dict[str, bool | None]:
    """None where it cannot be told: no call was made, nobody judges, it still runs."""
    calls = [step.status for step in steps if step.kind == "tool"]
    checks = [c.passed for c in verdict.checks if c.name.startswith(RETRIEVED)] if verdict else []
    return {
        "calls_accepted": not NOT_ACCEPTED.intersection(calls) if calls else None,
        "information_retrieved": all(checks) if checks else None,
        "task_completed": run.passed,
    }


def told(found: dict[str, bool | None]) -> str:
    marks = {True: "✓", False: "✗", None: "?"}
    return "\n".join(f"{marks[value]} {t(f'outcome.{name}')}" for name, value in found.items())
