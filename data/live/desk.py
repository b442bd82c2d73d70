"""Answers what telling asks of the file, and says what became of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from agents.errors import StoreError
from data.live.change import Change, Known, Stale
from data.live.file import StoredTraces

T = TypeVar("T")
BROKEN = "Triptych itself failed here; the log has the details."
log = logging.getLogger("triptych")


class Desk:
    """A TraceFile. After a failure nothing is answered until `begin`."""

    def __init__(
        self,
        file: StoredTraces,
        told: Callable[[Change], None],
        lost: Callable[[str], None],
    ) -> None:
        """`told` hears of what was written, `lost` why something was not: in a sentence, or
        nothing where what was known of the file does not hold any more."""
        self._file = file
        self._told, self._lost = told, lost
        self._open = False

    def begin(self) -> None:
        self._file.begin()
        self._open = True

    def shut(self) -> None:
        self._open = False

    def known(self, traces: Sequence[str]) -> dict[str, Known]:
        return self._safely(lambda: self._file.known(traces))

    def write(self, change: Change) -> None:
        def written() -> None:
            self._file.write(change)
            self._told(change)

        self._safely(written)

    def _safely(self, act: Callable[[], T]) -> T:
        if not self._open:
            raise Stale
        try:
            return act()
        except Stale:
            self._open = False
            self._lost("")
            raise
        except StoreError as error:
            self._open = False
            self._lost(str(error))
        except Exception:
            self._open = False
            log.exception("a trace could not be written")
            self._lost(BROKEN)
        raise Stale
