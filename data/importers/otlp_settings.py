"""What a model call's span tells in numbers and names: usage, settings, tools."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import count_of, text_of
from data.importers.otlp_layout import laid
from data.importers.otlp_raw import Attributes, Raw
from data.importers.otlp_values import loaded

READ = (
    "llm.token_count.prompt_details.cache_read", "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.input_tokens.cached",
    "gen_ai.usage.cached_tokens", "gen_ai.usage.details.cache_read_tokens",
    "ai.usage.cachedInputTokens",
)  # fmt: skip
WRITTEN = (
    "llm.token_count.prompt_details.cache_write", "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens", "gen_ai.usage.details.cache_write_tokens",
)  # fmt: skip
INPUT = (
    "llm.token_count.prompt", "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens", "ai.usage.promptTokens",
)  # fmt: skip
OUTPUT = (
    "llm.token_count.completion", "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens", "ai.usage.completionTokens",
)  # fmt: skip
REASONED = (
    "llm.token_count.completion_details.reasoning", "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens", "gen_ai.usage.details.reasoning_tokens",
)  # fmt: skip


def _first(attributes: Attributes, names: tuple[str, ...]) -> int | None:
    for name in names:
        value = attributes.get(name)
        if value is None:
            continue
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 18:
            value = int(value)
        if (found := count_of(value)) is not None:
            return found
    return None


def usage(attributes: Attributes) -> list[int | None]:
    """Tokens of the input (all of it), of the output, read from the cache, written to it, and
    thought; empty where neither of the first two is known."""
    whole, output = _first(attributes, INPUT), _first(attributes, OUTPUT)
    if whole is None and output is None:
        return []
    read, written = _first(attributes, READ), _first(attributes, WRITTEN)
    if whole is not None and (read or 0) + (written or 0) > whole:
        whole += (read or 0) + (written or 0)  # this one counts the cached tokens apart
    return [whole, output, read, written, _first(attributes, REASONED)]


def text_at(attributes: Attributes, *names: str) -> str:
    for name in names:
        value = attributes.get(name)
        if value is not None and value != "":
            return text_of(value)
    return ""


PARAMETERS = [
    (name, f"gen_ai.request.{name}")
    for name in (
        "temperature", "top_p", "top_k", "max_tokens", "stop_sequences", "seed",
        "frequency_penalty", "presence_penalty", "choice.count",
    )
]  # fmt: skip


def settings(attributes: Attributes) -> dict[str, Any]:
    """Sampling settings, and the model as it was asked for."""
    found = {name: attributes[key] for name, key in PARAMETERS if key in attributes}
    told = loaded(attributes.get("llm.invocation_parameters"))
    if isinstance(told, dict):
        found |= {k: v for k, v in told.items() if k not in ("messages", "tools", "input")}
    model = text_at(attributes, "gen_ai.request.model", "llm.model_name", "ai.model.id")
    return {"model": model, **found} if model else found


def tools(raw: Raw) -> list[Any]:
    """What the model could call, as its API has it."""
    attributes, flat = raw.attributes, laid(raw).flat
    if found := flat.get("llm.tools"):
        return [loaded(next(iter(tool.values()))) for tool in found.values()]
    for name in ("gen_ai.tool.definitions", "ai.prompt.tools"):
        value = loaded(attributes.get(name))
        if isinstance(value, list):
            return [loaded(one) for one in value]
    return [dict(one) for one in flat.get("llm.request.functions", {}).values()]
