"""The lab's arithmetic written out, with what was counted in it."""

from __future__ import annotations

from dashboard.words import t
from dashboard.words.many import many
from data.lab.arithmetic import expected, rejections, replanning_calls
from data.lab.playing import Counts, Played
from data.lab.setting import Agent, Setting
from data.lab.tables import callers


def agent_name(agent: Agent) -> str:
    return t(f"lab.agent.{agent}")


def scripted() -> str:
    """`data.lab.tables.SCRIPTED` in the language that is spoken."""
    return t("lab.scripted")


def ended(counts: Counts) -> str:
    """`data.lab.tables.outcome` in the language that is spoken, and whether a limit ended it."""
    parts = [
        t(f"lab.ended.{word}", number=t(f"lab.number.{n}"))
        for n, word in ((counts.wrong, "wrong"), (counts.unanswered, "unanswered"))
        if n
    ]
    if counts.status == "error":
        return t("lab.no-answer")
    how = t("lab.and").join(parts) or t("lab.complete")
    return t("lab.at-limit", how=how) if counts.status == "limit" else how


def written(setting: Setting, played: Played) -> str:
    """One line, of the measured numbers; it says so where they are not what they must be."""
    wanted = expected(setting, played.agent).calls
    line = _WRITTEN[played.agent](setting, played)
    if played.counts.calls != wanted:
        return t("lab.arithmetic", line=line, n=wanted)
    return line


def why(setting: Setting, agent: Agent) -> str:
    """What the general formula is, and what cut it short or made it longer."""
    n, f = setting.lookups, setting.wrong
    searches = n + f
    if agent == "react":
        if 2 * searches + 1 > setting.ceiling:
            return t(
                "lab.why-ceiling",
                calls=searches + 1,
                searches=searches,
                steps=2 * searches + 1,
                ceiling=setting.ceiling,
            )
        return t("lab.why-react", calls=searches + 1)
    if agent == "plan-execute":
        if setting.cap < n:
            return t("lab.why-plan-cap", cap=setting.cap, undone=n - setting.cap)
        return t("lab.why-plan")
    rejected = rejections(setting)
    formula = t("lab.why-replan", calls=replanning_calls(n, f))
    if setting.evaluator == "strict" and rejected > f:
        formula = t("lab.why-strict", formula=formula, n=rejected - f)
    if setting.evaluator == "lenient" and f:
        formula = t("lab.why-lenient", calls=n + 2)
    if setting.cap < n + rejected:
        return t("lab.why-cap", formula=formula, cap=setting.cap, steps=n + rejected)
    return formula


def _react(setting: Setting, played: Played) -> str:
    counts = played.counts
    more = counts.calls - counts.executed
    answer = t("lab.to-answer") if more == 1 else t("lab.more", n=more)
    return t("lab.react-sum", searches=counts.executed, answer=answer, calls=counts.calls)


def _plan(setting: Setting, played: Played) -> str:
    return _asked(played, "planner", "executor", "synthesizer")


def _replan(setting: Setting, played: Played) -> str:
    return _asked(played, "planner", "evaluator", "replanner", "synthesizer")


def _asked(played: Played, *nodes: str) -> str:
    """An executor never asks."""
    asked = callers(played)
    numbers = {node: asked.get(node, 0) for node in nodes}
    parts = [many(f"lab.node.{node}", n) for node, n in numbers.items()]
    return t("lab.sum", parts=" + ".join(parts), calls=played.counts.calls)


_WRITTEN = {
    "react": _react,
    "react-raising": _react,
    "plan-execute": _plan,
    "plan-replan": _replan,
}
