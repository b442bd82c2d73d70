"""Requests that grow: each costs only what is new in it, whatever its history.

A chain is immutable: adding a link gives a new one that stands on it, so that branches (a prompt
taken back, a sub-agent that begins with its caller's history) share what they have in common.
"""

from __future__ import annotations

from typing import Any

from agents.messages import Link, Part, continued
from data.importers.hostile import body_of, encodable, sound
from data.writing.journal import ChainLink


class Chain:
    """The request up to and including its last link. `Chain()` is the empty one."""

    __slots__ = ("_before", "_link", "_message", "depth", "digest")

    def __init__(self, before: Chain | None = None, link: Link | None = None) -> None:
        self._before = before
        self._link = link
        self.digest: str = ""
        self.depth: int = before.depth + 1 if before else -1
        self._message: str = ""
        if link is not None:
            self._message = link.digest
            self.digest = continued(before.digest if before else "", self._message)

    def add(self, part: Part, role: str, body: Any) -> Chain:
        """`body` is the message as the API has it; it becomes JSON, a text stays as it is, unless
        a lone surrogate in it can only be kept as JSON has it."""
        text = body if isinstance(body, str) and encodable(body) else body_of(body)
        return Chain(self, Link(part, sound(role), text))

    def tools(self, definitions: list[Any]) -> Chain:
        """One link a tool; they stand before everything else."""
        grown = self
        for definition in definitions:
            grown = grown.add("tools", "tools", definition)
        return grown

    def new(self) -> tuple[ChainLink, ...]:
        """The links that were not handed out before, first link first; their texts are let go."""
        found: list[ChainLink] = []
        at: Chain | None = self
        while at is not None and at._link is not None:
            link, before = at._link, at._before
            parent = before.digest if before and before.digest else None
            found.append(ChainLink(at.digest, parent, at.depth, link.part, link.role, link.body,
                                   at._message))  # fmt: skip
            at._link = at._before = None
            at._message = ""
            at = before
        return tuple(reversed(found))


EMPTY = Chain()
