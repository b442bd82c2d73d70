"""Where traces are told: in a second process, so that whoever sends and whoever looks are not kept
waiting by it, or in a thread of this one."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, ClassVar

from data import memory
from data.importers.hostile import bytes_of, parse
from data.importers.otlp_spans import Span
from data.live.change import Change, Known, Stale, TraceFile, of_plain
from data.live.work import END, TAKE, Orders, work
from data.preparing import columns

ROOT = str(Path(__file__).resolve().parents[2])
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from data.live.places import main; main()"
BUFFER = 1 << 20
ENDING_S = 2.0
RARELY = 20_000
"""New objects between two searches for circles, of which a trace holds none."""


class Here:
    """In a thread of this process."""

    def __init__(self, file: TraceFile, clock: Callable[[], float]) -> None:
        self._orders: Orders = Orders()
        self._thread = threading.Thread(
            target=work, args=(self._orders, file, clock), name="traces", daemon=True
        )
        self._thread.start()

    def give(self, *order: Any) -> None:
        self._orders.put(order)

    def close(self) -> None:
        self._orders.put((END,))
        self._thread.join(timeout=30)

    @property
    def gone(self) -> bool:
        return not self._thread.is_alive()


class Apart:
    """In a process of its own, which opens no file and ends with this one. It is a plain program
    (no `multiprocessing`), so that whatever runs here is not run again. Raises OSError."""

    running: ClassVar[set[Apart]] = set()

    def __init__(self, file: TraceFile) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            # -P: nothing is imported from the folder we happen to be in
            [sys.executable, "-P", "-c", PROGRAM, ROOT],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=BUFFER,
        )  # fmt: skip
        self._answering = threading.Thread(target=self._answer, name="traces apart", daemon=True)
        self._answering.start()
        self.running.add(self)

    def give(self, *order: Any) -> None:
        body = order[-1] if order[0] == TAKE else b""
        self._say(["order", order[:-1] if body else order, len(body)], body)

    def close(self) -> None:
        self.give(END)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=ENDING_S)
        self._process.kill()  # it holds nothing that is not in the inbox
        self._process.wait()
        self._answering.join(timeout=30)
        self.running.discard(self)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def gone(self) -> bool:
        return not self._answering.is_alive()

    def _say(self, told: Any, more: bytes = b"") -> None:
        with self._lock, suppress(OSError, ValueError):
            _write(self._process.stdin, told, more)

    def _answer(self) -> None:
        """What it asks of the file, in its order; after a failure nothing, until it begins anew."""
        out = self._process.stdout
        assert out is not None
        with suppress(OSError, ValueError):
            while line := out.readline():
                word, told = parse(line)
                try:
                    if word == "known":
                        found = self.file.known(told)
                        known = {trace: _plain(one) for trace, one in found.items()}
                        self._say(["answer", known, 0])
                    else:
                        self.file.write(of_plain(told))
                        self._say(["answer", {}, 0])
                except Stale:
                    self._say(["answer", None, 0])


class _FileThere:
    """The file as the process sees it: it asks, and is answered in the order of its questions. It
    goes on while what it wrote is being written."""

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
        while self._unheard:
            self._hear()
        self._ask("write", change.plain())

    def _ask(self, word: str, told: Any) -> None:
        self._unheard += 1
        _write(self._out, [word, told])

    def _hear(self) -> Any:
        (told,) = self._answers.get()
        self._unheard -= 1
        if told is None:
            raise Stale
        return told


def _write(out: IO[bytes] | None, told: Any, more: bytes = b"") -> None:
    assert out is not None
    out.write(bytes_of(told) + b"\n" + more)
    out.flush()


def _plain(known: Known) -> list[Any]:
    return [known.run_id, [span.told() for span in known.spans], known.by_file, known.packed]


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
    work(orders, _FileThere(answers, sys.stdout.buffer))
