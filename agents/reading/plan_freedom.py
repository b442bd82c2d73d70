"""How free a step is: one that reads may be a loop of its own, one that writes is a single call
with its arguments written out (seed 003, the freedom knob; S3-22)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from agents.plans import INNER, PlanStep

INNER_WORDS = (INNER, "inner")
SAID = {
    "inner_write": "an inner loop may only read, so a step that writes is one call with fixed args",
    "loose_write": "a step that writes is one call with one object of args",
    "nothing_to_read": "there is no tool that only reads, so there can be no inner loop",
}
"""What these faults mean, for the planner."""


def inner_tools(item: Mapping[str, Any], tools: Collection[str]) -> tuple[str, ...] | None:
    """The tools that a step's inner loop is held to, empty for all; None for a step that is a
    call. A tool that really bears the name is meant by it, unless `mode` says otherwise."""
    named, mode = str(item.get("tool") or ""), item.get("mode")
    by_name = named in INNER_WORDS and named not in tools
    if mode not in INNER_WORDS and not by_name:
        return None
    listed = item.get("tools")
    listed = listed if isinstance(listed, list) else [listed] if isinstance(listed, str) else []
    own = [] if named in INNER_WORDS or not named else [named]
    return tuple(dict.fromkeys([*own, *map(str, listed)]))


def question_first(task: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an inner loop; without a question of its own, the task is the question."""
    asked = args.get("question") or args.get("input") or task
    return {"question": asked, **{k: v for k, v in args.items() if k not in ("question", "input")}}


def is_loose(item: Mapping[str, Any], keys: Sequence[str]) -> bool:
    """Several calls in one step, or arguments that are left open. `keys` may hold arguments."""
    given = [item[key] for key in keys if key in item]
    return len(given) != 1 or isinstance(given[0], list) or "calls" in item


def too_free(steps: Sequence[PlanStep], tools: Collection[str], writing: Collection[str]) -> Any:
    """The fault and the names it is about, where an inner loop could write; else None."""
    loops = [step for step in steps if step.mode == "react"]
    if written := [name for step in loops for name in step.tools if name in writing]:
        return "inner_write", dict.fromkeys(written)
    if loops and all(name in writing for name in tools):
        return "nothing_to_read", [step.id for step in loops]
    return None
