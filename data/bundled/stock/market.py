"""A few shares and companies, one of which is not listed, and the two tools over them."""

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
    "stock_price": {"symbol": None, "last": None, "note": "No price was found."},
    "find_company": {"name": None, "symbol": None, "note": "No company was found."},
}


@cache
def market() -> Mapping[str, Any]:
    text = (Path(__file__).parent / "market.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def company(named: str) -> Mapping[str, Any] | None:
    """By its name or symbol."""
    wanted = named.strip().casefold()
    for one in market()["companies"]:
        if wanted in (one["name"].casefold(), (one["symbol"] or "").casefold()) and wanted:
            return dict(one)
    return None


def home_price(symbol: str) -> Mapping[str, Any] | None:
    """The price where the company itself is listed."""
    listed = company(symbol)
    if listed is None or not listed["symbol"]:
        return None
    return _price(listed["symbol"], listed["exchange"])


def tools() -> tuple[Tool, ...]:
    return tool(stock_price), tool(find_company)


async def stock_price(
    symbol: Annotated[str, Field(description="MSFT, or with its exchange NASDAQ:MSFT")],
) -> dict[str, Any]:
    """The price of a listed share, thirty days ago and now."""
    exchange, _, bare = symbol.strip().upper().rpartition(":")
    found = _price(bare, exchange) if exchange else home_price(bare)
    if found is None or found["symbol"] != bare:
        raise ToolError(f"Symbol {symbol} not found. find_company tells which symbol to look at.")
    return dict(found)


async def find_company(name: str) -> dict[str, Any]:
    """Says whether a company is listed, and which symbol to look at; of one that is not, its
    largest listed shareholder's."""
    found = company(name)
    if found is None:
        known = ", ".join(one["name"] for one in market()["companies"])
        raise ToolError(f"No company {name!r} is known here; known are {known}.")
    holder = company(str(found.get("holder") or ""))
    listed = holder or found
    return {
        "name": found["name"],
        "listed": holder is None,
        "largest_listed_shareholder": holder["name"] if holder else None,
        "symbol": listed["symbol"],
        "exchange": listed["exchange"],
    }


def other_exchange(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-passage`: a bare symbol finds the paper that another exchange lists under
    the same symbol; with its exchange it is still found."""

    def faulty(good: Tool) -> Tool:
        async def invoke(symbol: str) -> Any:
            found = await good.invoke(symbol=symbol)
            bare = symbol.strip().upper()
            rows = [p for p in market()["prices"] if p["symbol"] == bare]
            return dict(rows[-1]) if len(rows) > 1 else found

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "stock_price" else t for t in given)


def _price(symbol: str, exchange: str) -> Mapping[str, Any] | None:
    rows = market()["prices"]
    return next((p for p in rows if (p["symbol"], p["exchange"]) == (symbol, exchange)), None)
