"""Named limits: seed 003's table of what a kind of task may take (its section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.errors import BadInput
from agents.rig import Limits


@dataclass(frozen=True, slots=True)
class Budget:
    name: str
    title: str
    says: str
    says_zh: str
    """The seed's own words."""
    limits: Mapping[str, Any]
    """Fields of `Limits` that differ from the defaults."""
    reflect: bool = False

    def over(self, given: Mapping[str, Any]) -> Limits:
        """Its limits, with those that were given for themselves in their place. Raises
        pydantic.ValidationError for a value that no limit can have."""
        return Limits.model_validate({**self.limits, **given})


_PIPELINE = {"max_iterations": 60, "max_inner_calls": 3}
_ALL = (
    Budget(
        "single-question",
        "A single question",
        "One to three steps: no pattern, one call with tools.",
        "单轮问答、轻量查询:1~3 步",
        {"max_iterations": 3, "max_tool_calls": 3},
    ),
    Budget(
        "exploration",
        "An exploration",
        "Eight to twenty steps: a ReAct loop with an upper bound.",
        "开放式探索、代码修 bug:8~20 步",
        {"max_iterations": 20, "max_tool_calls": 20},
    ),
    Budget(
        "pipeline",
        "A pipeline of steps",
        "As many steps as the plan has, with at most three calls inside one.",
        "多步业务流水线:步数按计划,每步 ≤ 3 次调用",
        _PIPELINE,
    ),
    Budget(
        "pipeline-reviewed",
        "A pipeline with a review",
        "The same, and one review of the answer with one redo.",
        "交付物有质量门槛:多一次评审调用",
        _PIPELINE,
        reflect=True,
    ),
)
BUDGETS: dict[str, Budget] = {budget.name: budget for budget in _ALL}


def budget(name: str) -> Budget:
    """Raises BadInput, which lists the names."""
    try:
        return BUDGETS[name]
    except KeyError:
        known = ", ".join(BUDGETS)
        raise BadInput(f"There are no limits called “{name}”; choose one of: {known}.") from None


def named_by(limits: Limits, *, reflect: bool = False) -> str:
    """The budget that these limits are; empty where they are none."""
    for one in BUDGETS.values():
        if one.over({}) == limits and one.reflect == reflect:
            return one.name
    return ""
