"""The model of a loop case: its `model_script`, in the protocol that it is asked in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from agents.errors import ModelError
from agents.messages import Call, Link, Reply, Request, Said, Text, Usage, Wire, as_json
from agents.models.base import Hear, deaf
from agents.models.scripted_wire import wire

AFTER = {"final": "The script is over."}


class CaseModel:
    """Says one item a request, or, `by_place`, the item after those that the conversation holds,
    so that a fork goes on where it stands."""

    name = "case"

    def __init__(
        self,
        script: Sequence[Mapping[str, Any]],
        *,
        repeats: bool = False,
        by_place: bool = False,
        temperature: float | None = None,
    ) -> None:
        self.script = list(script)
        self.repeats = repeats
        self.by_place = by_place
        self.temperature = temperature
        self.requests: list[Request] = []

    def wire(self, request: Request) -> Wire:
        sent = wire(request, self.name)
        settings = as_json({"model": self.name, "temperature": request.temperature})
        return (*sent[:-1], Link("settings", "settings", settings))

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        self.requests.append(request)
        item = self._item(request)
        if "ms" in item:
            await asyncio.sleep(item["ms"] / 1000)
        if failure := item.get("raise") or item.get("error"):
            raise ModelError(str(failure), sent=self.wire(request))
        text, calls = said(item, request, len(self.requests))
        hear(text)
        return Reply(
            text, self.wire(request), self.name, "text", calls,
            finish="tool_calls" if calls else item.get("finish", "stop"),
            usage=Usage(100, 10, source="counted"),
        )  # fmt: skip

    def _item(self, request: Request) -> Mapping[str, Any]:
        place = len(self.requests) - 1
        if self.by_place:
            place = sum(
                isinstance(m, Said) or (isinstance(m, Text) and m.role == "assistant")
                for m in request.messages
            )
        if self.repeats and self.script:
            place = min(place, len(self.script) - 1)
        return self.script[place] if place < len(self.script) else AFTER


def said(item: Mapping[str, Any], request: Request, number: int) -> tuple[str, tuple[Call, ...]]:
    """Text and native calls of one item; ReAct's protocol is told by its stop sequences."""
    react = bool(request.stop)
    thought = str(item.get("thought", "I go on."))
    wanted = calls_of(item)
    if wanted:
        if react:
            name, arguments = wanted[0]
            return f"Thought: {thought}\nAction: {name}\nAction Input: {as_json(arguments)}", ()
        return str(item.get("text", "")), tuple(
            Call(f"c{number}_{i}", name, arguments) for i, (name, arguments) in enumerate(wanted)
        )
    if "final" in item or "answer" in item:
        final = str(item.get("final", item.get("answer")))
        return (f"Thought: {thought}\nFinal Answer: {final}" if react else final), ()
    return str(item.get("text", "")), ()


def calls_of(item: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = item.get("calls", [item["call"]] if "call" in item else [])
    return [(one[0], dict(one[1]) if len(one) > 1 else {}) for one in found]
