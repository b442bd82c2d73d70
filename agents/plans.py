"""A plan as data: steps with a tool each, what they need, and how they ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

OnFail = Literal["retry", "skip", "replan", "abort"]
Merge = Literal["append", "last", "sum"]
Mode = Literal["call", "react"]
INNER = "react"
"""The name that a step bears instead of a tool's when an inner loop carries it out."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """Seed 003's five fields, plus the tool and the arguments the step calls it with."""

    id: str
    task: str
    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    done_when: str = ""
    """A condition that code checks (agents.reading.conditions); empty is unchecked."""
    on_fail: OnFail = "replan"
    into: str = ""
    """A shared field that the result is put into; later steps read `@FIELD.items` or `.value`."""
    merge: Merge | None = None
    """How several results in one field become one; needed as soon as two steps write it."""
    mode: Mode = "call"
    """`call` is one call with these arguments. `react` is an inner loop: `args["question"]` is
    what it is asked, everything else in `args` is handed over with it (seed 003: a step that
    reads may look as often as it needs to, one that writes is a single fixed call)."""
    tools: tuple[str, ...] = ()
    """What the inner loop may call, all of it reading; empty is every tool that reads."""


@dataclass(frozen=True, slots=True)
class Plan:
    goal: str
    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """An evaluator's answer about one step (seed 002: StepEvaluation)."""

    step: str
    satisfied: bool
    reason: str
