"""The lab's arithmetic written out, with what was counted in it."""

from __future__ import annotations

from data.lab.arithmetic import expected, rejections, replanning_calls
from data.lab.playing import Played
from data.lab.setting import Agent, Setting
from data.lab.tables import callers

SHORT = {
    "react": "ReAct",
    "plan-execute": "Fixed plan",
    "plan-replan": "Plan and replan",
    "react-raising": "ReAct, limit that raises",
    "function-calling": "Function calling",
}


def written(setting: Setting, played: Played) -> str:
    """One line, of the measured numbers; it says so where they are not what they must be."""
    wanted = expected(setting, played.agent).calls
    line = _WRITTEN[played.agent](setting, played)
    if played.counts.calls != wanted:
        return f"{line}; the arithmetic says {wanted}"
    return line


def why(setting: Setting, agent: Agent) -> str:
    """What the general formula is, and what cut it short or made it longer."""
    n, f = setting.lookups, setting.wrong
    searches = n + f
    if agent == "react":
        if 2 * searches + 1 > setting.ceiling:
            return (
                f"N + f + 1 = {searches + 1}, but {searches} searches and an answer are "
                f"{2 * searches + 1} graph steps, over the ceiling of {setting.ceiling}: the "
                "answer is asked for once, from what there is"
            )
        return f"N + f + 1 = {searches + 1}: one call a search, and one to answer"
    if agent == "plan-execute":
        if setting.cap < n:
            return (
                f"2 whatever the length; the cap of {setting.cap} leaves {n - setting.cap} undone"
            )
        return "2 whatever the length; no result is looked at"
    rejected = rejections(setting)
    formula = f"N + 2 + 2f = {replanning_calls(n, f)}"
    if setting.evaluator == "strict" and rejected > f:
        formula += f", and 2 for each of {rejected - f} good results rejected"
    if setting.evaluator == "lenient" and f:
        formula = f"N + 2 = {n + 2}: nothing is rejected, so nothing is replanned"
    if setting.cap < n + rejected:
        return f"{formula}, but the cap of {setting.cap} ends it: {n + rejected} steps are needed"
    return formula


def _react(setting: Setting, played: Played) -> str:
    counts = played.counts
    more = counts.calls - counts.executed
    answer = "1 to answer" if more == 1 else f"{more} more"
    return f"{counts.executed} searches + {answer} = {counts.calls} calls"


def _plan(setting: Setting, played: Played) -> str:
    return _asked(played, "planner", "executor", "synthesizer")


def _replan(setting: Setting, played: Played) -> str:
    return _asked(played, "planner", "evaluator", "replanner", "synthesizer")


def _asked(played: Played, *nodes: str) -> str:
    """An executor never asks."""
    asked = callers(played)
    numbers = {node: asked.get(node, 0) for node in nodes}
    parts = [f"{n} {node}{'' if n == 1 else 's'}" for node, n in numbers.items()]
    return f"{' + '.join(parts)} = {played.counts.calls} calls"


_WRITTEN = {
    "react": _react,
    "react-raising": _react,
    "plan-execute": _plan,
    "plan-replan": _replan,
}
