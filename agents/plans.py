"""A plan as data: steps with a tool each, what they need, and how they ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

OnFail = Literal["retry", "skip", "replan", "abort"]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """Seed 003's five fields, plus the tool and the arguments the step calls it with."""

    id: str
    task: str
    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    done_when: str = ""
    on_fail: OnFail = "replan"


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
