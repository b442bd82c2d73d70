"""A second process that reads a file while this one writes what it tells.

It opens the file, where that is one of the disk, and no other; the tables it does not know: which
run a trace is, it asks. It ends when its input does. It is a plain program of its own (no
`multiprocessing`), so that whatever imports, a script or Streamlit, is not run again.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from agents.errors import BadInput
from data.afar import frames
from data.afar.far_file import far_file
from data.afar.packing import pack
from data.importers.source import Source
from data.telling import Kin, tell
from data.writing.batches import Batches

BUFFER = 1 << 18


@dataclass(frozen=True)
class Order:
    """What is to be read."""

    importer: str
    file: str
    """Empty for one that is not on the disk as it is: then its bytes are asked for."""
    path: str
    """As shown."""
    modified: float
    size: int
    max_file: int
    max_document: int
    most_events: int
    """Of a batch; so are the characters."""
    most_chars: int

    def told(self) -> dict[str, Any]:
        return asdict(self)


class Away:
    """A Sink and the places of the runs, both in the process that asked for the file."""

    def __init__(self, answers: BinaryIO, said: BinaryIO, order: Order) -> None:
        self._answers = answers
        self._said = said
        self.sink = Batches(self.flush, order.most_events, order.most_chars)

    def place(self, identity: str, thread: str) -> tuple[str, bool]:
        run_id, here = self.ask("place", identity, thread).value
        return run_id, here

    def own(self, run_id: str) -> bool:
        return bool(self.ask("own", run_id).value)

    def source(self, run_id: str) -> str:
        return str(self.ask("source", run_id).value)

    def settle(self, runs: Sequence[Kin]) -> None:
        self.flush()
        self.ask("settle", runs)

    def flush(self) -> None:
        batch, runs, verdicts = self.sink.take(), self.sink.runs, self.sink.verdicts
        if runs or verdicts:
            self.say("rows", runs, verdicts)
            runs.clear()
            verdicts.clear()
        if batch:
            about, texts = pack(batch)
            frames.send(self._said, ("batch", about), texts)

    def say(self, *words: Any) -> None:
        frames.send(self._said, words)

    def watch(self, read: int) -> None:
        self.say("watch", read)

    def ask(self, *words: Any) -> frames.Frame:
        self.say(*words)
        return frames.hear(self._answers)

    def open(self, file: str) -> BinaryIO:
        return Path(file).open("rb", BUFFER) if file else far_file(self.ask)


def main() -> None:
    """The helper's own program. An error that is no BadInput ends it; then its asker does the
    work, and meets the same error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with whoever it helps
    gc.set_threshold(100_000)  # what is read holds next to no circles
    said = os.fdopen(os.dup(1), "wb", 1 << 20)
    os.dup2(2, 1)  # what anything prints is no part of the conversation
    answers = sys.stdin.buffer
    order = Order(**frames.hear(answers).value)
    away = Away(answers, said, order)
    source = Source(
        order.path,
        lambda: away.open(order.file),
        order.modified,
        order.max_file,
        order.max_document,
        away.watch,
    )
    source.size = order.size
    try:
        importer: Any = importlib.import_module(f"data.importers.{order.importer}")
        away.say("told", tell(importer, source, away.sink, away))
    except BadInput as error:
        away.say("refused", str(error))
