"""Larkspur Cloud (seed 002): a customer cancels an annual plan; two, four or six handbook facts."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.larkspur.evaluator import evaluator
from data.bundled.larkspur.facts import question_for
from data.bundled.larkspur.handbook import NOTHING, misfile, search_tool, second_best
from data.bundled.larkspur.mind import script
from data.scenario import Scenario


def larkspur(count: int) -> Scenario:
    question = question_for(count)
    tools = (search_tool(),)
    return Scenario(
        name=f"larkspur-{count}",
        title=f"Larkspur Cloud: {count} handbook facts",
        teaches="What each paradigm reads for look-ups that can be listed from the question, and "
        "what a wrong passage does to it.",
        question=question,
        tools=tools,
        evaluate=evaluator(question),
        script=script(),
        faults={
            "wrong-passage": misfile,
            "second-best": second_best,
            **common({"search_handbook": NOTHING}, tools, cuts=True),
        },
    )
