"""Traces that arrive span by span: each span is on the disk before it is acknowledged, and a trace
is a run from its first span on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from agents.errors import StoreError
from data.importers.hostile import body_of
from data.live.admission import Taken, of_json, of_protobuf
from data.live.change import Change, Going
from data.live.desk import Desk
from data.live.file import StoredTraces
from data.live.inbox import Inbox
from data.live.places import Apart, Here
from data.live.teller import JSON, PROTOBUF
from data.live.work import BEGIN, SETTLE, TAKE, UNTOLD, Place
from data.store import Store

STALE_S = 30.0
"""A trace without its root is no longer running when nothing came for so long."""
MOST_WAITING = 200_000
"""Spans that are taken and not told; beyond, whoever sends more waits, and is sent away at last."""
BUSY_SPANS, BUSY_BYTES = 1_000, 16_000_000
"""Waiting; beyond either, a second process is worth its start and its memory."""
PATIENCE_S = 20.0
AGAIN_S = 5.0
"""After a failure to write."""
QUIET_S = 120.0
"""Where traces are told is given up when nothing came for so long."""
MOST_DEATHS = 2


class LiveTraces:
    """Of one process. Any thread may call it."""

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.time, apart: bool = False
    ) -> None:
        """`apart` is whether a second process may tell the runs, where much is sent."""
        self._clock = clock
        self._apart = apart
        self._inbox = Inbox(store)
        self._file = StoredTraces(store)
        self._desk = Desk(self._file, self._told, self._failed, self._outdated)
        self._going: dict[str, Going] = {}
        self._untold: list[str] = []
        self._changed = threading.Condition()
        """Something below, or in the inbox, is not as it was."""
        self._settling = self._closed = self._stale = False
        self._failures = 0
        self._again_at = 0.0
        self._worker: threading.Thread | None = None
        store.before_deletion.append(self.settle)
        self.problem = ""
        """Why the last telling failed; the spans are safe."""

    # what is sent

    def take_protobuf(self, body: bytes) -> Taken:
        """On the disk when this returns. Raises BadInput for what is no request, StoreError."""
        return self._take(PROTOBUF, of_protobuf(body), body)

    def take_json(self, body: Any) -> Taken:
        """`body` is the JSON of an export request. Otherwise as `take_protobuf`."""
        return self._take(JSON, of_json(body), body_of(body).encode())

    def _take(self, form: str, taken: Taken, body: bytes) -> Taken:
        if taken.accepted:
            with self._changed:
                if not self._changed.wait_for(self._has_room, PATIENCE_S):
                    raise StoreError(
                        "More spans wait than Triptych can tell runs from; send these again later."
                    )
            self._inbox.put(self._clock(), form, taken.accepted, body)
            self._start()
            self._notify()
        return taken

    def _has_room(self) -> bool:
        return self._inbox.waiting < MOST_WAITING or self._closed

    # runs

    def active(self) -> set[str]:
        """The runs whose traces go on: their root has not come, and news is not old."""
        oldest = self._clock() - STALE_S
        with self._changed:
            for trace in [t for t, going in self._going.items() if going.news <= oldest]:
                del self._going[trace]
            return {run_id for going in self._going.values() for run_id in going.runs}

    def catch_up(self) -> None:
        """Tells what a process before this one took and did not tell."""
        self._untold = self._file.untold()
        if self._untold or self._inbox.waiting:
            self._start()
            self._notify()

    def settle(self) -> None:
        """All that was taken before is told when this returns, and gone from the inbox. Raises
        StoreError."""
        upto = self._inbox.cut()
        failures = self._failures

        def over() -> bool:
            done = self._inbox.told >= upto and not self._untold
            return done or self._failures > failures or self._closed

        if self._inbox.told >= upto and not self._untold:
            return
        self._start()
        with self._changed:
            self._settling, self._again_at = True, 0.0
            self._changed.notify_all()
            self._changed.wait_for(over)
        if self._inbox.told < upto:
            raise StoreError(self.problem or "Triptych is being closed.")

    def close(self) -> None:
        if self._worker is not None:
            with suppress(StoreError):  # else they are told when the file is opened again
                self.settle()
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._worker is not None:
            self._worker.join(timeout=40)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _start(self) -> None:
        with self._changed:
            if self._worker is None and not self._closed:
                self._worker = threading.Thread(target=self._work, name="inbox", daemon=True)
                self._worker.start()

    # from the inbox to where it is told

    def _work(self) -> None:
        place: Place | None = None
        fed = deaths = 0
        while not self._closed:
            if place is not None and place.gone:
                place, deaths = None, deaths + 1
                self._failed("The process that tells the runs of traces has ended.")
            elif isinstance(place, Here) and self._apart and deaths < MOST_DEATHS and self._busy():
                self._desk.shut()  # what it holds is told there
                place.close()
                place = None
            if place is None or self._stale:
                self._hold_on()
                place = place or self._placed(deaths)
                self._stale, fed = False, 0
                self._desk.begin()
                place.give(BEGIN)
                if self._untold:
                    place.give(UNTOLD, self._untold)
            rows, fed = self._inbox.after(fed)
            for sent in rows:
                place.give(TAKE, sent.number, sent.epoch, sent.at, sent.form, sent.body)
            if self._settling:
                self._settling = False
                place.give(SETTLE)
            if not self._wait(fed):
                place.close()
                place = None
        if place is not None:
            place.close()

    def _busy(self) -> bool:
        return self._inbox.waiting > BUSY_SPANS or self._inbox.size > BUSY_BYTES

    def _placed(self, deaths: int) -> Place:
        if self._apart and deaths < MOST_DEATHS and self._busy():
            with suppress(OSError):
                return Apart(self._desk)
        return Here(self._desk, self._clock)

    def _wait(self, fed: int) -> bool:
        """Until there is something to do; False where nothing was, for long."""

        def wanted() -> bool:
            return self._closed or self._stale or self._settling or self._inbox.last > fed

        with self._changed:
            quiet = 0.0
            while not self._changed.wait_for(wanted, timeout=1.0):
                quiet += 1.0
                if self._inbox.waiting or self._untold:
                    return True  # is the place still there?
                if quiet > QUIET_S:
                    return False
        return True

    def _hold_on(self) -> None:
        """After a failure, a while."""
        with self._changed:
            while not self._closed and (left := self._again_at - time.monotonic()) > 0:
                self._changed.wait(left)

    # what becomes of it

    def _told(self, change: Change) -> None:
        self._inbox.tell(change.upto)
        with self._changed:
            for going in change.going:
                if going.ended:
                    self._going.pop(going.trace, None)
                else:
                    self._going[going.trace] = going
            heard = {going.trace for going in change.going}
            self._untold = [trace for trace in self._untold if trace not in heard]
            self.problem = change.problem
            self._changed.notify_all()

    def _failed(self, why: str) -> None:
        with self._changed:
            self.problem, self._stale = why, True
            self._failures += 1
            self._again_at = time.monotonic() + AGAIN_S
            self._changed.notify_all()

    def _outdated(self) -> None:
        with self._changed:
            self._stale = True
            self._changed.notify_all()
