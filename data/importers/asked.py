"""Requests of traces that hold each of them whole: what two have in common is kept once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agents.messages import Part
from data.importers.chains import EMPTY, Chain
from data.importers.hostile import body_of, word

PARTS: dict[str, Part] = {
    "system": "system",
    "developer": "system",
    "user": "question",
    "assistant": "reasoning",
    "tool": "observation",
    "function": "observation",
}


def part_of(role: Any) -> Part:
    return PARTS.get(word(role), "note")


class Asked:
    """The requests of one run, each given whole."""

    def __init__(self) -> None:
        self._before: list[tuple[Part, str, str]] = []
        self._chains: list[Chain] = []

    def request(self, tools: Iterable[Any], messages: Iterable[Any]) -> Chain:
        """Messages are objects with a `role`; anything else is a note."""
        links: list[tuple[Part, str, str]] = [("tools", "tools", body_of(tool)) for tool in tools]
        for message in messages:
            role = word(message.get("role")) if isinstance(message, dict) else ""
            links.append((part_of(role), role or "user", body_of(message)))
        same = 0
        for old, new in zip(self._before, links, strict=False):
            if old != new:
                break
            same += 1
        chains = self._chains[:same]
        for part, role, body in links[same:]:
            chains.append((chains[-1] if chains else EMPTY).add(part, role, body))
        self._before, self._chains = links, chains
        return chains[-1] if chains else EMPTY
