"""The bad habits by name. Each bends one decision of a good script, once, at a given turn."""

from __future__ import annotations

from agents.models import habits_of_action as action
from agents.models import habits_of_answer as answer
from agents.models import habits_of_form as form
from agents.models.habit import Habit

__all__ = ["HABITS", "Habit"]

_ALL = (
    Habit(
        "repeated-action",
        "Makes a call three times with the same arguments.",
        acts=action.repeat,
        plans=action.plan_repeat,
    ),
    Habit(
        "ping-pong",
        "Makes its last two calls in turn, twice.",
        acts=action.swing,
        plans=action.plan_swing,
    ),
    Habit(
        "failure-streak",
        "Tries three calls in a row that cannot work.",
        acts=action.fail,
        plans=action.plan_fail,
    ),
    Habit(
        "ignored-observation",
        "Repeats a call that found nothing, or else says the opposite of what it read.",
        acts=action.insist,
        answers=answer.turn_round,
    ),
    Habit(
        "local-optimum",
        "Polishes the words of one search over and over, and forgets what it was for.",
        acts=action.polish,
        plans=action.plan_polish,
        needs="a tool that searches by a query",
    ),
    Habit("unkept-promise", "Announces a look-up and does not make it.", spoils=form.promise),
    Habit("format-drift", "Leaves the format once.", spoils=form.drift),
    Habit(
        "hallucinated-tool",
        "Calls a tool that does not exist.",
        acts=action.invent,
        spoils=form.plan_unknown_tool,
    ),
    Habit(
        "invalid-arguments",
        "Calls a tool with arguments that it does not take.",
        acts=action.misuse,
        plans=action.plan_misuse,
    ),
    Habit(
        "stale-plan",
        "Rejects a step, and goes on with the steps that needed it as if nothing had happened.",
        plans=action.plan_chained,
        needs="plan-replan",
        judges=action.reject,
        replans=action.keep_the_rest,
    ),
    Habit(
        "too-strict",
        "As an evaluator, rejects the first result of every look-up, however good.",
        needs="plan-replan",
        judges=action.judge_strictly,
    ),
    Habit(
        "too-lenient",
        "As an evaluator, accepts every result, however wrong.",
        needs="plan-replan",
        judges=action.judge_leniently,
    ),
    Habit(
        "goal-drift",
        "Looks up two things that nobody asked about.",
        acts=action.stray,
        plans=action.plan_stray,
        needs="a tool that takes a query or a city",
    ),
    Habit(
        "unsupported-answer",
        "Puts something into its answer that it never read.",
        answers=answer.make_up,
    ),
    Habit(
        "outdated-evidence",
        "Does not say that its evidence is out of date.",
        needs="evidence with a date: a project-x scenario, best with the fault outdated-notes",
        answers=answer.hide_the_age,
    ),
    Habit(
        "followed-injection",
        "Does what a retrieved text tells it to.",
        needs="the fault injected-note or injected-call",
        acts=action.obey,
        answers=answer.obey,
    ),
    Habit(
        "forgetful",
        "Leaves the last thing out of its answer, until it is told.",
        needs="a review (--reflect) to be told by",
        answers=answer.forget,
        heeds=True,
    ),
    Habit(
        "fabricating",
        "Puts something into its answer that it never read, until it is told.",
        needs="a review (--reflect) to be told by",
        answers=answer.make_up,
        heeds=True,
    ),
    Habit(
        "stubborn",
        "Leaves the last thing out of its answer, whatever it is told.",
        needs="a review (--reflect)",
        answers=answer.forget,
    ),
    Habit(
        "lenient-review",
        "Leaves the last thing out of its answer, and reviews every answer as good.",
        needs="a review (--reflect)",
        answers=answer.forget,
        heeds=True,
        reviews='{"pass": true, "problems": [], "why": ""}',
    ),
    Habit(
        "vague-review",
        "Leaves the last thing out of its answer, and reviews it with advice instead of problems.",
        needs="a review (--reflect)",
        answers=answer.forget,
        heeds=True,
        reviews='{"pass": false, "problems": ["Overall good; consider adding more detail."], '
        '"why": "It could be better."}',
    ),
)
HABITS: dict[str, Habit] = {habit.name: habit for habit in _ALL}
