"""The three trees: by how complex the task is (seed 000), by its look-ups (seed 002), and when
not to plan (seed 003).

Seed 000 draws two questions beside each other under "medium" and under "complex", whose answers
may speak for different paradigms. Here the second is asked only where it can still change what
the first said, and may be left open, so that each of the nine leaves drawn there is reached.
"""

from __future__ import annotations

from agents.errors import BadInput
from data.guide.tree import Leaf, Question, Tree

YES, NO, OPEN = "yes", "no", "open"
FC, REACT, PLAN, REPLAN = "function-calling", "react", "plan-execute", "plan-replan"


def _task(name: str, paradigm: str, watch: str, other: str = "") -> Leaf:
    return Leaf(name, paradigm, watch, "S0-40", other)


_TRACE = Question(
    "trace",
    {
        YES: _task("trace-yes", REACT, "visible-thoughts"),
        NO: _task("trace-no", FC, "several-calls"),
        OPEN: _task("fc-yes", FC, "parallel-calls"),
    },
)
_CHANGE = Question(
    "change",
    {
        YES: _task("change-yes", REPLAN, "replanning", other=REACT),
        NO: _task("change-no", PLAN, "branches"),
        OPEN: _task("steps-yes", PLAN, "fixed-plan"),
    },
)
TASK = Tree(
    "task",
    Question(
        "complexity",
        {
            "simple": _task("simple", FC, "one-call"),
            "medium": Question(
                "tool-calls",
                {YES: _TRACE, NO: _task("fc-no", REACT, "text-actions")},
            ),
            "complex": Question(
                "steps",
                {YES: _CHANGE, NO: _task("steps-no", REACT, "found-on-the-way")},
            ),
        },
    ),
)

LOOKUPS = Tree(
    "lookups",
    Question(
        "listable",
        {
            YES: Question(
                "wrong-passage",
                {
                    YES: Leaf("plan-checked", REPLAN, "wrong-passage-checked", "S2-13"),
                    NO: Leaf("plan-fixed", PLAN, "fixed-plan", "S2-13"),
                },
            ),
            NO: Leaf("per-step", REACT, "found-on-the-way", "S2-13"),
        },
    ),
)


def _no_plan(name: str, watch: str) -> Leaf:
    return Leaf(name, REACT, watch, "S3-15")


NO_PLAN = Tree(
    "no-plan",
    Question(
        "vague",
        {
            YES: _no_plan("vague", "asks-back"),
            NO: Question(
                "changes",
                {
                    YES: _no_plan("changes", "world-changes"),
                    NO: Question(
                        "unfolds",
                        {
                            YES: _no_plan("unfolds", "found-on-the-way"),
                            NO: Leaf("may-plan", PLAN, "branches", "S3-15"),
                        },
                    ),
                },
            ),
        },
    ),
)

TREES = {tree.name: tree for tree in (TASK, LOOKUPS, NO_PLAN)}


def tree_of(name: str) -> Tree:
    """Raises BadInput, which lists the names."""
    try:
        return TREES[name]
    except KeyError:
        raise BadInput(f"There is no guide {name!r}; there are {', '.join(TREES)}.") from None
