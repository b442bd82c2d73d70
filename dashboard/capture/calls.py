"""Listens to a client: every request of an OpenAI or Anthropic SDK goes through `client.request`.

The method is replaced on the one object; what it returns and raises is handed on untouched.
"""

from __future__ import annotations

import inspect
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from . import spans, words
from .grouping import Call, Grouping

APIS = {"/chat/completions": "chat", "/responses": "responses", "/messages": "anthropic"}
MARK = "_triptych_capture"
log = logging.getLogger("triptych.capture")


def watch(client: Any, grouping: Grouping) -> None:
    """Raises TypeError for what is no client of these SDKs."""
    original = getattr(client, "request", None)
    if not callable(original) or not hasattr(client, "post") or not hasattr(client, "api_key"):
        raise TypeError(
            f"capture() takes a client of the openai or anthropic package, not a "
            f"{type(client).__name__}."
        )
    if hasattr(client, MARK):
        return
    setattr(client, MARK, True)
    client.request = (
        _asynchronous(client, original, grouping)
        if inspect.iscoroutinefunction(original)
        else _synchronous(client, original, grouping)
    )
    for name in ("copy", "with_options"):
        if hasattr(client, name):
            setattr(client, name, _copying(getattr(client, name), grouping))


def _copying(original: Any, grouping: Grouping) -> Any:
    def copy(*args: Any, **more: Any) -> Any:
        made = original(*args, **more)
        watch(made, grouping)
        return made

    return copy


def _synchronous(client: Any, original: Any, grouping: Grouping) -> Any:
    def request(cast_to: Any, options: Any, *args: Any, **more: Any) -> Any:
        ear = _Ear.of(client, options, grouping)
        if ear is None:
            return original(cast_to, options, *args, **more)
        try:
            reply = original(cast_to, options, *args, **more)
        except BaseException as error:
            ear.ended(error)
            raise
        ear.heard(reply)
        return reply

    return request


def _asynchronous(client: Any, original: Any, grouping: Grouping) -> Any:
    async def request(cast_to: Any, options: Any, *args: Any, **more: Any) -> Any:
        ear = _Ear.of(client, options, grouping)
        if ear is None:
            return await original(cast_to, options, *args, **more)
        try:
            reply = await original(cast_to, options, *args, **more)
        except BaseException as error:
            ear.ended(error)
            raise
        ear.heard(reply)
        return reply

    return request


class _Ear:
    """Of one call. Nothing that goes wrong in here is heard outside."""

    def __init__(self, api: str, request: str, secret: str, grouping: Grouping) -> None:
        self._api, self._request, self._secret = api, request, secret
        self._grouping = grouping
        self._named = grouping.begun(self)
        self._started = time.time_ns()
        self._first: int | None = None
        self._pieces: list[Any] = []
        self._streamed = self._whole = self._done = False

    @classmethod
    def of(cls, client: Any, options: Any, grouping: Grouping) -> _Ear | None:
        """None for requests that are no model calls."""
        try:
            path = str(options.url).partition("?")[0]
            api = next((api for end, api in APIS.items() if path.endswith(end)), None)
            if api is None or str(options.method).lower() != "post":
                return None
            body = options.json_data if isinstance(options.json_data, dict) else {}
            more = getattr(options, "extra_json", None) or {}
            # written now: the caller's list of messages is about to grow
            request = json.dumps({**body, **more}, default=words.plain)
            return cls(api, request, str(getattr(client, "api_key", "") or ""), grouping)
        except Exception as error:
            _not_recorded(error)
            return None

    def heard(self, reply: Any) -> None:
        try:
            iterator: Any = getattr(reply, "_iterator", None)
            if hasattr(iterator, "__anext__"):
                self._streamed = True
                reply._iterator = self._tee_async(iterator)
                self._closes(reply)
            elif hasattr(iterator, "__next__"):
                self._streamed = True
                reply._iterator = self._tee(iterator)
                self._closes(reply)
            else:
                self._pieces.append(_read(reply))
                self.ended()
        except Exception as error:
            _not_recorded(error)
            self.ended()

    def ended(self, error: BaseException | None = None) -> None:
        if self._done:
            return
        self._done = True
        try:
            told = spans.told(error).replace(self._secret or "\0", "[secret]") if error else ""
            left = self._streamed and not self._whole and not told
            self._grouping.put(
                Call(self._api, self._request, self._pieces, self._streamed, self._started,
                     time.time_ns(), self._first, told, self._secret, left),
                self._named,
            )  # fmt: skip
        except Exception as error:
            _not_recorded(error)
        finally:
            self._grouping.over(self)

    def _closes(self, reply: Any) -> None:
        """A stream that is closed early has ended, though nobody goes on with its pieces."""
        close = reply.close

        def closed(*args: Any) -> Any:
            try:
                return close(*args)
            finally:
                self.ended()

        async def closed_async(*args: Any) -> Any:
            try:
                return await close(*args)
            finally:
                self.ended()

        reply.close = closed_async if inspect.iscoroutinefunction(close) else closed

    def _took(self, piece: Any) -> None:
        if self._first is None:
            self._first = time.time_ns()
        self._pieces.append(piece)

    def _tee(self, pieces: Iterator[Any]) -> Iterator[Any]:
        """A stream that is left early is told as far as it came."""
        try:
            for piece in pieces:
                self._took(piece)
                yield piece
            self._whole = True
        except GeneratorExit:
            raise
        except BaseException as error:
            self.ended(error)
            raise
        finally:
            self.ended()

    async def _tee_async(self, pieces: AsyncIterator[Any]) -> AsyncIterator[Any]:
        try:
            async for piece in pieces:
                self._took(piece)
                yield piece
            self._whole = True
        except GeneratorExit:
            raise
        except BaseException as error:
            self.ended(error)
            raise
        finally:
            self.ended()


def _not_recorded(error: Exception) -> None:
    """Never the user's trouble, and never silent. The error's text may hold what was sent."""
    log.warning("A model call could not be recorded whole (%s).", type(error).__name__)


def _read(reply: Any) -> Any:
    """The reply itself; of a raw response, its JSON where that has been read already."""
    raw = getattr(reply, "http_response", None)
    if raw is None:
        return reply
    if not getattr(raw, "is_stream_consumed", False):
        return {}
    return json.loads(raw.content)
