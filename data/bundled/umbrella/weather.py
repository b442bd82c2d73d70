"""A small world with weather and a calendar, and the two tools that read it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.tools import Tool, ToolError, tool

Day = Literal["today", "tomorrow"]
UMBRELLA_FROM = 40
"""Percent chance of rain from which an umbrella is worth carrying."""

NOTHING: dict[str, dict[str, Any]] = {
    "get_weather": {"forecast": None, "note": "No forecast was found."},
    "get_calendar": {"city": None, "entries": [], "note": "Nothing is entered for this day."},
}


@cache
def world() -> Mapping[str, Any]:
    text = (Path(__file__).parent / "world.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def place(name: str, order: Literal[1, -1] = 1) -> Mapping[str, Any] | None:
    """The place of this name, `Bergen` or `Bergen, Norway`; `order` chooses among namesakes."""
    city, _, country = (part.strip().casefold() for part in name.partition(","))
    for found in world()["places"][::order]:
        if found["city"].casefold() == city and country in ("", found["country"].casefold()):
            known: Mapping[str, Any] = found
            return known
    return None


def tools() -> tuple[Tool, ...]:
    return tool(_weather(1), name="get_weather"), tool(get_calendar)


def wrong_place(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-place`: a name that two cities share leads to the less known one; with
    its country it still leads to the right one (the Georgia of seed 002)."""
    return _with_weather(tools, _weather(-1))


def wrong_city(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-city`: the station's list is off by one, and another city answers."""

    async def next_city(city: str, day: Day) -> dict[str, Any]:
        found = place(city)
        places = world()["places"]
        other = places[(places.index(found) + 1) % len(places)] if found else places[0]
        return {"city": other["city"], "country": other["country"], "day": day, **other[day]}

    return _with_weather(tools, next_city)


def _with_weather(tools: tuple[Tool, ...], wrong: Any) -> tuple[Tool, ...]:
    def faulty(good: Tool) -> Tool:
        async def invoke(city: str, day: Day) -> Any:
            await good.invoke(city=city, day=day)  # what other faults do still happens
            return await wrong(city, day)

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "get_weather" else t for t in tools)


def _weather(order: Literal[1, -1]) -> Any:
    async def get_weather(
        city: Annotated[str, Field(description="A city, or city and country: Bergen, Norway")],
        day: Day,
    ) -> dict[str, Any]:
        """The forecast for a city. An umbrella is worth carrying from 40 percent chance of rain."""
        found = place(city, order)
        if found is None:
            known = ", ".join(_names(world()["places"]))
            raise ToolError(f"There is no forecast for {city!r}; there is one for {known}.")
        return {"city": found["city"], "country": found["country"], "day": day, **found[day]}

    return get_weather


async def get_calendar(day: Day) -> dict[str, Any]:
    """The user's calendar of a day, with the city they will be in."""
    return {"day": day, **world()["calendar"][day]}


def _names(places: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(p["city"] for p in places))
