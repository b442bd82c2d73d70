"""A second process that prepares batches of events while this one reads on.

It is told batches and answers what `data.preparing` makes of them, a line of JSON each, on its
standard input and output; it opens no file and ends when its input does. It is a plain program of
its own (no `multiprocessing`), so that whatever imports, a script or Streamlit, is not run again.
"""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydantic_core import from_json, to_json

from agents.messages import Link
from data.journal import Recorded
from data.preparing import Prepared, columns, completed, counter, texts_of

ROOT = str(Path(__file__).resolve().parent.parent)
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from data.helper import main; main()"
BUFFER = 1 << 20


class Helper:
    """Not thread-safe. A helper that cannot be started, or that dies, costs nothing but time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError, ValueError):
            self._process = subprocess.Popen(
                # -P: nothing is imported from the folder we happen to be in
                [sys.executable, "-P", "-c", PROGRAM, ROOT],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                bufsize=BUFFER,
            )  # fmt: skip

    def prepare(self, batch: Sequence[Recorded]) -> Prepared | None:
        """None where it cannot be done here: then whoever asks does it."""
        if self._process is None:
            return None
        texts = texts_of(batch)
        try:
            asked = to_json(
                (
                    [recorded.body for recorded in batch],
                    [(link.part, link.role, link.body) for link in texts.values()],
                )
            )
        except ValueError:  # a lone surrogate, which JSON as pydantic writes it cannot hold
            return None
        try:
            rows, tokens = from_json(self._ask(asked))
        except (OSError, ValueError):
            self.close()
            return None
        whole = [completed(row, recorded) for row, recorded in zip(rows, batch, strict=True)]
        return Prepared(whole, dict(zip(texts, tokens, strict=True)))

    def _ask(self, line: bytes) -> bytes:
        """Raises OSError or ValueError where no whole answer comes."""
        assert self._process and self._process.stdin and self._process.stdout
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                process.communicate()


def main() -> None:
    """The helper's own program."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with whoever it helps
    gc.disable()  # a batch holds no circles
    count = counter()
    for line in sys.stdin.buffer:
        bodies, texts = from_json(line)
        rows = [columns(body) for body in bodies]
        tokens = [count(Link(*text)) if count else None for text in texts]
        sys.stdout.buffer.write(to_json((rows, tokens)) + b"\n")
        sys.stdout.buffer.flush()
