"""Umbrella: the smallest question that needs a tool. One or two look-ups, for the first minute."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.umbrella.evaluator import evaluator
from data.bundled.umbrella.mind import script
from data.bundled.umbrella.weather import NOTHING, tools, wrong_city, wrong_place
from data.scenario import Scenario

QUESTION = "Do I need an umbrella tomorrow, in Lisbon and in Bergen (Norway)?"


def umbrella() -> Scenario:
    made = tools()
    return Scenario(
        name="umbrella",
        title="Umbrella: two forecasts",
        teaches="The same two look-ups one after another, together, and planned ahead.",
        question=QUESTION,
        tools=made,
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={
            "wrong-place": wrong_place,
            "wrong-city": wrong_city,
            **common(NOTHING, made),
        },
    )
