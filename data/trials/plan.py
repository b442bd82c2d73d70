"""What is to be tried: scenarios x paradigms x models x faults, each so many times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from agents.errors import BadInput
from agents.models.catalog import is_scripted
from agents.policies.registry import PARADIGMS, paradigm
from agents.rig import Limits, RigSpec
from data.bundled import scenario

MOST_CELLS = 5_000
MOST_TRIALS = 200
MOST_AT_ONCE = 16
NO_FAULT = "none"
JOINED = "+"
"""Between the names of faults that are switched on together: `empty+slow`."""


class TrialPlan(BaseModel):
    """Empty lists of paradigms are all of them. Made by `plan_from`, which explains what is
    wrong; a plan that was made can be run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = ""
    scenarios: tuple[str, ...] = Field(min_length=1)
    paradigms: tuple[str, ...] = tuple(PARADIGMS)
    models: tuple[str, ...] = ("scripted",)
    faults: tuple[str, ...] = (NO_FAULT,)
    """Each is a column of its own: `none`, a fault, or several joined with `+`."""
    trials: int = Field(default=3, ge=1, le=MOST_TRIALS)
    concurrency: int = Field(default=2, ge=1, le=MOST_AT_ONCE)
    budget_usd: float | None = Field(default=None, gt=0)
    chance: float = Field(default=1.0, gt=0, le=1)
    """How likely the faults of a cell, and the habit of a scripted model, are on in one of its
    repeats: below 1 it is drawn for each from `seed`, alike for every paradigm, so that
    paradigms are compared on the same luck. The scripted model does not vary otherwise."""
    seed: int = 0
    temperature: float | None = Field(default=None, ge=0)
    limits: Limits = Limits()
    tools: tuple[str, ...] = ()
    note: str = ""

    @model_validator(mode="after")
    def _can_be_run(self) -> TrialPlan:
        for names in (self.scenarios, self.paradigms, self.models, self.faults):
            if len(set(names)) != len(names):
                raise ValueError(f"“{_twice(names)}” is named twice; leave one of them out")
        for name in self.paradigms:
            paradigm(name)
        for name in self.scenarios:
            known = scenario(name).faults
            for fault in self.faults:
                missing = next((one for one in parts(fault) if one not in known), None)
                if missing is not None:
                    has = ", ".join(known) or "none"
                    raise ValueError(f"{name} has no fault “{missing}”; it has: {has}")
        if self.size > MOST_CELLS:
            raise ValueError(
                f"{self.told_size()} are {self.size:,} runs, and {MOST_CELLS:,} is the most of one "
                "set; take fewer of something"
            )
        if self.chance < 1 and not any(cell.may_vary for cell in self.cells()):
            raise ValueError(
                "A chance below 1 needs something that can be on or off: a fault, or a scripted "
                "model with a habit such as scripted+forgetful"
            )
        return self

    @property
    def size(self) -> int:
        """How many runs it is."""
        kinds = (self.scenarios, self.paradigms, self.models, self.faults)
        found = self.trials
        for names in kinds:
            found *= len(names)
        return found

    def told_size(self) -> str:
        counted = (
            (len(self.scenarios), "scenario"),
            (len(self.paradigms), "paradigm"),
            (len(self.models), "model"),
            (len(self.faults), "fault"),
            (self.trials, "trial"),
        )
        return " × ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counted)

    def cells(self) -> Iterator[Cell]:
        """In an order in which a set that is broken off early has something of everything: the
        first repeat of every cell, then the second."""
        number = 0
        for trial in range(self.trials):
            for name in self.scenarios:
                for fault in self.faults:
                    for model in self.models:
                        for using in self.paradigms:
                            key = CellKey(name, fault, model, using)
                            yield Cell(number, key, trial, self)
                            number += 1


@dataclass(frozen=True, slots=True, order=True)
class CellKey:
    """What the repeats of one cell of the matrix have in common."""

    scenario: str
    fault: str
    model: str
    paradigm: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One trial of a plan: exactly one run fills it."""

    number: int
    key: CellKey
    trial: int
    plan: TrialPlan

    @property
    def may_vary(self) -> bool:
        """Is there something in it that a chance below 1 could switch off?"""
        habit = is_scripted(self.key.model) and "+" in self.key.model
        return habit or bool(parts(self.key.fault))

    @property
    def deterministic(self) -> bool:
        """Must all repeats of it be equal?"""
        varies = self.plan.chance < 1 and self.may_vary
        return is_scripted(self.key.model) and not varies

    @property
    def is_on(self) -> bool:
        """Were the faults and the habit drawn for this repeat?"""
        if self.plan.chance >= 1 or not self.may_vary:
            return True
        named = f"{self.plan.seed}/{self.key.scenario}/{self.key.fault}/{self.trial}"
        return random.Random(named).random() < self.plan.chance

    def spec(self) -> RigSpec:
        on, model = self.is_on, self.key.model
        if not on and is_scripted(model):
            model = "scripted"
        return RigSpec(
            paradigm=self.key.paradigm,
            model=model,
            faults=parts(self.key.fault) if on else (),
            limits=self.plan.limits,
            temperature=self.plan.temperature,
            tools=self.plan.tools,
        )


def parts(fault: str) -> tuple[str, ...]:
    return () if fault == NO_FAULT else tuple(fault.split(JOINED))


def plan_from(data: object) -> TrialPlan:
    """Raises BadInput, one sentence that says what cannot be had."""
    try:
        return TrialPlan.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"][:1])
        text = first["msg"].removeprefix("Value error, ")
        got = f" (got {first['input']!r})" if place and first["type"] != "missing" else ""
        said = f"{_NAMES.get(place, place)}: {text}{got}" if place else text
        raise BadInput(f"{said}.") from None


_NAMES = {"budget_usd": "the cost cap", "scenarios": "scenarios"}


def _twice(names: tuple[str, ...]) -> str:
    return next(name for name in names if names.count(name) > 1)


State = Literal["running", "paused", "interrupted", "cancelled", "budget", "failed", "done"]
ENDED: frozenset[str] = frozenset({"cancelled", "done"})


def as_data(plan: TrialPlan) -> dict[str, Any]:
    return plan.model_dump(mode="json", exclude_defaults=True) | {"trials": plan.trials}
