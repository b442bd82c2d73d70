"""The requests of agents that hear one conversation, each below a system prompt of its own."""

from __future__ import annotations

from typing import Any

from agents.messages import Part
from data.importers.chains import EMPTY, Chain

MOST = 20
"""Agents whose requests are told; each hears the whole conversation. Real teams have up to six."""


class Prompted:
    """`prompts`: the agents' names and what each was told, as a file may have it or not."""

    def __init__(self, prompts: Any) -> None:
        held = prompts.items() if isinstance(prompts, dict) else ()
        told = [(name, text) for name, text in held if isinstance(text, str) and text][:MOST]
        self._chains = {
            name: EMPTY.add("system", "system", {"role": "system", "content": text})
            for name, text in told
        }
        self._heard: list[tuple[Part, str, Any]] = []
        self._upto = dict.fromkeys(self._chains, 0)

    def said(self, part: Part, role: str, message: Any) -> None:
        if self._chains:
            self._heard.append((part, role, message))

    def request(self, name: str) -> Chain | None:
        """All that was said so far, as this agent heard it; None where its prompt is not told."""
        chain = self._chains.get(name)
        if chain is None:
            return None
        for part, role, message in self._heard[self._upto[name] :]:
            chain = chain.add(part, role, message)
        self._upto[name] = len(self._heard)
        self._chains[name] = chain
        return chain
