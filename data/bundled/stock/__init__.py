"""A share that does not exist (seed 000): the first symbol fails, and the error is read."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.stock.evaluator import evaluator
from data.bundled.stock.market import NOTHING, other_exchange, tools
from data.bundled.stock.mind import script
from data.scenario import Scenario

QUESTION = "How has OpenAI's stock done over the last thirty days?"


def stock() -> Scenario:
    made = tools()
    return Scenario(
        name="stock",
        title="A stock with an unknown symbol",
        teaches="An error is an observation: an agent that reads it recovers (OPENAI, then MSFT), "
        "while a plan written before it has nothing to go on.",
        question=QUESTION,
        tools=made,
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={"wrong-passage": other_exchange, **common(NOTHING, made)},
    )
