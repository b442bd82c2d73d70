"""What an umbrella question asks: which cities, which days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from data.bundled.umbrella.weather import place, world

_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_CAPITALISED = rf"(?!{_DAY})[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*"


@dataclass(frozen=True, slots=True)
class Asked:
    city: str
    country: str
    """As the question names it; empty where it does not."""
    day: str

    @property
    def known(self) -> bool:
        return place(self.full) is not None

    @property
    def full(self) -> str:
        """With the country that is meant, as far as anybody knows."""
        found = place(self.city)
        country = self.country or (found["country"] if found else "")
        return f"{self.city}, {country}" if country else self.city


def cities(question: str) -> list[tuple[str, str]]:
    """(city, country or nothing) in the order named; unknown cities too, if capitalised."""
    countries = sorted({p["country"] for p in world()["places"]})
    land = "|".join(map(re.escape, countries))
    names = "|".join(re.escape(p["city"]) for p in world()["places"])
    found = re.finditer(
        rf"\b(?P<known>(?i:{names}))\b(?:\s*[,(]\s*(?P<land>(?i:{land})|{_CAPITALISED})\)?)?"
        rf"|(?<![.?!] )\b(?:in|to|at|about|and|or|for|near)\s+"
        rf"(?P<new>(?!(?i:{land}|{names}|I)\b){_CAPITALISED})",
        question,
    )
    named: dict[tuple[str, str], None] = {}
    for match in found:
        city, country = match["known"] or match["new"], match["land"] or ""
        if country and place(country):  # "Lisbon, Bergen": a list, not a country
            named[(_spelled(city), "")] = None
            city, country = country, ""
        named[(_spelled(city), country)] = None
    return list(named)


def _spelled(city: str) -> str:
    found = place(city)
    return str(found["city"]) if found else city


def days(question: str) -> list[str]:
    named = [day for day in ("today", "tomorrow") if re.search(day, question, re.IGNORECASE)]
    return named or ["today"]


def asked(question: str, elsewhere: Sequence[tuple[str, str]] = ()) -> list[Asked]:
    """Each city with each day. A question without a city is about where the calendar says one
    is: `elsewhere` holds (city, day) as learned from it."""
    named = cities(question)
    if named:
        return [Asked(city, country, day) for city, country in named for day in days(question)]
    return [Asked(city, "", day) for city, day in elsewhere]
