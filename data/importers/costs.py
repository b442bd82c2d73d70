"""What an imported model call costs: by the same price list as a live one, in bulk.

One call to the price list takes half a millisecond; a long session has tens of thousands. Where a
model's prices have no steps they are straight lines, read off the list once.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from agents.events import Cost
from agents.messages import Usage
from agents.models.prices import as_of, price

MILLION = 1_000_000
TOLD = "told by the trace itself"

_MAKERS = (
    ("anthropic", re.compile(r"(^|[/.])claude", re.I)),
    ("openai", re.compile(r"(^|/)(gpt-|chatgpt|o[134](-|$)|codex|text-embedding)", re.I)),
)


class Rates(NamedTuple):
    """Of a token, in the `per`-th part of a dollar: whole numbers, exact and quick to add."""

    fresh: int
    cached: int
    written: int
    output: int
    per: int
    why: str


def told(usd: float) -> Cost:
    return Cost(usd, TOLD)


def cost_of(usage: Usage, model: str, at: float, provider: str = "") -> Cost:
    """`provider` is `anthropic` or `openai`; left out, it is guessed by the model's name."""
    maker = provider or maker_of(model)
    if not maker or not model:
        return Cost(None, f"no price list for {model or 'a model without a name'}"[:200])
    if usage.input_tokens is None or usage.output_tokens is None:
        return Cost(None, "the trace reports no usage", as_of())
    name = model.rsplit("/", 1)[-1]
    rates = _rates(maker, name, int(at // 3600))
    if rates is None or max(usage.input_tokens, usage.output_tokens) > 10**15:
        try:
            return price(usage, f"{maker}:{name}", at)
        except (ArithmeticError, ValueError, OSError):
            return Cost(None, "the reported usage does not add up", as_of())
    cached, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    fresh = usage.input_tokens - cached - written
    if fresh < 0:
        return price(usage, f"{maker}:{name}", at)
    dollars = (
        fresh * rates.fresh
        + cached * rates.cached
        + written * rates.written
        + usage.output_tokens * rates.output
    ) / rates.per
    return Cost(dollars, rates.why, as_of())


def maker_of(model: str) -> str:
    return next((maker for maker, pattern in _MAKERS if pattern.search(model)), "")


@lru_cache(maxsize=1024)
def _rates(maker: str, name: str, hour: int) -> Rates | None:
    """None where the list has no such model, or prices with steps; prices change by the hour at
    the most."""
    from genai_prices.data_snapshot import get_snapshot

    try:
        provider, model = get_snapshot().find_provider_model(name, None, maker, None)
        prices = model.get_prices(datetime.fromtimestamp(hour * 3600, UTC))
    except (LookupError, ValueError, OverflowError, OSError):
        return None
    if any(value is not None and not isinstance(value, Decimal) for value in vars(prices).values()):
        return None
    return _read_off(prices, f"list price of {model.id} at {provider.name}")


def _read_off(prices: Any, why: str) -> Rates | None:
    import genai_prices

    def of(**tokens: int) -> Decimal:
        found: Decimal = prices.calc_price(genai_prices.Usage(**tokens))["total_price"]
        return found

    try:
        a_million = (
            of(input_tokens=MILLION, output_tokens=0, cache_read_tokens=0, cache_write_tokens=0),
            of(input_tokens=MILLION, output_tokens=0, cache_read_tokens=MILLION,
               cache_write_tokens=0),
            of(input_tokens=MILLION, output_tokens=0, cache_read_tokens=0,
               cache_write_tokens=MILLION),
            of(input_tokens=0, output_tokens=MILLION, cache_read_tokens=0, cache_write_tokens=0),
        )  # fmt: skip
    except ValueError:
        return None
    ratios = [dollars.as_integer_ratio() for dollars in a_million]
    per = math.lcm(*(below for _, below in ratios))
    fresh, cached, written, output = (above * (per // below) for above, below in ratios)
    return Rates(fresh, cached, written, output, per * MILLION, why)
