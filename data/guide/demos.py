"""Runs that show something, each with the scripted model: what is started at a click."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.budgets import budget
from agents.errors import BadInput
from agents.rig import Limits, RigSpec


@dataclass(frozen=True, slots=True)
class Lane:
    paradigm: str
    habit: str = ""
    """A bad habit of the scripted model (agents.models.habits)."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Other fields of RigSpec."""

    def spec(self) -> RigSpec:
        model = f"scripted+{self.habit}" if self.habit else "scripted"
        return RigSpec(paradigm=self.paradigm, model=model, **self.more)


Shows = Literal["finding", "whole"]


@dataclass(frozen=True, slots=True)
class Demo:
    """One lane is opened in Replay, several in Compare. `shows` a finding: it opens at the step
    that proves it, where there is one."""

    name: str
    scenario: str
    lanes: tuple[Lane, ...]
    shows: Shows = "whole"


def _one(name: str, scenario: str, paradigm: str, **more: Any) -> Demo:
    return Demo(name, scenario, (Lane(paradigm, more=more),))


def _failing(habit: str, scenario: str, paradigm: str) -> Demo:
    return Demo(habit, scenario, (Lane(paradigm, habit),), "finding")


def _within(name: str, scenario: str, paradigm: str) -> Demo:
    named = budget(name)
    limits: Limits = named.over({})
    return _one(f"budget-{name}", scenario, paradigm, limits=limits, reflect=named.reflect)


FAULT = ("wrong-passage",)
_ALL = (
    # seed 000's leaves
    _one("one-call", "lab-larkspur-1", "function-calling"),
    _one("parallel-calls", "umbrella", "function-calling"),
    _one("several-calls", "larkspur-4", "function-calling"),
    _one("text-actions", "umbrella", "react"),
    _one("visible-thoughts", "refund-policy", "react"),
    _one("found-on-the-way", "project-x", "react"),
    _one("fixed-plan", "larkspur-6", "plan-execute"),
    _one("replanning", "georgia", "plan-replan", faults=FAULT),
    _one("branches", "report", "plan-execute"),
    # seed 002: the same wrong passage, unchecked and checked
    Demo(
        "wrong-passage-checked",
        "larkspur-4",
        (Lane("plan-execute", more={"faults": FAULT}), Lane("plan-replan", more={"faults": FAULT})),
    ),
    # seed 003's conditions and shapes
    _one("asks-back", "project-x-name", "react"),
    _one("world-changes", "umbrella", "react", faults=("temporary-error",)),
    _one("checked-by-code", "refund", "plan-replan"),
    Demo("one-redo", "umbrella", (Lane("react", "forgetful", {"reflect": True}),)),
    # and its failure modes
    _failing("repeated-action", "umbrella", "react"),
    _failing("ignored-observation", "stock", "react"),
    _failing("local-optimum", "larkspur-4", "react"),
    _failing("format-drift", "umbrella", "react"),
    # and its budgets
    _within("single-question", "lab-larkspur-1", "function-calling"),
    _within("exploration", "project-x", "react"),
    _within("pipeline", "project-x-inner", "plan-execute"),
    _within("pipeline-reviewed", "report", "plan-execute"),
)
DEMOS: dict[str, Demo] = {demo.name: demo for demo in _ALL}


def demo(name: str) -> Demo:
    """Raises BadInput."""
    try:
        return DEMOS[name]
    except KeyError:
        raise BadInput(f"There is no demo {name[:60]!r} to watch.") from None
