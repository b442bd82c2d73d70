"""The HTTP side of the protocol server: status lines, chunks, and hanging up."""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from protocol_anthropic import anthropic_stream, anthropic_whole
from protocol_replies import Answer, Chunks, Fail, Raw, Say, Slow, chat_stream, chat_whole
from protocol_responses import responses_stream, responses_whole

APIS = {
    "/v1/chat/completions": "chat",
    "/v1/responses": "responses",
    "/v1/messages": "anthropic",
}


@dataclass(frozen=True)
class Received:
    api: str
    body: dict[str, Any]
    headers: dict[str, str]
    """Names in lower case."""
    data: bytes


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def ours(self) -> Any:
        """The ProtocolServer."""
        return self.server.ours  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            return self._json({"error": {"message": "no such path"}}, 404)
        listed = [{"id": name, "object": "model"} for name in self.ours.models or ()]
        self._json({"object": "list", "data": listed})

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        api = APIS.get(self.path)
        if api is None:
            return self._json({"error": {"message": f"no such path: {self.path}"}}, 404)
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(api, json.loads(data), headers, data)
        self._send(received, self.ours.answer(received))

    def _send(self, received: Received, answer: Answer) -> None:
        if isinstance(answer, Fail):
            return self._fail(received.api, answer)
        if isinstance(answer, Raw):
            return self._json(answer.body, answer.status)
        slow = answer if isinstance(answer, Slow) else Slow(answer)
        reply, body = slow.reply, received.body
        if isinstance(reply, Say) and not (body.get("stream") and self.ours.streams):
            if self._waited(slow.first_s):
                self._json(_whole(received.api, reply, body["model"]))
            return None
        events = reply.events if isinstance(reply, Chunks) else _stream(received.api, reply, body)
        self._stream(received.api, events, slow)

    def _stream(self, api: str, events: Iterable[Any], slow: Slow) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            if not self._waited(slow.first_s):
                return
            for number, event in enumerate(events):
                if number == slow.drop_after:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                if number and not self._waited(slow.between_s):
                    return
                name = "" if api == "chat" else f"event: {event['type']}\n"
                text = json.dumps(event, ensure_ascii=False)
                self._chunk(f"{name}data: {text}\n\n".encode())
            if api == "chat":
                self._chunk(b"data: [DONE]\n\n")
            self._chunk(b"")
        except OSError:
            self.ours.hung_up.set()
        finally:
            self.close_connection = True

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _waited(self, seconds: float) -> bool:
        """Waits; False if the client hung up meanwhile."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.connection], [], [], min(left, 0.05))[0]:
                if not self.connection.recv(1, socket.MSG_PEEK):
                    self.ours.hung_up.set()
                    self.close_connection = True
                    return False
                time.sleep(min(left, 0.05))
        return True

    def _fail(self, api: str, fail: Fail) -> None:
        if api == "anthropic":
            kind = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
            error = {
                "type": kind.get(fail.status, "invalid_request_error"),
                "message": fail.message,
            }
            return self._json({"type": "error", "error": error}, fail.status, fail.headers)
        error = {
            "message": fail.message,
            "type": "invalid_request_error",
            "param": fail.param,
            "code": fail.code,
        }
        return self._json({"error": error}, fail.status, fail.headers)

    def _json(self, body: Any, status: int = 200, headers: Any = ()) -> None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header(
            "Content-Type", "text/html" if isinstance(body, str) else "application/json"
        )
        self.send_header("Content-Length", str(len(data)))
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def _whole(api: str, say: Say, model: str) -> dict[str, Any]:
    forms = {"chat": chat_whole, "responses": responses_whole, "anthropic": anthropic_whole}
    return forms[api](say, model)


def _stream(api: str, say: Say, body: dict[str, Any]) -> Iterable[dict[str, Any]]:
    if api == "chat":
        asked = bool((body.get("stream_options") or {}).get("include_usage"))
        return chat_stream(say, body["model"], asked)
    return (responses_stream if api == "responses" else anthropic_stream)(say, body["model"])
