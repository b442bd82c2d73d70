"""A reply on its way in, streamed or whole, and how it can go wrong after status 200."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.messages import Request
from agents.models.sse import DONE, events
from agents.models.stops import Ear


class IncompleteStream(Exception):
    """The stream ended without its end."""


class Unreadable(Exception):
    """The answer is no JSON object: what stands at the address is no model."""


class ProviderComplaint(Exception):
    """An error that came with status 200, in the body or in the stream."""

    def __init__(self, body: Any) -> None:
        super().__init__("")
        self.body = body
        code = body.get("code") if isinstance(body, Mapping) else None
        self.status_code = code if isinstance(code, int) else None


OURS = (IncompleteStream, Unreadable, ProviderComplaint)


@dataclass
class Incoming(ABC):
    """One reply on its way: events of a stream are fed to it, or the whole at once."""

    request: Request
    ear: Ear
    first_token_at: float | None = None

    @abstractmethod
    def feed(self, event: dict[str, Any]) -> None:
        """Takes one event of the stream."""

    @abstractmethod
    def whole(self) -> dict[str, Any]:
        """The message as the API gives it unstreamed. Raises IncompleteStream."""

    def arrived(self, piece: str = "") -> None:
        if self.first_token_at is None:
            self.first_token_at = time.time()
        if piece:
            self.ear.feed(piece)


async def stream_into(incoming: Incoming, chunks: AsyncIterator[bytes]) -> None:
    """Feeds it every event of a response's body."""
    async for data in events(chunks):
        if data.strip() == DONE:
            incoming.feed({"type": DONE})
            return
        incoming.feed(as_object(data, IncompleteStream))


def as_object(data: str | bytes, otherwise: type[Exception]) -> dict[str, Any]:
    """Raises `otherwise` if it is no JSON object, ProviderComplaint if it is an error."""
    try:
        value = json.loads(data)
    except ValueError:
        raise otherwise from None
    if not isinstance(value, dict):
        raise otherwise
    if value.get("error"):
        raise ProviderComplaint(value["error"])
    return value
