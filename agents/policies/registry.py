"""The paradigms by name."""

from __future__ import annotations

from typing import NamedTuple

from agents.errors import BadInput
from agents.events import Actor
from agents.policies.function_calling import FunctionCalling
from agents.policies.plan_execute import PlanExecute, PlanReplan
from agents.policies.react import ReAct
from agents.policies.reflecting import Reflecting
from agents.rig import Policy


class Paradigm(NamedTuple):
    policy: type[Policy]
    title: str
    says: str
    """One sentence: how it decides."""
    actors: tuple[Actor, ...]


PARADIGMS: dict[str, Paradigm] = {
    "react": Paradigm(ReAct, "ReAct", "Thinks, acts and looks, one step at a time.", ("agent",)),
    "function-calling": Paradigm(
        FunctionCalling,
        "Function calling",
        "Calls tools in the provider's own form, several at once.",
        ("agent",),
    ),
    "plan-execute": Paradigm(
        PlanExecute,
        "Plan & execute",
        "Writes the whole plan first and carries it out unchecked.",
        ("planner", "synthesizer"),
    ),
    "plan-replan": Paradigm(
        PlanReplan,
        "Plan & replan",
        "Checks every step of its plan and rewrites the rest after a failure.",
        ("planner", "evaluator", "replanner", "synthesizer"),
    ),
}


def paradigm(name: str) -> Paradigm:
    """Raises BadInput, which lists the names."""
    try:
        return PARADIGMS[name]
    except KeyError:
        known = ", ".join((*PARADIGMS, "auto"))
        raise BadInput(f"There is no paradigm “{name}”; choose one of: {known}.") from None


def policy_of(name: str, *, reflect: bool = False) -> Policy:
    """Raises BadInput, as `paradigm` does."""
    policy = paradigm(name).policy()
    return Reflecting(policy) if reflect else policy


def actors_of(name: str, *, reflect: bool = False) -> tuple[Actor, ...]:
    """Who may be asked."""
    actors = paradigm(name).actors
    return (*actors, "reflector") if reflect else actors
