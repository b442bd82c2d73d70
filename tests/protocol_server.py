"""A small server that keeps to the protocols of the real providers, on loopback.

    with ProtocolServer([Say("Hello")]) as server:
        model = OpenAIChat("openai:test", "key", server.openai_url)

It answers /v1/chat/completions, /v1/responses, /v1/messages and /v1/models, from a list of
answers (the last one repeats) or a function of the request, and refuses what the real ones do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from http.server import ThreadingHTTPServer
from typing import Any, Self

from protocol_checks import anthropic_fault, chat_fault, responses_fault
from protocol_http import Handler, Received
from protocol_replies import Answer, Chunks, Fail, Raw, Say, Slow

__all__ = ["Answer", "Chunks", "Fail", "ProtocolServer", "Raw", "Received", "Say", "Slow"]

FAULTS = {"chat": chat_fault, "responses": responses_fault, "anthropic": anthropic_fault}


class ProtocolServer:
    """`refuse` are parameters answered by 400; `models` the only ones known, if given; `streams`
    False answers a stream request with plain JSON, as some proxies do."""

    def __init__(
        self,
        answers: Sequence[Answer] | Callable[[Received], Answer] = (),
        *,
        refuse: Sequence[str] = (),
        models: Sequence[str] | None = None,
        key: str | None = None,
        streams: bool = True,
        strict: bool = True,
    ) -> None:
        self.answers, self.refuse, self.models = answers, refuse, models
        self.key, self.streams, self.strict = key, streams, strict
        self.received: list[Received] = []
        self.hung_up = threading.Event()
        """Set when a client closed its connection while it was being answered."""
        self._given = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.ours = self  # type: ignore[attr-defined]
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def openai_url(self) -> str:
        return f"{self.url}/v1"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [received.body for received in self.received]

    def answer(self, received: Received) -> Answer:
        with self._lock:
            self.received.append(received)
        given = (received.headers.get("authorization"), received.headers.get("x-api-key"))
        if self.key is not None and f"Bearer {self.key}" != given[0] and self.key != given[1]:
            shown = (given[1] or str(given[0])).removeprefix("Bearer ")
            return Fail(401, f"Incorrect API key provided: {shown}.", "invalid_api_key")
        if self.models is not None and received.body["model"] not in self.models:
            return Fail(
                404, f"The model `{received.body['model']}` does not exist", "model_not_found"
            )
        for name in self.refuse:
            if name in received.body:
                return _refusal(received.api, name)
        fault = FAULTS[received.api](received.body) if self.strict else None
        if fault:
            return Fail(400, fault)
        if callable(self.answers):
            return self.answers(received)
        with self._lock:
            self._given += 1
            return self.answers[min(self._given, len(self.answers)) - 1]


def _refusal(api: str, name: str) -> Fail:
    if api == "anthropic":
        return Fail(400, f"{name}: Extra inputs are not permitted")
    message = f"Unsupported parameter: '{name}' is not supported with this model."
    return Fail(400, message, "unsupported_parameter", name)
