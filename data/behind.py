"""Batches of events on their way to the tables, in their order, while more are read.

What costs time beside reading is prepared in a second process and written by a second thread
(DuckDB lets go of Python's lock while it writes).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from data.helper import Helper
from data.journal import Recorded
from data.preparing import Prepared

MOST = 3
"""Batches under way; beyond, whoever brings more waits."""

Write = Callable[[Sequence[Recorded], Prepared | None], None]


class Behind:
    """`write` is called in a thread of its own, never twice at once. An error in it is raised
    by whichever of the methods is called next, and nothing more is written."""

    def __init__(self, write: Write, helped: bool) -> None:
        """`helped` is whether a second process prepares."""
        self._write = write
        self._helper = Helper() if helped else None
        self._asking = ThreadPoolExecutor(1, "import-prepare")
        self._writing = ThreadPoolExecutor(1, "import-write")
        self._under_way: deque[Future[None]] = deque()
        self._failed = False

    def put(self, batch: Sequence[Recorded]) -> None:
        while len(self._under_way) >= MOST:
            self._under_way.popleft().result()
        prepared = self._asking.submit(self._helper.prepare, batch) if self._helper else None
        self._under_way.append(self._writing.submit(self._one, batch, prepared))

    def _one(self, batch: Sequence[Recorded], prepared: Future[Prepared | None] | None) -> None:
        if self._failed:
            raise RuntimeError("a batch before this one was not written")
        try:
            self._write(batch, prepared.result() if prepared else None)
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
        if self._helper:
            self._helper.close()
        self._asking.shutdown(cancel_futures=True)
        self._writing.shutdown(cancel_futures=True)
