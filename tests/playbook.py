"""A model that says given lines, in the protocol of either conversation, for tests of the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from agents.messages import Call, Reply, Request, Usage, Wire, as_json
from agents.models.base import Hear, deaf
from agents.models.scripted_wire import wire
from agents.policies.registry import actors_of, policy_of
from agents.rig import Limits, Rig, RigSpec
from agents.tools import Tool

Line = str | Sequence[tuple[str, dict[str, Any]]]
"""Text to say as it is, or calls to make (ReAct makes them one by one and takes the first)."""


class Playbook:
    """Says one line a request; the last one again and again when `repeats`."""

    name = "playbook"

    def __init__(
        self,
        lines: Sequence[Line],
        *,
        repeats: bool = False,
        delay_s: float = 0,
        usage: Usage | None = None,
    ) -> None:
        self.lines = list(lines)
        self.repeats = repeats
        self.delay_s = delay_s
        self.usage = usage or Usage(100, 10, source="counted")
        self.requests: list[Request] = []

    def wire(self, request: Request) -> Wire:
        return wire(request, self.name)

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        self.requests.append(request)
        place = len(self.requests) - 1
        if self.repeats:
            place = min(place, len(self.lines) - 1)
        line = self.lines[place]
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        text, calls = self._said(line, request)
        hear(text)
        return Reply(
            text, self.wire(request), self.name, "text", calls,
            finish="tool_calls" if calls else "stop", usage=self.usage,
        )  # fmt: skip

    def _said(self, line: Line, request: Request) -> tuple[str, tuple[Call, ...]]:
        if isinstance(line, str):
            final = bool(request.stop and line) and ":" not in line
            return (f"Thought: done\nFinal Answer: {line}" if final else line), ()
        if request.stop:
            name, args = line[0]
            return f"Thought: next\nAction: {name}\nAction Input: {as_json(args)}", ()
        number = len(self.requests)
        return "", tuple(Call(f"c{number}_{i}", name, args) for i, (name, args) in enumerate(line))


def playbook_rig(
    lines: Sequence[Line],
    tools: Sequence[Tool],
    *,
    using: str = "function-calling",
    limits: Limits | None = None,
    price: Callable[..., Any] | None = None,
    reflect: bool = False,
    **more: Any,
) -> tuple[Rig, Playbook]:
    model = Playbook(lines, **more)
    spec = RigSpec(paradigm=using, model="playbook", limits=limits or Limits(), reflect=reflect)
    rig = Rig(
        spec,
        policy_of(using, reflect=reflect),
        dict.fromkeys(actors_of(using, reflect=reflect), model),
        {tool.name: tool for tool in tools},
        price,
    )
    return rig, model
