"""Bad habits that the scripted model can be told to have, for whoever asks in a form or a verb."""

from __future__ import annotations

from collections.abc import Sequence

from agents.errors import BadInput
from agents.models.habits import HABITS
from dashboard.words import t
from data.scenario import Scenario

SCRIPTED = "scripted"


def bent(models: Sequence[str], habits: Sequence[str]) -> list[str]:
    """The models, the scripted one once with each of the habits. Raises BadInput where there is a
    habit and no scripted model to have it."""
    if not habits:
        return list(models)
    if SCRIPTED not in models:
        raise BadInput(t("wrong.habit"))
    return [
        name
        for model in models
        for name in ([f"{SCRIPTED}+{h}" for h in habits] if model == SCRIPTED else [model])
    ]


def habit_of(model: str) -> str:
    """As it was asked for, `HABIT` or `HABIT@TURN`; empty for any other model."""
    name, _, habit = model.partition("+")
    return habit if name == SCRIPTED else ""


def described(name: str) -> str:
    habit = HABITS.get(name.partition("@")[0])
    if habit is None:
        return name
    says = t(f"habit.{habit.name}")
    if not habit.needs:
        return says
    return t("habit.needs", says=says, needs=t(f"habit.{habit.name}.needs"))


def habits_for(scenario: Scenario) -> list[str]:
    """The habits that find an occasion in this scenario, in some paradigm."""
    properties = {
        name for tool in scenario.tools for name in tool.spec.parameters.get("properties", {})
    }
    plan = scenario.script.plan(scenario.question)
    unchecked = any(not step.done_when for step in plan)
    possible = {
        "local-optimum": "query" in properties,
        "goal-drift": bool(properties & {"query", "city"}),
        "stale-plan": unchecked,
        "too-strict": unchecked and len(plan) > 1,  # a single step may be one that goes wrong
        "too-lenient": unchecked,
        "outdated-evidence": "outdated-notes" in scenario.faults,
        "followed-injection": any(name.startswith("injected") for name in scenario.faults),
    }
    return [name for name in HABITS if possible.get(name, True)]
