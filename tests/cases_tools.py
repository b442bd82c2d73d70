"""Tools as the cases describe them: a schema, and what happens when they are called."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from agents.messages import ToolSpec, as_json
from agents.nested import call_tool
from agents.tools import Tool, ToolError

TYPES: dict[str, Any] = {
    "string": str, "integer": int, "number": float, "boolean": bool, "array": list,
    "object": dict, "null": type(None),
}  # fmt: skip
ANYTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": True}
BEHAVIOUR = {
    "ok", "result", "returns", "results", "raise", "raises", "error", "ms", "latency_ms",
    "sleep_ms", "blocking_sleep_ms", "timeout_ms", "async_calls", "refreshable", "effect",
    "writes", "side_effect", "retryable", "fails", "times", "schema", "parameters", "read_only",
}  # fmt: skip


def tool_of(
    name: str,
    schema: Mapping[str, Any],
    doing: Mapping[str, Any],
    ran: list[str],
    others: Mapping[str, Tool] | None = None,
    *,
    threads: bool = False,
    latency: Callable[[Mapping[str, Any]], float] = lambda arguments: 0,
) -> Tool:
    """`ran` gets its name at every execution. `doing` is the case's description."""
    check = checker(name, schema)
    results = iter(list(doing["results"])) if "results" in doing else None

    def outcome(arguments: Mapping[str, Any]) -> Any:
        failure = doing.get("raise") or doing.get("raises") or doing.get("error")
        often = doing.get("fails", doing.get("times"))
        if failure and (often is None or ran.count(name) <= int(often)):
            raise failing(str(failure), bool(doing.get("retryable")))
        if results is not None:
            return next(results, "no more results")
        for key in ("ok", "result", "returns"):
            if key in doing:
                return doing[key]
        return f"{name} returned for {as_json(dict(arguments))}"

    def waits(arguments: Mapping[str, Any]) -> float:
        given = next((doing[k] for k in ("ms", "latency_ms", "sleep_ms") if doing.get(k)), 0)
        return float(given) / 1000 + latency(arguments)

    async def in_loop(**arguments: Any) -> Any:
        ran.append(name)
        await asyncio.sleep(waits(arguments))
        if inner := doing.get("async_calls"):
            for one in inner if isinstance(inner, list) else [inner]:
                await call_tool((others or {})[one])
        return outcome(arguments)

    def in_thread(**arguments: Any) -> Any:
        ran.append(name)
        time.sleep(float(doing.get("blocking_sleep_ms", 0)) / 1000 + waits(arguments))
        return outcome(arguments)

    blocking = "blocking_sleep_ms" in doing or threads
    limit = doing.get("timeout_ms")
    return Tool(
        ToolSpec(name, f"The tool {name}.", dict(schema)),
        check,
        in_thread if blocking else in_loop,
        effect_of(doing),
        bool(doing.get("refreshable")),
        limit / 1000 if limit else None,
    )


def effect_of(doing: Mapping[str, Any]) -> Literal["reads", "writes"]:
    writes = doing.get("writes") or doing.get("side_effect") or doing.get("read_only") is False
    return "writes" if writes or doing.get("effect") in ("writes", "write") else "reads"


def failing(said: str, retryable: bool) -> Exception:
    """`ConnectionError: API down` is that exception, where Python knows it."""
    import builtins

    kind, _, text = said.partition(": ")
    known = getattr(builtins, kind, None)
    if text and isinstance(known, type) and issubclass(known, Exception):
        return known(text)
    return ToolError(said, retryable=retryable)


def checker(name: str, schema: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Pydantic's check of what a case's JSON schema says."""
    required = set(schema.get("required", ()))
    fields: dict[str, Any] = {}
    for key, value in schema.get("properties", {}).items():
        fields[key] = (hint(value), Field() if key in required else Field(default=None))
    extra: Literal["forbid", "allow"] = (
        "forbid" if schema.get("additionalProperties") is False else "allow"
    )
    model: type[BaseModel] = create_model(name, __config__=ConfigDict(extra=extra), **fields)

    def check(arguments: Mapping[str, Any]) -> dict[str, Any]:
        checked = model.model_validate(dict(arguments))
        return {**checked.model_dump(exclude_unset=True), **(checked.model_extra or {})}

    return check


def hint(value: Mapping[str, Any]) -> Any:
    if "enum" in value:
        return Literal[tuple(value["enum"])]
    if value.get("format") == "date":
        import datetime

        return datetime.date
    kinds = value.get("type", [])
    found = [TYPES[k] for k in ([kinds] if isinstance(kinds, str) else kinds) if k in TYPES]
    if not found:
        return Any
    whole = found[0]
    for one in found[1:]:
        whole = whole | one
    return whole
