"""The seam to every model: what is sent, as a pure function, and the one effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from agents.messages import Reply, Request, Wire

Hear = Callable[[str], None]
"""Takes each piece of visible text as it arrives. It must be quick and must not raise."""


def deaf(_: str) -> None:
    """Hears nothing."""


class Model(Protocol):
    """`name` is how the user calls it (`openai:NAME`), the same text that prices are found by."""

    name: str

    def wire(self, request: Request) -> Wire:
        """The request as it would be sent. Pure; the last link names the whole (`chain`)."""

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        """Sends it. `Reply.sent` is what really went out, which may differ from `wire(request)`
        where a provider refused a setting. Raises ModelError (with `sent`) when no reply came;
        being cancelled closes the connection."""
