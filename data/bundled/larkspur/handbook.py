"""The handbook and the one tool that searches it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from agents.tools import Tool, tool
from data.ranking import Ranking

NOTHING = {"id": None, "title": None, "text": None, "note": "No passage matches this query."}

# where the catalogue is wrong: the refund's timing also stands under its neighbour's title
MISFILED = {
    "HB-2.1": "Billing",
    "HB-2.2": "Refund rule for annual plans: how long a refund takes",
}


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    title: str
    text: str


@cache
def handbook() -> tuple[Passage, ...]:
    text = (Path(__file__).parent / "handbook.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (\S+) (.+)\n((?:.+\n?)+)", text, re.MULTILINE)
    return tuple(Passage(i, title, " ".join(body.split())) for i, title, body in sections)


def search_tool() -> Tool:
    return tool(_searching({}), name="search_handbook")


def second_best(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `second-best`: every search finds the passage beside the one that fits best."""
    return tuple(_instead(t, _searching({}, place=1)) for t in tools)


def misfile(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-passage`: a search for the refund rule finds the refund's timing, for it
    is filed under the wrong words; other words still find the rule (seed 002)."""
    wrong = _searching(MISFILED)
    return tuple(_instead(t, wrong) for t in tools)


def _instead(good: Tool, wrong: Any) -> Tool:
    if good.name != "search_handbook":
        return good

    async def invoke(query: str) -> Any:
        await good.invoke(query=query)  # what other faults do still happens
        return await wrong(query)

    return replace(good, invoke=invoke)


def _searching(filed_under: dict[str, str], place: int = 0) -> Any:
    # a title counts twice
    titles = [filed_under.get(passage.id, passage.title) for passage in handbook()]
    ranking = Ranking([f"{t}\n{t}\n{p.text}" for t, p in zip(titles, handbook(), strict=True)])
    rank = lru_cache(maxsize=256)(ranking.rank)

    async def search_handbook(
        query: Annotated[str, Field(description="What one passage should say; one fact a search")],
    ) -> dict[str, Any]:
        """Searches the Larkspur Cloud customer handbook; returns the one passage that fits best."""
        ranked = rank(query)
        if not ranked:
            return dict(NOTHING)
        best = handbook()[ranked[min(place, len(ranked) - 1)][1]]
        return {"id": best.id, "title": best.title, "text": best.text}

    return search_handbook
