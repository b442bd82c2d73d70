"""A small atlas and the one tool that searches it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from agents.tools import Tool, tool
from data.bundled.faults import Fault
from data.ranking import Ranking

NOTHING = {"id": None, "title": None, "text": None, "note": "The atlas has nothing on this."}


@dataclass(frozen=True, slots=True)
class Place:
    key: str
    name: str
    kind: str
    named: str
    """Regex: a text speaks of this place and of no namesake."""


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    place: str
    topic: str
    title: str
    text: str
    truth: str
    figures: str
    """Regex: a text gives the true value."""


@cache
def _atlas() -> Mapping[str, Any]:
    text = (Path(__file__).parent / "atlas.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def places() -> dict[str, Place]:
    return {p["key"]: Place(**p) for p in _atlas()["places"]}


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(Entry(**e) for e in _atlas()["entries"])


def entry(place: str, topic: str) -> Entry | None:
    return next((e for e in entries() if (e.place, e.topic) == (place, topic)), None)


def speaks_of(text: str, key: str) -> bool:
    return bool(re.search(places()[key].named, text))


def search_tool() -> Tool:
    return tool(_searching({}), name="search_atlas")


def misfiled(which: str) -> Fault:
    """The fault `wrong-passage`: one search finds a neighbour, which is filed under its words;
    other words still find the right entry (seed 002: the state of Georgia for the country)."""
    wrong = _searching(_atlas()["misfiled"][which])

    def fault(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
        return tuple(_instead(good, wrong) for good in tools)

    return fault


def _instead(good: Tool, wrong: Any) -> Tool:
    async def invoke(query: str) -> Any:
        await good.invoke(query=query)  # what other faults do still happens
        return await wrong(query)

    return replace(good, invoke=invoke)


def _searching(filed_under: Mapping[str, str]) -> Any:
    # a title counts twice
    titles = [filed_under.get(e.id, e.title) for e in entries()]
    ranking = Ranking([f"{t}\n{t}\n{e.text}" for t, e in zip(titles, entries(), strict=True)])

    async def search_atlas(
        query: Annotated[str, Field(description="What one entry should say; one fact a search")],
    ) -> dict[str, Any]:
        """Searches a small atlas of countries and states; returns the one entry that fits best."""
        ranked = ranking.rank(query)
        if not ranked:
            return dict(NOTHING)
        best = entries()[ranked[0][1]]
        return {"id": best.id, "title": best.title, "text": best.text}

    return search_atlas
