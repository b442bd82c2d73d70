"""What every real model shares: send, hear, leave out what is refused, fail in one sentence."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from agents.errors import ModelError
from agents.messages import Reply, Request, Wire, as_json
from agents.models.base import Hear, deaf
from agents.models.incoming import OURS, Incoming, Unreadable, as_object, stream_into
from agents.models.provider_errors import model_error, refused_setting
from agents.models.stops import Ear


@dataclass
class ProviderModel(ABC):
    """`name` is the user's (`openai:gpt-4.1`); what stands after the colon goes on the wire."""

    name: str
    api_key: str = field(repr=False)
    base_url: str = ""
    refused: set[str] = field(default_factory=set)
    """Settings that this model was found not to take; they are left out from then on."""
    _client: Any = field(default=None, repr=False)

    path: ClassVar[str]
    optional: ClassVar[frozenset[str]]
    """Settings without which the request still makes sense."""

    @property
    def model(self) -> str:
        return self.name.partition(":")[2]

    @property
    @abstractmethod
    def key_name(self) -> str:
        """The environment variable that holds the key."""

    @abstractmethod
    def wire(self, request: Request) -> Wire: ...

    @abstractmethod
    def payload(self, wire: Wire) -> dict[str, Any]:
        """The body of the HTTP request, put together from the links."""

    @abstractmethod
    def connect(self) -> Any:
        """The SDK's client."""

    @abstractmethod
    def foreign_errors(self) -> tuple[type[Exception], ...]:
        """What the SDK and the HTTP library under it raise."""

    @abstractmethod
    def incoming(self, request: Request, ear: Ear) -> Incoming: ...

    @abstractmethod
    def read(self, message: dict[str, Any], request: Request, sent: Wire) -> Reply:
        """What an unstreamed message says, its text not yet cut at a stop sequence."""

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        while True:
            sent = self.wire(request)
            try:
                reply = await self._ask(request, sent, hear)
                break
            except Exception as error:
                if not isinstance(error, (*OURS, *self.foreign_errors())):
                    raise
                setting = refused_setting(error, self._droppable(sent))
                if setting is None:
                    # without the cause, whose text may hold what a server echoed
                    raise self._failed(error, sent) from None
                self.refused.add(setting)
        return replace(reply, notes=(*self._left_out(request), *reply.notes))

    async def _ask(self, request: Request, sent: Wire, hear: Hear) -> Reply:
        if self._client is None:
            # in a thread: the import takes seconds, and other lanes must not stand still
            self._client = await asyncio.to_thread(self.connect)
        import httpx2

        payload = self.payload(sent)
        ear = Ear(request.stop, hear)
        response = await self._client.post(
            self.path,
            cast_to=httpx2.Response,
            content=as_json(payload).encode(),
            options={"headers": {"Content-Type": "application/json"}},
            stream=True,
        )
        incoming: Incoming | None = None
        try:
            if "text/event-stream" in response.headers.get("content-type", ""):
                incoming = self.incoming(request, ear)
                await stream_into(incoming, response.aiter_bytes())
                message = incoming.whole()
            else:
                message = as_object(await response.aread(), Unreadable)
        finally:
            await response.aclose()
        reply = self.read(message, request, sent)
        if incoming is None:
            ear.feed(reply.text)
        text = ear.end()
        if ear.cut and reply.text:
            reply = replace(reply, text=text, notes=(*reply.notes, "cut_at_stop"))
        return replace(reply, first_token_at=incoming.first_token_at if incoming else None)

    def _droppable(self, sent: Wire) -> frozenset[str]:
        return self.optional & set(json.loads(sent[-1].body))

    def _left_out(self, request: Request) -> list[str]:
        """Notes on what the request asked for and did not get."""
        plain = type(self)(self.name, "").wire(request)
        wished = set(json.loads(plain[-1].body))
        return [f"{setting}_refused" for setting in sorted(self.refused & wished)]

    def _failed(self, error: Exception, sent: Wire) -> ModelError:
        return model_error(
            error,
            model=self.name,
            base_url=self.base_url,
            key_name=self.key_name,
            key=self.api_key,
            sent=sent,
        )


def no_idle_connections() -> Any:
    """A connection for each call, closed after it: nothing outlives the event loop of a verb,
    and a cancelled call leaves nothing half-read behind."""
    import httpx2

    return httpx2.Limits(max_keepalive_connections=0)
