"""What the scripted model knows of umbrellas: look the weather up, and first where one will be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.models.script import Seen, Wish
from data.bundled.lookups import Fact, Finding, Lookups, record
from data.bundled.umbrella.asking import Asked, asked, cities, days
from data.bundled.umbrella.weather import UMBRELLA_FROM

OPENERS = (
    "Whether an umbrella is needed depends on the rain in {city} {day}, so I look there first.",
    "That is one place done; the forecast for {city} {day} comes next.",
    "The same city again, now for {day}.",
)


@dataclass(frozen=True, slots=True)
class UmbrellaMind(Lookups):
    def plan(self, question: str) -> list[Wish]:
        """Without a city the weather's argument comes out of the calendar, by reference."""
        if cities(question):
            return [Wish(f.task, f.tool, f.wordings[0]) for f in self.needs(question, ())]
        wishes = []
        for day in days(question):
            wishes.append(Wish(f"Find the city in the calendar of {day}.", *_calendar(day)))
            number = len(wishes)
            wishes.append(
                Wish(
                    f"Find the forecast for that city {day}.",
                    "get_weather",
                    {"city": f"@{number}.city", "day": day},
                    inputs=(number,),
                )
            )
        return wishes


def script() -> UmbrellaMind:
    return UmbrellaMind(needs=_needs, say=_say, about=_about)


def _about(question: str) -> bool:
    words = r"umbrella|rain|weather|forecast|shower|\bwet\b|\bdry\b"
    return bool(re.search(words, question, re.IGNORECASE))


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    if cities(question):
        return _forecasts(asked(question))
    whereabouts = [_whereabouts(day) for day in days(question)]
    return whereabouts + _forecasts(asked(question, _learned(seen)))


def _forecasts(places: Sequence[Asked]) -> list[Fact]:
    facts = []
    for number, one in enumerate(places):
        repeated = number and places[number - 1].city == one.city
        facts.append(_forecast(one, OPENERS[2 if repeated else min(number, 1)]))
    return facts


def _learned(seen: Sequence[Seen]) -> list[tuple[str, str]]:
    """(city, day) from the calendar, or from a forecast that was asked for it in a plan."""
    pairs: dict[tuple[str, str], None] = {}
    for s in seen:
        source: Any = record(s.text) if s.name == "get_calendar" else s.arguments
        if not s.failed and source.get("city"):
            day = str(s.arguments.get("day", "today"))
            pairs[(str(source["city"]).partition(",")[0], day)] = None
    return list(pairs)


def _calendar(day: str) -> tuple[str, dict[str, str]]:
    return "get_calendar", {"day": day}


def _whereabouts(day: str) -> Fact:
    name, arguments = _calendar(day)
    return Fact(
        label=f"the city of {day}",
        tool=name,
        wordings=(arguments,),
        task=f"Find the city in the calendar of {day}.",
        thoughts=(f"No city is named, so the calendar must tell where you are {day}.",),
        states=lambda text: bool(record(text).get("city")),
    )


def _forecast(one: Asked, opener: str) -> Fact:
    return Fact(
        label=f"the forecast for {one.city} {one.day}",
        tool="get_weather",
        wordings=tuple(
            {"city": name, "day": one.day} for name in dict.fromkeys((one.city, one.full))
        ),
        task=f"Find the forecast for {one.city} {one.day}.",
        thoughts=(
            opener.format(city=one.city, day=one.day),
            f"That did not help, so I name the country as well: {one.full}.",
        ),
        states=lambda text: _states(text, one),
        about=lambda text: one.city.casefold() in text.casefold() and one.day in text,
    )


def _states(text: str, one: Asked) -> bool:
    forecast = record(text)
    if not forecast:  # edited by a person
        return bool(re.search(r"rain|dry|sun|storm|umbrella|shower|clear", text, re.IGNORECASE))
    if not isinstance(forecast.get("chance_of_rain"), int | float):
        return False
    meant = one.full.partition(", ")[2]
    return meant in ("", forecast.get("country", meant))


def _say(question: str, findings: Sequence[Finding]) -> str:
    forecasts = [f for f in findings if f.fact.tool == "get_weather"]
    lines = [_line(finding) for finding in forecasts]
    lines += [
        f"I could not find out where you are: {finding.fact.label} was not found."
        for finding in findings
        if finding.fact.tool == "get_calendar"
        and (finding.text is None or not finding.fact.states(finding.text))
    ]
    return "\n".join(lines)


def _line(finding: Finding) -> str:
    where = str(finding.fact.wordings[0]["city"])
    day = str(finding.fact.wordings[0]["day"])
    forecast = record(finding.text or "")
    chance = forecast.get("chance_of_rain")
    if isinstance(chance, int | float):
        named = ", ".join(str(forecast[k]) for k in ("city", "country") if k in forecast) or where
        needed = "yes, take an umbrella" if chance >= UMBRELLA_FROM else "no umbrella needed"
        return (
            f"{named}: {needed} {day} ({forecast.get('sky', 'rain')}, {chance} % chance of rain)."
        )
    if finding.text and not forecast:
        dry = re.search(r"\b(no|not|without) \w*\s?(rain|umbrella)|dry|sunny|clear", finding.text)
        needed = "no umbrella needed" if dry else "yes, take an umbrella"
        return f"{where}: {needed} {day} (“{finding.text.strip()}”)."
    tried = "no look-up was made" if not finding.tries else "the look-ups gave no forecast"
    return f"{where}: the forecast for {day} was not found, since {tried}."
