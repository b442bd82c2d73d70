"""What was found in runs that have ended, kept as long as they have as many events."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from agents.errors import TriptychError
from data.rows import RunRow
from data.store import Store

if TYPE_CHECKING:
    from data.findings import Finding

log = logging.getLogger("triptych.findings")
KEPT = 512
AT_ONCE = 400
"""So many events are read through in a few hundredths of a second: nobody has to wait for it."""

Key = tuple[str, float, int]


class FindingsRead:
    """Events are only ever appended, so as many events of a run are the same events. May be used
    from any thread; long runs are read one at a time, off the path that shows lanes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[Key, tuple[Finding, ...]] = OrderedDict()
        self._begun: set[Key] = set()
        self._lock = threading.Lock()
        self._work = ThreadPoolExecutor(1, thread_name_prefix="findings")

    def close(self) -> None:
        self._work.shutdown(wait=False, cancel_futures=True)

    def of(self, run: RunRow) -> tuple[Finding, ...]:
        """Reads the run through where it was not yet. Also of one that still runs: so far."""
        key = _key(run)
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        from data.findings import findings  # takes long to bring in, and few pages need it
        from data.findings.requests import beside_of

        events = self._store.events(run.run_id, run.events)
        found = tuple(findings(events, beside=beside_of(events, self._store.request)))
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def known(self, run: RunRow) -> tuple[Finding, ...] | None:
        """None while it runs, and where reading it would take a while: see `begin`."""
        if run.status == "running":
            return None
        if run.events <= AT_ONCE:
            return self.of(run)
        with self._lock:
            return self._kept.get(_key(run))

    def begin(self, runs: Iterable[RunRow]) -> None:
        """Has those that are not known yet read in the background."""
        for run in runs:
            key = _key(run)
            if run.status == "running" or self.known(run) is not None:
                continue
            with self._lock:
                if key in self._begun:
                    continue
                self._begun.add(key)
            self._work.submit(self._read, run, key)

    def _read(self, run: RunRow, key: Key) -> None:
        try:
            self.of(run)
        except TriptychError as error:
            log.warning("run %s could not be read for findings: %s", run.run_id, error)
        finally:
            with self._lock:
                self._begun.discard(key)


def _key(run: RunRow) -> Key:
    return run.run_id, run.started_at, run.events
