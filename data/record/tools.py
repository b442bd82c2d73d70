"""The tools of a run whose tools are not here, such as an imported one: answered from its record.

A call that the record holds, with the same arguments, gets the result that stands there, the
first time the first one and so on; the last one is given again. For any other call a person has
to say what came of it, or it gets a stub that says it is one. Nothing is ever run.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from agents.events import Event, Replied, Returned, Started
from agents.messages import Link, ToolSpec, as_json, canonical
from agents.tools import Given, NeedsPerson, Tool

ANY: Mapping[str, Any] = {"type": "object"}
FROM_RECORD = "from the record"
STUB = "stub: the tool is not here"

Otherwise = Literal["ask", "stub"]


def record_tools(
    events: Sequence[Event], requests: Iterable[Sequence[Link]], otherwise: Otherwise
) -> tuple[Tool, ...]:
    """A stand-in for each tool that the run was told of or has called. `requests` are some of
    its requests as sent, for the definitions that stand in them."""
    held = _results(events)
    return tuple(_tool(spec, held, otherwise) for spec in tool_specs(events, requests))


def tool_specs(events: Sequence[Event], requests: Iterable[Sequence[Link]]) -> list[ToolSpec]:
    """As its start tells them; else as its requests do; else by the names it has called, with
    whatever arguments."""
    start = events[0] if events else None
    found = {spec.name: spec for spec in start.tools} if isinstance(start, Started) else {}
    for request in requests:
        for link in request:
            if link.part == "tools":
                for spec in specs_in(link.body):
                    found.setdefault(spec.name, spec)
    for event in events:
        called = event.reading.calls if isinstance(event, Replied) else ()
        for call in called:
            if call.name and not call.fault:
                found.setdefault(call.name, ToolSpec(call.name, "", ANY))
    return list(found.values())


def specs_in(body: str) -> list[ToolSpec]:
    """The definitions in a piece of a request, in any provider's form; none where it is no such
    thing."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return []
    items = value if isinstance(value, list) else [value]
    return [spec for spec in map(_spec, items) if spec is not None]


def _spec(item: Any) -> ToolSpec | None:
    if not isinstance(item, dict):
        return None
    inner = item["function"] if isinstance(item.get("function"), dict) else item
    name = inner.get("name")
    if not isinstance(name, str) or not name:
        return None
    schema = next((inner[k] for k in ("parameters", "input_schema") if inner.get(k)), ANY)
    sound = isinstance(schema, dict) and schema.get("type", "object") == "object"
    return ToolSpec(name, str(inner.get("description") or ""), schema if sound else ANY)


def _results(events: Sequence[Event]) -> Mapping[str, list[Returned]]:
    held: dict[str, list[Returned]] = defaultdict(list)
    for event in events:
        if isinstance(event, Returned) and event.outcome not in ("refused", "cancelled"):
            held[_key(event.call.name, event.call.arguments)].append(event)
    return held


def _tool(spec: ToolSpec, held: Mapping[str, list[Returned]], otherwise: Otherwise) -> Tool:
    asked: dict[str, int] = defaultdict(int)

    async def invoke(**arguments: Any) -> Given:
        key = _key(spec.name, arguments)
        if results := held.get(key):
            place = min(asked[key], len(results) - 1)
            asked[key] += 1
            result = results[place]
            return Given(result.output, result.outcome, "replayed", FROM_RECORD)
        if otherwise == "ask":
            raise NeedsPerson(
                f"{spec.name} {canonical(arguments)} is not in the record and its tool is not "
                "here: write its result, or take a stub, to go on."
            )
        said = {"simulated": True, "tool": spec.name, "note": "The tool is not here: a stub."}
        return Given(as_json(said), "ok", "simulated", STUB)

    return Tool(spec, dict, invoke, refreshable=True)


def _key(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}\x00{canonical(dict(arguments))}"
