"""Sends spans in the background: what is slow, down or full here never reaches the caller."""

from __future__ import annotations

import atexit
import json
import logging
import threading
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

Make = Callable[[], dict[str, Any]]
"""Makes a span; called in the background."""

MOST_WAITING = 2_000
MOST_WAITING_BYTES = 64_000_000
MOST_AT_ONCE = 16_000_000
"""Bytes of a request; the dashboard takes 64 MB."""
PAUSE_S, AFTER_FAILURE_S, PATIENCE_S, AT_EXIT_S = 0.2, 5.0, 10.0, 3.0

log = logging.getLogger("triptych.capture")


class Ends(Protocol):
    def ended(self) -> None: ...


class Sender:
    """Of one dashboard. The oldest spans are given up where too many wait."""

    def __init__(self, url: str, service: str, token: str = "") -> None:
        self._url = f"{url.rstrip('/')}/v1/traces"
        self._service = service
        self._token = token
        self._waiting: deque[tuple[Make, int]] = deque()
        self._bytes = 0
        self._news = threading.Condition()
        self._worker: threading.Thread | None = None
        self._busy = False
        self._down = False
        self._warned = False
        self._closing = False
        self.waits: set[Ends] = set()
        """Calls that have begun and not ended: a program may drop a stream without a word."""
        # no proxy stands before this machine's own addresses
        near = urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")
        handlers = [urllib.request.ProxyHandler({})] if near else []
        self._opener = urllib.request.build_opener(*handlers)
        atexit.register(self._at_exit)

    def put(self, make: Make, size: int) -> None:
        """`size` is about how many bytes it holds."""
        with self._news:
            self._waiting.append((make, size))
            self._bytes += size
            while len(self._waiting) > MOST_WAITING or self._bytes > MOST_WAITING_BYTES:
                self._bytes -= self._waiting.popleft()[1]
                self._warn("more is recorded than can be sent; the oldest calls are given up")
            if self._worker is None or not self._worker.is_alive():  # nor after a fork
                self._worker = threading.Thread(target=self._work, name="capture", daemon=True)
                self._worker.start()
            self._news.notify_all()

    def flush(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        with self._news:
            return self._news.wait_for(
                lambda: self._down or not (self._waiting or self._busy),
                max(0.0, until - time.monotonic()),
            ) and not (self._waiting or self._busy)

    def _at_exit(self) -> None:
        for call in list(self.waits):
            call.ended()
        with self._news:
            self._closing = True
            self._news.notify_all()
        self.flush(AT_EXIT_S)

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: bool(self._waiting))
                if not self._closing:
                    # what comes together is sent together
                    self._news.wait_for(lambda: self._closing, PAUSE_S)
                batch = self._batch()
                self._busy = True
            sent = False
            try:
                sent = self._send(batch)
            except Exception as error:
                self._warn(f"a batch of {len(batch)} calls was given up ({type(error).__name__})")
                sent = True
            with self._news:
                self._busy = False
                self._down = not sent
                if not sent:
                    self._waiting.extendleft(reversed(batch))
                    self._bytes += sum(size for _, size in batch)
                self._news.notify_all()
                if not sent:
                    self._news.wait_for(lambda: self._closing, AFTER_FAILURE_S)
                    if self._closing:
                        return

    def _batch(self) -> list[tuple[Make, int]]:
        found: list[tuple[Make, int]] = []
        size = 0
        while self._waiting and (not found or size + self._waiting[0][1] <= MOST_AT_ONCE):
            found.append(self._waiting.popleft())
            size += found[-1][1]
        self._bytes -= size
        return found

    def _send(self, batch: list[tuple[Make, int]]) -> bool:
        """False where it is worth trying again."""
        spans = []
        for make, _ in batch:
            try:
                spans.append(make())
            except Exception as error:  # a reply of a form that is not known
                self._warn(f"a call could not be read ({type(error).__name__}: {error})")
        service = {"key": "service.name", "value": {"stringValue": self._service}}
        scope = {"scope": {"name": "triptych.capture"}, "spans": spans}
        told = {"resourceSpans": [{"resource": {"attributes": [service]}, "scopeSpans": [scope]}]}
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(self._url, json.dumps(told).encode(), headers)
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as response:
                response.read()
        except urllib.error.HTTPError as error:
            if error.code in (429, 502, 503, 504):
                return False
            self._warn(f"the dashboard at {self._url} refused a batch ({error.code})")
        except OSError as error:
            self._warn(f"no dashboard answers at {self._url} ({error}); the program goes on")
            return False
        return True

    def _warn(self, what: str) -> None:
        if not self._warned:
            self._warned = True
            log.warning("Triptych records nothing for now: %s.", what)
