"""What the lab can be set to, and why some settings are impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agents.errors import BadInput

Evaluator = Literal["right", "strict", "lenient"]
Agent = Literal["react", "plan-execute", "plan-replan", "function-calling", "react-raising"]

MOST_LOOKUPS = 6
"""The handbook question of seed 002 has six facts."""
MOST_CAP = 100
CEILING = 20
"""The reference's `recursion_limit`, in graph steps (seed 002)."""

AGENTS: tuple[Agent, ...] = ("react", "plan-execute", "plan-replan")
"""The seed's three. The sweep also plays function calling, and ReAct under a limit that raises."""

EVALUATORS: Mapping[Evaluator, str] = {
    "right": "accepts a result exactly where it states its fact",
    "strict": "rejects every first result, however good",
    "lenient": "accepts every result, however wrong",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """`wrong`: the first search of so many look-ups returns another passage. `cap`: the most
    steps that a plan executes. `ceiling`: the most graph steps that ReAct takes."""

    lookups: int = 6
    wrong: int = 1
    cap: int = 6
    ceiling: int = CEILING
    evaluator: Evaluator = "right"


def checked(setting: Setting) -> Setting:
    """Raises BadInput, which says in one sentence what is impossible about it."""
    n, f = setting.lookups, setting.wrong
    if not 1 <= n <= MOST_LOOKUPS:
        raise BadInput(
            f"{n} look-ups are impossible here: the question has 1 to {MOST_LOOKUPS} facts."
        )
    if f < 0:
        raise BadInput(f"{f} wrong results are impossible: there can be none, but not fewer.")
    if f > n:
        raise BadInput(
            f"{f} wrong results with {_lookups(n)} are impossible: only the first search of a "
            f"look-up goes wrong here, so there are at most {n}."
        )
    if setting.cap < 1:
        raise BadInput(
            f"A cap of {setting.cap} is impossible: a plan that may execute no step finds nothing, "
            "so the cap starts at 1."
        )
    if setting.ceiling < 1:
        raise BadInput(
            f"A ceiling of {setting.ceiling} graph steps is impossible: ReAct could not ask its "
            "model even once, so the ceiling starts at 1."
        )
    if max(setting.cap, setting.ceiling) > MOST_CAP:
        raise BadInput(
            f"A limit above {MOST_CAP} says nothing here: no agent takes more than "
            f"{2 * MOST_LOOKUPS} steps and as many turns."
        )
    if setting.evaluator not in EVALUATORS:
        known = ", ".join(EVALUATORS)
        raise BadInput(f"There is no evaluator “{setting.evaluator}”; choose one of: {known}.")
    return setting


def _lookups(n: int) -> str:
    return "1 look-up" if n == 1 else f"{n} look-ups"
