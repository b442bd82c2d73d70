"""A plan as it stands: which steps are to do, done, accepted, rejected, skipped or dropped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from agents.events import Returned
from agents.messages import Call
from agents.plans import OnFail, Plan, PlanStep, Verdict
from agents.reading.conditions import holds
from agents.reading.references import value_of

StepStatus = Literal["todo", "done", "failed", "accepted", "rejected", "skipped", "dropped"]
"""`done` was carried out and not (yet) checked; `failed` is the tool's own failure; `skipped`
failed too, but its plan said that it may be missing."""
MOST_TRIES = 2
CHECKED = "checked by code: "


@dataclass(frozen=True, slots=True)
class Planned:
    step: PlanStep
    status: StepStatus = "todo"
    result: Returned | None = None
    reason: str = ""
    """Why it was rejected or dropped."""
    round: int = 0
    """0 for the first plan, then the number of the replan that brought it."""
    tries: int = 0

    @property
    def key(self) -> str:
        """Names the step within its run: ids may come again in a replan."""
        return f"{self.round}.{self.step.id}" if self.round else self.step.id

    @property
    def on_fail(self) -> OnFail:
        """What is to happen now that it failed: a retry is for what may pass by itself, and a
        write whose outcome nobody knows goes to a person whatever the plan says (seed 003)."""
        result = self.result
        if result and result.effect == "writes" and result.outcome in ("timeout", "cancelled"):
            return "abort"
        if self.step.on_fail != "retry":
            return self.step.on_fail
        again = self.status == "failed" and bool(result and result.retryable)
        return "retry" if again and self.tries < MOST_TRIES else "replan"


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
        # an error that may pass by itself says nothing against the step (case L26)
        if old.status == "rejected" and not (old.result and old.result.retryable):
            why = f"repeats the rejected step {old.key} unchanged"
            return Planned(step, "rejected", None, why, round_)
        if old.status == "accepted":
            return Planned(step, "accepted", old.result, f"as step {old.key}", round_)
    return Planned(step, round=round_)


def checked_by(plan: tuple[Planned, ...], step: str) -> tuple[str, ...]:
    """A note on a good result of that step: `performed` holds it against this condition."""
    found = (p.step.done_when for p in plan if p.key == step and p.step.done_when)
    return tuple(f"{CHECKED}{condition}" for condition in found)


def performed(plan: tuple[Planned, ...], result: Returned) -> tuple[Planned, ...]:
    """With its condition, where it has one, checked by code at once."""
    return tuple(_tried(p, result, plan) if p.key == result.call.step else p for p in plan)


def _tried(p: Planned, result: Returned, plan: tuple[Planned, ...]) -> Planned:
    tried = replace(p, result=result, tries=p.tries + 1)
    if result.outcome != "ok":
        return _settled(tried, "failed", result.outcome)
    if not p.step.done_when:
        return replace(tried, status="done")
    value = value_of(result.output)
    if holds(p.step.done_when, value, {**values(plan), p.step.id: value}):
        return replace(tried, status="accepted", reason=f"code checked: {p.step.done_when}")
    return _settled(tried, "rejected", f"code checked and it does not hold: {p.step.done_when}")


def inner_step(plan: tuple[Planned, ...] | None, call: Call) -> PlanStep | None:
    """The step that this call carries out by an inner loop; None for a call of a tool."""
    steps = (p.step for p in plan or () if call.step and p.key == call.step)
    return next((step for step in steps if step.mode == "react"), None)


def judged(plan: tuple[Planned, ...], verdict: Verdict) -> tuple[Planned, ...]:
    return tuple(
        replace(p, status="accepted", reason=verdict.reason)
        if p.key == verdict.step and verdict.satisfied
        else _settled(p, "rejected", verdict.reason)
        if p.key == verdict.step
        else p
        for p in plan
    )


def _settled(p: Planned, status: StepStatus, reason: str) -> Planned:
    status = "skipped" if p.step.on_fail == "skip" else status
    return replace(p, status=status, reason=reason)


def values(plan: tuple[Planned, ...]) -> dict[str, Any]:
    """What references may be taken from: results by step id, a later round's before an earlier
    one's, and the shared fields by name, merged by their rule in the order of the plan."""
    found: dict[str, Any] = {}
    written: dict[str, list[Planned]] = {}
    for p in plan:
        if p.result is None or p.status in ("rejected", "failed", "skipped"):
            continue
        found[p.step.id] = value_of(p.result.output)
        if p.step.into:
            written.setdefault(p.step.into, []).append(p)
    return {**{field: _merged(steps) for field, steps in written.items()}, **found}


def _merged(steps: list[Planned]) -> dict[str, Any]:
    items = [value_of(p.result.output) for p in steps if p.result]
    rule = steps[0].step.merge
    numbers = [x for x in items if isinstance(x, int | float)]
    total = sum(numbers) if rule == "sum" and len(numbers) == len(items) else None
    return {"items": items, "value": total if rule == "sum" else items[-1]}


def ready(plan: tuple[Planned, ...]) -> tuple[Planned, ...]:
    """Steps to do (or to try again) whose inputs, within their own round, are settled."""
    todo = {(p.round, p.step.id) for p in plan if _open(p)}
    return tuple(
        p
        for p in plan
        if _open(p) and not any((p.round, needed) in todo for needed in p.step.inputs)
    )


def awaiting_verdict(plan: tuple[Planned, ...]) -> Planned | None:
    """The first step that was carried out and that nobody has looked at yet."""
    return next(
        (p for p in plan if p.status in ("done", "failed") and p.result and not _open(p)), None
    )


def aborted(plan: tuple[Planned, ...]) -> Planned | None:
    """The step at which the run has to be handed to a person, if there is one."""
    failed = (p for p in plan if p.status in ("failed", "rejected") and p.result)
    return next((p for p in failed if p.on_fail == "abort"), None)


def _open(p: Planned) -> bool:
    return p.status == "todo" or (p.status == "failed" and p.on_fail == "retry")


@dataclass(frozen=True, slots=True)
class PlanCounts:
    """What seed 002 wants logged of every run, so that a rising replan rate is seen (S2-32)."""

    planned: int
    """Steps of the first plan."""
    executed: int
    """Steps that were carried out, of whichever plan."""
    rejected: int
    """Of those, the ones whose result was not accepted, by an evaluator or by code."""

    @property
    def replan_rate(self) -> float | None:
        """Rejected per executed step; None where none was carried out."""
        return self.rejected / self.executed if self.executed else None


def plan_counts(plan: tuple[Planned, ...] | None) -> PlanCounts | None:
    """None where there is no plan."""
    if not plan:
        return None
    executed = [p for p in plan if p.tries]
    rejected = sum(p.status in ("rejected", "skipped") for p in executed)
    return PlanCounts(sum(p.round == 0 for p in plan), len(executed), rejected)
