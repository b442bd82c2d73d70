"""A plan as it stands: which steps are to do, done, accepted, rejected or dropped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from agents.events import Returned
from agents.plans import Plan, PlanStep, Verdict

StepStatus = Literal["todo", "done", "failed", "accepted", "rejected", "dropped"]
"""`done` was carried out and not (yet) checked; `failed` is the tool's own failure."""


@dataclass(frozen=True, slots=True)
class Planned:
    step: PlanStep
    status: StepStatus = "todo"
    result: Returned | None = None
    reason: str = ""
    """Why it was rejected or dropped."""
    round: int = 0
    """0 for the first plan, then the number of the replan that brought it."""

    @property
    def key(self) -> str:
        """Names the step within its run: ids may come again in a replan."""
        return f"{self.round}.{self.step.id}" if self.round else self.step.id


def planned(before: tuple[Planned, ...], plan: Plan) -> tuple[Planned, ...]:
    """A replan rewrites what was still to do and leaves what was done as it is.

    A step that repeats a rejected one unchanged is never run again (seed 002); one that
    repeats an accepted one takes over its result (case L26).
    """
    round_ = max((p.round for p in before), default=-1) + 1
    kept = tuple(
        replace(p, status="dropped", reason="replaced by a new plan") if p.status == "todo" else p
        for p in before
    )
    return kept + tuple(_fresh(step, kept, round_) for step in plan.steps)


def _fresh(step: PlanStep, before: tuple[Planned, ...], round_: int) -> Planned:
    for old in before:
        if (old.step.tool, old.step.args) != (step.tool, step.args):
            continue
        if old.status == "rejected":
            why = f"repeats the rejected step {old.key} unchanged"
            return Planned(step, "rejected", None, why, round_)
        if old.status == "accepted":
            return Planned(step, "accepted", old.result, f"as step {old.key}", round_)
    return Planned(step, round=round_)


def performed(plan: tuple[Planned, ...], result: Returned) -> tuple[Planned, ...]:
    status: StepStatus = "done" if result.outcome == "ok" else "failed"
    return tuple(
        replace(p, status=status, result=result) if p.key == result.call.step else p for p in plan
    )


def judged(plan: tuple[Planned, ...], verdict: Verdict) -> tuple[Planned, ...]:
    status: StepStatus = "accepted" if verdict.satisfied else "rejected"
    return tuple(
        replace(p, status=status, reason=verdict.reason) if p.key == verdict.step else p
        for p in plan
    )


def ready(plan: tuple[Planned, ...]) -> tuple[Planned, ...]:
    """Steps to do whose inputs, within their own round, are no longer to do."""
    todo = {(p.round, p.step.id) for p in plan if p.status == "todo"}
    return tuple(
        p
        for p in plan
        if p.status == "todo" and not any((p.round, needed) in todo for needed in p.step.inputs)
    )


def awaiting_verdict(plan: tuple[Planned, ...]) -> Planned | None:
    """The first step that was carried out and that no evaluator has looked at yet."""
    return next((p for p in plan if p.status in ("done", "failed") and p.result), None)
