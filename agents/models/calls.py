"""Makes Calls of what a provider's message asks for: names, arguments, and one id for each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.messages import Answered, Call, Request, Said
from agents.models.arguments import INVALID, TRUNCATED, NotAnObject, read_arguments
from agents.models.wiring import safe_name

PARALLEL = {"multi_tool_use.parallel", "multi_tool_use_parallel"}
"""A wrapper that some GPT models were trained on and now and then call as if it were a tool."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call as it stands in a provider's message; `arguments` text, object or None."""

    id: str
    name: str
    arguments: Any


def make_calls(wanted: Iterable[Wanted], request: Request, *, cut: bool) -> tuple[Call, ...]:
    """`cut`: the reply ended at the token limit, so that its last call may be incomplete."""
    items = list(wanted)
    cut_at = len(items) - 1 if cut else -1
    schemas = {tool.name: tool.parameters for tool in request.tools}
    ids = _Ids(request)
    calls: list[Call] = []
    for number, item in enumerate(items):
        for part in _unwrapped(item):
            name = _known_name(part.name, schemas)
            calls.append(_call(part, name, ids, schemas.get(name), number == cut_at))
    return tuple(calls)


def _call(item: Wanted, name: str, ids: _Ids, schema: Mapping[str, Any] | None, cut: bool) -> Call:
    raw = item.arguments if isinstance(item.arguments, str) else json.dumps(item.arguments)
    call_id = ids.one_more(item.id)
    try:
        arguments = read_arguments(item.arguments, schema)
    except NotAnObject:
        return Call(call_id, name, {}, TRUNCATED if cut else INVALID, raw)
    if cut and item.arguments in (None, "") and (schema is None or schema.get("properties")):
        # the limit fell between the name and its arguments
        return Call(call_id, name, {}, TRUNCATED, "")
    return Call(call_id, name, arguments)


def _unwrapped(item: Wanted) -> Sequence[Wanted]:
    if item.name not in PARALLEL:
        return (item,)
    try:
        uses = read_arguments(item.arguments).get("tool_uses")
    except NotAnObject:
        return (item,)
    if not isinstance(uses, list) or not all(isinstance(use, Mapping) for use in uses) or not uses:
        return (item,)
    return [
        Wanted(
            f"{item.id}_{number}" if item.id else "",
            str(use.get("recipient_name") or use.get("name") or ""),
            use.get("parameters", use.get("arguments")),
        )
        for number, use in enumerate(uses, start=1)
    ]


def _known_name(name: str, known: Iterable[str]) -> str:
    """Models put `functions.` before a name or blanks around it, and are told of a tool by a
    name that its provider takes."""
    bare = name.strip()
    short = bare.removeprefix("functions.")
    return next((tool for tool in known if short in (tool, safe_name(tool))), bare)


class _Ids:
    """One id for each call of the conversation: results are matched by it."""

    def __init__(self, request: Request) -> None:
        self.taken: set[str] = set()
        for message in request.messages:
            if isinstance(message, Said):
                self.taken.update(call.id for call in message.calls)
            elif isinstance(message, Answered):
                self.taken.add(message.call_id)

    def one_more(self, wish: str) -> str:
        number = len(self.taken) + 1
        chosen = wish or f"call_{number}"
        while chosen in self.taken:
            number += 1
            chosen = f"{wish or 'call'}_{number}"
        self.taken.add(chosen)
        return chosen


_FENCE = re.compile(r"\A```(?:json|tool_call)?\s*\n(.*)\n\s*```\Z", re.DOTALL)
_TAGGED = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL | re.IGNORECASE)


def calls_in_content(text: str, request: Request) -> tuple[Wanted, ...]:
    """The calls that a local server left standing in the text, as JSON.

    Only where they are the whole text, and every name is a known tool: the same JSON inside
    prose is an example, not a call.
    """
    known = {tool.name for tool in request.tools}
    if not known or request.tool_choice == "none":
        return ()
    text = _THOUGHT.sub("", text).strip()
    pieces = _TAGGED.findall(text)
    if pieces and _TAGGED.sub("", text).strip():
        return ()
    fenced = _FENCE.match(text)
    found: list[Wanted] = []
    for piece in pieces or [fenced.group(1) if fenced else text]:
        try:
            value = json.loads(piece, strict=False)
        except (ValueError, RecursionError):
            return ()
        for item in value if isinstance(value, list) else [value]:
            call = _as_call(item)
            if call is None or _known_name(call.name, known) not in known:
                return ()
            found.append(call)
    return tuple(found)


def _as_call(item: Any) -> Wanted | None:
    if not isinstance(item, Mapping):
        return None
    inner = item.get("function")
    body = {**item, **inner} if isinstance(inner, Mapping) else item
    if not set(body) <= {"id", "type", "function", "name", "arguments", "parameters"}:
        return None
    if not isinstance(body.get("name"), str) or not {"arguments", "parameters"} & set(body):
        return None
    arguments = body["arguments"] if "arguments" in body else body["parameters"]
    return Wanted(str(body.get("id") or ""), body["name"], arguments)
