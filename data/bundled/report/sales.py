"""Sales of three shops and a target, and the tools that read, add up and write them down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from agents.tools import Tool, ToolError, tool

NOTHING: dict[str, dict[str, Any]] = {
    "get_sales": {"shop": None, "sales": None, "note": "No sales are entered."},
    "get_target": {"target": None, "note": "No target is set."},
    "add_up": {"total": None, "note": "There is nothing to add up."},
    "share_of": {"percent": None, "note": "There is nothing to compare."},
    "write_report": {"report": None, "note": "Nothing was written."},
}


@cache
def books() -> Mapping[str, Any]:
    text = (Path(__file__).parent / "sales.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def shops() -> list[str]:
    return [shop["name"] for shop in books()["shops"]]


def sold(shop: str, month: str = "") -> int:
    """Raises ToolError for a shop or a month that the books do not hold."""
    for one in books()["shops"]:
        if one["name"].casefold() == shop.strip().casefold():
            amount: int | None = one["sales"].get(month or books()["month"])
            if amount is None:
                known = ", ".join(one["sales"])
                raise ToolError(f"There are no sales of {month!r}; there are: {known}.")
            return amount
    raise ToolError(f"There is no shop {shop!r}; there are {', '.join(shops())}.")


async def get_sales(
    shop: str,
    month: Annotated[str | None, Field(description="2026-09; the latest without it")] = None,
) -> dict[str, Any]:
    """What one shop sold in a month, in euros."""
    when = month or books()["month"]
    return {"shop": shop, "month": when, "sales": sold(shop, when)}


async def get_target() -> dict[str, Any]:
    """What all shops together are to sell in a month, in euros."""
    return {"target": books()["target"]}


async def add_up(
    items: Annotated[list[dict[str, Any]], Field(description="results of get_sales, as they are")],
) -> dict[str, Any]:
    """Adds up what several shops sold."""
    amounts = [item.get("sales") for item in items]
    if not amounts or not all(isinstance(amount, int) for amount in amounts):
        raise ToolError("Every item needs its sales as a whole number; look the missing ones up.")
    return {"shops": [item.get("shop") for item in items], "total": sum(amounts)}


async def share_of(amount: float, target: Annotated[float, Field(gt=0)]) -> dict[str, Any]:
    """How many percent of the target an amount is."""
    return {"percent": round(100 * amount / target, 1)}


async def write_report(month: str, total: float, target: float, percent: float) -> dict[str, Any]:
    """Writes the month's report down as a draft; nothing is sent."""
    return {
        "report": f"Report of {month}: the shops sold {total:g} euros, "
        f"{percent:g} % of the target of {target:g} euros."
    }


def tools() -> tuple[Tool, ...]:
    return tuple(tool(f) for f in (get_sales, get_target, add_up, share_of, write_report))


def last_month(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-passage`: the last shop's latest entry is a month old; asked for by its
    month the right one is found."""

    def faulty(good: Tool) -> Tool:
        async def invoke(shop: str, month: str | None = None) -> Any:
            found = await good.invoke(shop=shop, month=month)
            if month or shop.strip().casefold() != shops()[-1].casefold():
                return found
            old = sorted(books()["shops"][-1]["sales"])[-2]
            return {**found, "month": old, "sales": sold(shop, old)}

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "get_sales" else t for t in given)
