"""The second process's own program, and its end of what is said between the two: lines of JSON, of
which an order may be followed by the bytes of a request."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from data import memory
from data.importers.hostile import bytes_of, parse
from data.importers.otlp_spans import Span
from data.live.change import Change, Known, Stale
from data.live.work import END, Orders, work
from data.writing.preparing import columns

READ_AHEAD = 2
"""Changes that wait to be written, of some megabytes each."""
RARELY = 20_000
"""New objects between two searches for circles, of which a trace holds none."""


class FileThere:
    """The file as the process sees it: it asks, and is answered in the order of its questions. It
    goes on while what it wrote is being written, up to READ_AHEAD times."""

    def __init__(self, answers: Orders, out: IO[bytes]) -> None:
        self._answers = answers
        self._out = out
        self._unheard = 0

    def begin(self) -> None:
        """Whatever was asked before is of no interest."""
        while self._unheard:
            with suppress(Stale):
                self._hear()

    def known(self, traces: Sequence[str]) -> dict[str, Known]:
        self._ask("known", list(traces))
        while self._unheard > 1:
            self._hear()
        return {trace: _known(*told) for trace, told in self._hear().items()}

    def write(self, change: Change) -> None:
        change.rows = [columns(e.body, e.event) for e in change.events]
        while self._unheard > READ_AHEAD:
            self._hear()
        self._ask("write", change.plain())

    def _ask(self, word: str, told: Any) -> None:
        self._unheard += 1
        say(self._out, [word, told])

    def _hear(self) -> Any:
        (told,) = self._answers.get()
        self._unheard -= 1
        if told is None:
            raise Stale
        return told


def say(out: IO[bytes] | None, told: Any, more: bytes = b"") -> None:
    assert out is not None
    out.write(bytes_of(told) + b"\n" + more)
    out.flush()


def _known(run_id: str, spans: list[Any], by_file: int, packed: bool) -> Known:
    return Known(run_id, [Span(**told) for told in spans], by_file, packed)


def main() -> None:
    """The process's own program."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with whoever it helps
    memory.be_thrifty()
    memory.trim()
    gc.freeze()  # what was imported stays
    gc.set_threshold(RARELY)
    orders, answers = Orders(), Orders()

    def listen() -> None:
        while line := sys.stdin.buffer.readline():
            word, told, size = parse(line)
            more = [sys.stdin.buffer.read(size)] if size else []
            if word == "answer":
                answers.put((told,))
            else:
                orders.put((*told, *more))
        orders.put((END,))
        answers.put((None,))

    threading.Thread(target=listen, daemon=True).start()
    work(orders, FileThere(answers, sys.stdout.buffer))
