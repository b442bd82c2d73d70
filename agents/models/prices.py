"""What a model call costs, by the bundled price list of genai-prices. Unknown is None, never 0.

The list bears no date of its own, so the version of the package that carries it stands for it.
"""

from __future__ import annotations

import importlib.metadata
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from agents.events import Cost
from agents.messages import Usage

PROVIDERS = {"openai": "openai", "openai-responses": "openai", "anthropic": "anthropic"}
"""What stands before the colon of a model's name -> the provider in the price list."""

SELECTABLE = (
    "openai:gpt-4o-mini",
    "openai:gpt-4.1",
    "openai:gpt-4.1-mini",
    "openai:gpt-5-mini",
    "openai:gpt-5.5",
    "openai:gpt-6-luna",
    "openai:gpt-6-sol",
    "openai:gpt-6.1-sol",
    "openai:gpt-6.1-terra",
    "anthropic:claude-haiku-4-5",
    "anthropic:claude-haiku-5-5",
    "anthropic:claude-sonnet-5-5",
    "anthropic:claude-opus-5-5",
)
MILLION = 1_000_000


def price(usage: Usage, model: str, at: float) -> Cost:
    """`model` as the user names it, `at` in seconds since the epoch: prices change with time."""
    prefix, _, name = model.partition(":")
    if model == "scripted":
        return Cost(None, "no provider was called")
    if prefix == "local":
        return Cost(None, "runs on your own machine: no price list")
    provider = PROVIDERS.get(prefix)
    if provider is None or not name:
        return Cost(None, f"no price list for {model}", as_of())
    if usage.input_tokens is None or usage.output_tokens is None:
        return Cost(None, "the provider reported no usage", as_of())
    return _priced(usage, provider, name, at)


def as_if(usage: Usage, model: str) -> Cost:
    """What the same tokens would cost today with another model."""
    return price(usage, model, time.time())


def cost_at(usage: Usage, per_mtok: Mapping[str, float]) -> float | None:
    """Dollars at given prices a million tokens: `input`, `output`, and where they differ from
    `input` also `cached_input` (or `cache_read`) and `cache_write`. None for unknown usage."""
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    plain = per_mtok["input"]
    cached = usage.cache_read_input_tokens or 0
    written = usage.cache_creation_input_tokens or 0
    total = (
        (usage.input_tokens - cached - written) * plain
        + cached * per_mtok.get("cached_input", per_mtok.get("cache_read", plain))
        + written * per_mtok.get("cache_write", plain)
        + usage.output_tokens * per_mtok["output"]
    )
    return total / MILLION


@cache
def priced_models() -> list[str]:
    """A short list of current models, for a choice; every one has a price today."""
    nothing = Usage(0, 0)
    return [name for name in SELECTABLE if as_if(nothing, name).usd is not None]


@cache
def as_of() -> str:
    return f"genai-prices {importlib.metadata.version('genai-prices')}"


def _priced(usage: Usage, provider: str, name: str, at: float) -> Cost:
    import genai_prices

    try:
        tokens = genai_prices.Usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_input_tokens,
            cache_write_tokens=usage.cache_creation_input_tokens,
        )
        found = genai_prices.calc_price(
            tokens,
            name,
            provider_id=provider,
            genai_request_timestamp=datetime.fromtimestamp(at, UTC),
        )
    except LookupError:
        return Cost(None, f"{name} is not in the price list of {provider}", as_of())
    except ValueError as error:
        return Cost(None, f"the reported usage does not add up: {error}", as_of())
    return Cost(
        float(found.total_price),
        f"list price of {found.model.id} at {found.provider.name}",
        as_of(),
    )
