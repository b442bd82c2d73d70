"""Two questions to one small atlas (seed 002): three capitals and a population, where a promise
may be left unkept; and Georgia, which is a country and a state."""

from __future__ import annotations

from data.bundled.atlas.atlas import NOTHING, misfiled, search_tool
from data.bundled.atlas.evaluator import evaluator
from data.bundled.atlas.mind import script
from data.bundled.faults import common
from data.scenario import Scenario

CAPITALS = (
    "What are the capitals of France, Japan and the United States, and what is the current "
    "population of the United States?"
)
GEORGIA = (
    "How many people live in Georgia, the country, and how many live in Georgia, the U.S. state?"
)


def capitals() -> Scenario:
    return _scenario(
        "capitals",
        "Three capitals and a population",
        "A loop keeps its to-do list in the model's head: a look-up that is only announced, as "
        "text, is never made, where a plan has it written down.",
        CAPITALS,
    )


def georgia() -> Scenario:
    return _scenario(
        "georgia",
        "Georgia: a country and a state",
        "A search may find a namesake: unchecked, the state's 11 million stand as the country's; "
        "an evaluator rejects them and the query is rewritten.",
        GEORGIA,
    )


def _scenario(name: str, title: str, teaches: str, question: str) -> Scenario:
    tools = (search_tool(),)
    return Scenario(
        name=name,
        title=title,
        teaches=teaches,
        question=question,
        tools=tools,
        evaluate=evaluator(question),
        script=script(),
        faults={
            "wrong-passage": misfiled(name),
            **common({"search_atlas": NOTHING}, tools, cuts=True),
        },
    )
