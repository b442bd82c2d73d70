"""Where traces are told: in a second process, so that whoever sends and whoever looks are not kept
waiting by it, or in a thread of this one."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from data.importers.hostile import parse
from data.live.change import Known, Stale, TraceFile, of_plain
from data.live.there import READ_AHEAD, say
from data.live.work import END, TAKE, Orders, work

ROOT = str(Path(__file__).resolve().parents[2])
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from data.live.there import main; main()"
BUFFER = 1 << 20
ENDING_S = 2.0


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
        self._asked: queue.Queue[Any] = queue.Queue(READ_AHEAD)
        self._answering = threading.Thread(target=self._answer, name="traces apart", daemon=True)
        self._answering.start()
        threading.Thread(target=self._listen, name="traces heard", daemon=True).start()
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
            say(self._process.stdin, told, more)

    def _listen(self) -> None:
        out = self._process.stdout
        assert out is not None
        try:
            while line := out.readline():
                self._asked.put(parse(line))
        except (OSError, ValueError):
            pass  # it ended in the middle of a line
        finally:
            self._asked.put(None)

    def _answer(self) -> None:
        """What it asks of the file, in its order; after a failure nothing, until it begins anew."""
        while asked := self._asked.get():
            word, told = asked
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


def _plain(known: Known) -> list[Any]:
    return [known.run_id, [span.told() for span in known.spans], known.by_file, known.packed]
