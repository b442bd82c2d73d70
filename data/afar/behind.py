"""Batches of events on their way to the tables, in their order, while more are read: they are
written by a second thread (DuckDB lets go of Python's lock while it writes)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

MOST = 3
"""Batches under way; beyond, whoever brings more waits."""


class Behind:
    """What is `put` is called in a thread of its own, one after the other. An error in it is
    raised by whichever of the methods is called next, and nothing more is written."""

    def __init__(self) -> None:
        self._writing = ThreadPoolExecutor(1, "import-write")
        self._under_way: deque[Future[None]] = deque()
        self._failed = False

    def put(self, write: Callable[[], object]) -> None:
        while len(self._under_way) >= MOST:
            self._under_way.popleft().result()
        self._under_way.append(self._writing.submit(self._one, write))

    def _one(self, write: Callable[[], object]) -> None:
        if self._failed:
            raise RuntimeError("a batch before this one was not written")
        try:
            write()
        except BaseException:
            self._failed = True
            raise

    def wait(self) -> None:
        """Until all is written."""
        while self._under_way:
            self._under_way.popleft().result()

    def close(self) -> None:
        """Lets go of what is not written yet."""
        for future in self._under_way:
            future.cancel()
        self._under_way.clear()
        self._writing.shutdown(cancel_futures=True)
