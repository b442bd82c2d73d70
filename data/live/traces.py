"""Traces that arrive span by span: each span is on the disk before it is acknowledged, and a trace
is a run from its first span on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from agents.errors import StoreError
from data.importers.hostile import bytes_of
from data.live.admission import Taken, of_json, of_protobuf
from data.live.change import Change, Going
from data.live.desk import Desk
from data.live.feeding import Feeding
from data.live.file import StoredTraces
from data.live.inbox import Inbox
from data.live.teller import JSON, PROTOBUF
from data.store import Store

STALE_S = 30.0
"""A trace without its root is no longer running when nothing came for so long."""
MOST_WAITING = 200_000
"""Spans that are taken and not told; beyond, whoever sends more waits, and is sent away at last."""
PATIENCE_S = 20.0
CLOSING_S = 5.0
"""What is not told by then is told when the file is opened again."""


class LiveTraces:
    """Of one process. Any thread may call it."""

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.time, apart: bool = False
    ) -> None:
        """`apart` is whether a second process may tell the runs, where much is sent."""
        self._clock = clock
        self._inbox = Inbox(store)
        self._file = StoredTraces(store)
        self._going: dict[str, Going] = {}
        self._failures = 0
        self._closed = False
        self._changed = threading.Condition()
        """Something in the inbox or in here is not as it was."""
        self._feeding = Feeding(
            self._inbox,
            Desk(self._file, self._told, self._lost),
            self._changed,
            self._failed,
            clock,
            apart,
        )
        store.before_deletion.append(self.settle)
        self.problem = ""
        """Why the last telling failed; the spans are safe."""
        self.last: Going | None = None
        """Of the traces that came to this process, the one of which news came last."""

    def take_protobuf(self, body: bytes) -> Taken:
        """On the disk when this returns. Raises BadInput for what is no request, StoreError."""
        return self._take(PROTOBUF, of_protobuf(body), body)

    def take_json(self, body: Any) -> Taken:
        """`body` is the JSON of an export request. Otherwise as `take_protobuf`."""
        return self._take(JSON, of_json(body), bytes_of(body))

    def _take(self, form: str, taken: Taken, body: bytes) -> Taken:
        if taken.accepted:
            with self._changed:
                if not self._changed.wait_for(self._has_room, PATIENCE_S):
                    raise StoreError(
                        "More spans wait than Triptych can tell runs from; send these again later."
                    )
            self._inbox.put(self._clock(), form, taken.accepted, body)
            self._feeding.start()
        return taken

    def _has_room(self) -> bool:
        return self._inbox.waiting < MOST_WAITING or self._closed

    @property
    def waiting(self) -> int:
        """Spans that are taken and not told."""
        return self._inbox.waiting

    def active(self) -> set[str]:
        """The runs whose traces go on: their root has not come, and news is not old."""
        oldest = self._clock() - STALE_S
        with self._changed:
            for trace in [t for t, going in self._going.items() if going.news <= oldest]:
                del self._going[trace]
            return {run_id for going in self._going.values() for run_id in going.runs}

    def catch_up(self) -> None:
        """Tells what a process before this one took and did not tell."""
        self._feeding.untold = self._file.untold()
        if self._feeding.untold or self._inbox.waiting:
            self._feeding.start()

    def settle(self, patience: float | None = None) -> None:
        """All that was taken before is told when this returns, and gone from the inbox. Raises
        StoreError, also where that takes longer than `patience` (seconds)."""
        upto, failures = self._inbox.cut(), self._failures

        def told() -> bool:
            return self._inbox.told >= upto and not self._feeding.untold

        if told():
            return
        self._feeding.settle()
        with self._changed:
            self._changed.wait_for(
                lambda: told() or self._failures > failures or self._closed, patience
            )
        if not told():
            raise StoreError(self.problem or "Spans that were sent are not all told yet.")

    def close(self) -> None:
        if self._feeding.running:
            with suppress(StoreError):
                self.settle(CLOSING_S)
        self._closed = True
        self._feeding.close()

    # what becomes of it

    def _told(self, change: Change) -> None:
        self._inbox.tell(change.upto)
        heard = {going.trace for going in change.going}
        with self._changed:
            for going in change.going:
                if self.last is None or going.news >= self.last.news:
                    self.last = going
                if going.ended:
                    self._going.pop(going.trace, None)
                else:
                    self._going[going.trace] = going
            self._feeding.untold = [t for t in self._feeding.untold if t not in heard]
            self.problem = change.problem
            self._changed.notify_all()

    def _lost(self, why: str) -> None:
        """`why` is empty where runs were deleted: nothing is wrong then."""
        if why:
            self._feeding.failed(why)
        else:
            self._feeding.begin_anew()

    def _failed(self, why: str) -> None:
        self._failures += 1
        self.problem = why
