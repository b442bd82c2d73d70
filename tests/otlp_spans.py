"""Spans made by hand, as OTLP/JSON has them."""

from __future__ import annotations

import json
from typing import Any

TRACE = "5b8efff798038103d269b633813fc60c"
NOON = 1_750_000_000
Json = dict[str, Any]


def value(given: Any) -> Json:
    if isinstance(given, bool):
        return {"boolValue": given}
    if isinstance(given, int):
        return {"intValue": str(given)}
    if isinstance(given, float):
        return {"doubleValue": given}
    if isinstance(given, list):
        return {"arrayValue": {"values": [value(one) for one in given]}}
    return {"stringValue": given}


def pairs(attributes: Json) -> list[Json]:
    return [{"key": key, "value": value(given)} for key, given in attributes.items()]


def span(
    number: int,
    name: str = "",
    parent: int | None = 1,
    start: float = 0.0,
    end: float = 1.0,
    error: str = "",
    trace: str = TRACE,
    events: tuple[tuple[str, Json], ...] = (),
    **attributes: Any,
) -> Json:
    """Attribute names have `__` for a dot. Times are seconds after noon."""
    told = {key.replace("__", "."): given for key, given in attributes.items()}
    made: Json = {
        "traceId": trace,
        "spanId": f"{number:016x}",
        "name": name or f"span {number}",
        "kind": 1,
        "startTimeUnixNano": str(int((NOON + start) * 1e9)),
        "endTimeUnixNano": str(int((NOON + end) * 1e9)),
        "attributes": pairs(told),
        "status": {"code": 2, "message": error} if error else {},
    }
    if parent is not None:
        made["parentSpanId"] = f"{parent:016x}"
    if events:
        made["events"] = [{"name": n, "attributes": pairs(a)} for n, a in events]
    return made


def request(*spans: Json, scope: str = "by.hand") -> Json:
    resource = {"attributes": pairs({"service.name": "tests"})}
    scoped = [{"scope": {"name": scope}, "spans": list(spans)}]
    return {"resourceSpans": [{"resource": resource, "scopeSpans": scoped}]}


def chat(number: int, history: list[Json], reply: Json, **more: Any) -> Json:
    """A model call as today's GenAI conventions have it."""
    told: Json = {
        "gen_ai__operation__name": "chat",
        "gen_ai__provider__name": "openai",
        "gen_ai__request__model": "gpt-4o",
        "gen_ai__usage__input_tokens": 10,
        "gen_ai__usage__output_tokens": 5,
        "gen_ai__input__messages": json.dumps(history),
        "gen_ai__output__messages": json.dumps([reply]),
    }
    return span(number, "chat gpt-4o", **{**told, **more})


def said(role: str, text: str) -> Json:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def wished(native: str, name: str, **arguments: Any) -> Json:
    part = {"type": "tool_call", "id": native, "name": name, "arguments": arguments}
    return {"role": "assistant", "parts": [part], "finish_reason": "tool_call"}


def answered(native: str, text: str) -> Json:
    part = {"type": "tool_call_response", "id": native, "response": text}
    return {"role": "tool", "parts": [part]}


def tool(number: int, name: str, native: str = "", output: str = "done", **more: Any) -> Json:
    told: Json = {
        "gen_ai__operation__name": "execute_tool",
        "gen_ai__tool__name": name,
        "gen_ai__tool__call__arguments": '{"q": "x"}',
        "gen_ai__tool__call__result": output,
    }
    if native:
        told["gen_ai__tool__call__id"] = native
    return span(number, f"execute_tool {name}", **{**told, **more})


def agent(number: int, name: str = "helper", parent: int | None = None, **more: Any) -> Json:
    told: Json = {"gen_ai__operation__name": "invoke_agent", "gen_ai__agent__name": name}
    return span(number, f"invoke_agent {name}", parent=parent, **{**told, **more})


ASKED = [said("system", "Be brief."), said("user", "What is the weather?")]
WISH = wished("call_1", "weather", city="Oslo")
ANSWER = said("assistant", "It rains.")


def a_run() -> list[Json]:
    """An agent, a model call that asks for a tool, the tool, and the answer."""
    again = [*ASKED, WISH, answered("call_1", "rain")]
    return [
        agent(1, start=0, end=4),
        chat(2, ASKED, WISH, start=0.1, end=1),
        tool(3, "weather", "call_1", "rain", start=1.1, end=2),
        chat(4, again, ANSWER, start=2.1, end=3),
    ]
