"""Brings what comes into the inbox to where it is told, and all of it again after a failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from agents.errors import StoreError
from data.live.desk import Desk
from data.live.inbox import Inbox
from data.live.places import Apart, Here
from data.live.work import BEGIN, SETTLE, TAKE, UNTOLD, Place

BUSY_SPANS = 1_000
"""Waiting; beyond, a second process is worth its start and its memory. It is their number that
counts: long histories are told as fast as they come."""
AGAIN_S = 5.0
"""After a failure."""
QUIET_S = 120.0
"""Where traces are told is given up when nothing came for so long."""
MOST_DEATHS = 2
ENDED = "The process that tells the runs of traces has ended."


class Feeding:
    """A thread that begins with `start`. `changed` is the inbox's owner's."""

    def __init__(
        self,
        inbox: Inbox,
        desk: Desk,
        changed: threading.Condition,
        failed: Callable[[str], None],
        clock: Callable[[], float],
        apart: bool,
    ) -> None:
        """`failed` hears a sentence."""
        self._inbox, self._desk, self._changed, self._clock = inbox, desk, changed, clock
        self._heard = failed
        self._apart = apart
        self._place: Place | None = None
        self._fed = self._deaths = 0
        self._again_at = 0.0
        self._settling = self._stale = self._closed = False
        self._thread: threading.Thread | None = None
        self.untold: list[str] = []
        """Traces that are to be told though nothing of them is in the inbox."""

    def start(self) -> None:
        with self._changed:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="inbox", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def settle(self) -> None:
        """Everything that is in the inbox now is told without waiting for more."""
        with self._changed:
            self._settling, self._again_at = True, 0.0
        self.start()

    def begin_anew(self) -> None:
        """What was known of the file does not hold any more."""
        with self._changed:
            self._stale = True
            self._changed.notify_all()

    def failed(self, why: str) -> None:
        with self._changed:
            self._stale = True
            self._again_at = time.monotonic() + AGAIN_S
            self._heard(why)
            self._changed.notify_all()

    @property
    def running(self) -> bool:
        return self._thread is not None

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=40)

    def _work(self) -> None:
        while not self._closed:
            try:
                self._move()
                self._begin()
                self._feed()
            except StoreError as error:
                self.failed(str(error))
            if not self._wait():
                self._give_up()
        self._desk.shut()
        self._give_up()

    def _move(self) -> None:
        """Out of a place that is no more, or from a thread to a process when much is sent."""
        if self._place is not None and self._place.gone:
            self._place = None
            self._deaths += 1
            self.failed(ENDED)
        elif isinstance(self._place, Here) and self._wants_a_process():
            self._desk.shut()  # what was begun here is told there
            self._give_up()

    def _begin(self) -> None:
        if self._place is not None and not self._stale:
            return
        with self._changed:
            while not self._closed and (left := self._again_at - time.monotonic()) > 0:
                self._changed.wait(left)
        if self._place is None:
            self._place = self._placed()
        self._stale, self._fed = False, 0
        self._desk.begin()
        self._place.give(BEGIN)
        if self.untold:
            self._place.give(UNTOLD, self.untold)

    def _placed(self) -> Place:
        if self._wants_a_process():
            with suppress(OSError):
                return Apart(self._desk)
        return Here(self._desk, self._clock)

    def _wants_a_process(self) -> bool:
        busy = self._inbox.waiting > BUSY_SPANS
        return self._apart and busy and self._deaths < MOST_DEATHS

    def _feed(self) -> None:
        assert self._place is not None
        rows, self._fed = self._inbox.after(self._fed)
        for sent in rows:
            self._place.give(TAKE, sent.number, sent.epoch, sent.at, sent.form, sent.body)
        if self._settling:
            self._settling = False
            self._place.give(SETTLE)

    def _wait(self) -> bool:
        """Until there is something to do; False where nothing was, for long."""

        def wanted() -> bool:
            more = self._inbox.last > self._fed
            return self._closed or self._stale or self._settling or more

        with self._changed:
            quiet = 0.0
            while not self._changed.wait_for(wanted, timeout=1.0):
                quiet += 1.0
                if self._inbox.waiting or self.untold:
                    return True  # is the place still there?
                if quiet > QUIET_S:
                    return False
        return True

    def _give_up(self) -> None:
        if self._place is not None:
            self._place.close()
            self._place = None
