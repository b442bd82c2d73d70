"""Requests as they were sent, on the disk before they are answered and until their runs are told.

Requests repeat each other: a span of a model call holds the whole conversation so far. Those of an
epoch are one stream of zstd, in which a repetition costs next to nothing (6.5 KB of a span of ten
turns become 370 bytes). So a request can only be read after those of its epoch before it, and an
epoch goes when all of it is told.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from data.live.streams import Stream

if TYPE_CHECKING:
    from data.store import Store

EPOCH_BYTES = 64_000_000
"""Of requests as they were sent; what a crash leaves is read again from the epoch's beginning."""


class Sent(NamedTuple):
    """A request. `at` is in seconds since the epoch, `body` one piece of its epoch's stream."""

    number: int
    epoch: int
    at: float
    form: str
    spans: int
    body: bytes


class Inbox:
    """Any thread may call it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._ready: deque[Sent] = deque()
        """The last ones that nobody took from here; before them, the file has them."""
        self._epochs: dict[int, int] = {}
        """Epoch -> its last number."""
        self._untold: dict[int, int] = {}
        """Number -> its spans."""
        self._last = self._told = self._open = self._size = 0
        with store.looking() as cur:
            rows = cur.execute("SELECT number, epoch, spans FROM inbox ORDER BY number").fetchall()
        for number, epoch, spans in rows:
            self._epochs[epoch] = self._last = number
            self._untold[number] = spans
        self._spans = sum(self._untold.values())
        self._told = rows[0][0] - 1 if rows else 0

    @property
    def last(self) -> int:
        """The number of the last request; 0 for none."""
        return self._last

    @property
    def told(self) -> int:
        """All requests up to this one are told."""
        return self._told

    @property
    def waiting(self) -> int:
        """Spans of requests that are not told."""
        return self._spans

    def put(self, at: float, form: str, spans: int, body: bytes) -> None:
        """It is on the disk when this returns. Raises StoreError."""
        with self._lock:
            number = self._last + 1
            if not self._open:
                self._open, self._size = number, 0
                self._stream = Stream()
            try:
                sent = Sent(number, self._open, at, form, spans, self._stream.add(body))
                self._store.receive(sent)
            except BaseException:
                self._open = 0  # the stream may hold what the file does not
                raise
            self._last = self._epochs[self._open] = number
            self._untold[number] = spans
            self._spans += spans
            self._ready.append(sent)
            self._size += len(body)
            if self._size > EPOCH_BYTES:
                self._open = 0

    def cut(self) -> int:
        """What comes from now on is of another epoch. The last number before it."""
        with self._lock:
            self._open = 0
            return self._last

    def after(self, number: int) -> tuple[list[Sent], int]:
        """What came after this one, in its order, and the number of the last that came. After 0
        comes all that is not told, and of its epoch also what is."""
        with self._lock:
            ready, self._ready = list(self._ready), deque()
            if not ready and self._last <= number:
                return [], self._last
            if ready and ready[0].number == number + 1:
                return ready, self._last
            with self._store.looking() as cur:
                rows = cur.execute(
                    "SELECT number, epoch, received_at, form, spans, body FROM inbox "
                    "WHERE number > ? ORDER BY number",
                    [number],
                ).fetchall()
            return [Sent(*row) for row in rows], self._last

    def tell(self, upto: int) -> None:
        """All requests up to this one are told. Raises StoreError, and then they are kept."""
        with self._lock:
            self._told = max(self._told, upto)
            for number in [n for n in self._untold if n <= upto]:
                self._spans -= self._untold.pop(number)
            if self._told == self._last:
                self._open = 0
            gone = [e for e, last in self._epochs.items() if e != self._open and last <= upto]
            if gone:
                self._store.let_go(max(self._epochs[epoch] for epoch in gone))
            for epoch in gone:
                del self._epochs[epoch]
