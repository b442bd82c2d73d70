"""A large file that is read by a second process (see data.afar.helper), while this one writes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from agents.errors import BadInput
from data.afar import frames
from data.afar.far_file import Lent
from data.afar.helper import Order
from data.afar.packing import unpack
from data.importers.registry import Importer
from data.importers.source import BROKEN, Source
from data.placing import Places
from data.telling import Kin
from data.writing import batches
from data.writing.bulk import Bulk

ROOT = str(Path(__file__).resolve().parents[2])
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from data.afar.helper import main; main()"
BUFFER = 1 << 20


class Lost(Exception):
    """The helper cannot be started, or ended before its work: it is to be done here, anew."""


class Helper:
    """The process. To be closed."""

    def __init__(self) -> None:
        """Raises Lost."""
        try:
            self._process = subprocess.Popen(
                # -P: nothing is imported from the folder we happen to be in
                [sys.executable, "-P", "-c", PROGRAM, ROOT],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                bufsize=BUFFER,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Lost from error

    def say(self, value: Any, data: bytes = b"") -> None:
        """Raises Lost."""
        assert self._process.stdin
        try:
            frames.send(self._process.stdin, value, data)  # type: ignore[arg-type]
        except OSError as error:
            raise Lost from error

    def hear(self) -> frames.Frame:
        """Raises Lost."""
        assert self._process.stdout
        try:
            return frames.hear(self._process.stdout)  # type: ignore[arg-type]
        except (OSError, EOFError, ValueError) as error:
            raise Lost from error

    def close(self) -> None:
        self._process.kill()
        with suppress(OSError, ValueError):
            self._process.communicate()


def tell(importer: Importer, source: Source, bulk: Bulk, places: Places) -> dict[str, Any]:
    """As data.telling.tell does it here. Raises Lost, when some may be written already."""
    helper, lent = Helper(), Lent(source.opener)
    try:
        helper.say(_order(importer, source).told())
        bulk.expect()
        return _listen(helper, source, bulk, _Answers(places, lent))
    finally:
        helper.close()
        lent.close()


def _order(importer: Importer, source: Source) -> Order:
    return Order(
        importer.name, str(source.file or ""), source.path, source.modified, source.size,
        source.max_file, source.max_document, batches.MOST_EVENTS, batches.MOST_CHARS,
    )  # fmt: skip


class _Answers:
    """To what the helper asks."""

    def __init__(self, places: Places, lent: Lent) -> None:
        self._asked: dict[str, Callable[..., Any]] = {
            "place": places.place,
            "own": places.own,
            "source": places.source,
            "settle": lambda runs: places.settle([Kin(*run) for run in runs]),
        }
        self._lent: dict[str, Callable[..., frames.Frame]] = {
            "open": lent.open,
            "read": lent.read,
            "seek": lent.seek,
        }

    def to(self, kind: str, words: Sequence[Any]) -> frames.Frame:
        """Raises Lost for a file that breaks, of which its reader knows more to say."""
        if kind in self._asked:
            return frames.Frame(self._asked[kind](*words))
        try:
            return self._lent[kind](*words)
        except BROKEN as error:
            raise Lost from error


def _listen(helper: Helper, source: Source, bulk: Bulk, answers: _Answers) -> dict[str, Any]:
    while True:
        (kind, *words), data = helper.hear()
        if kind == "batch":
            bulk.take(unpack(frames.Frame(words[0], data)))
        elif kind == "rows":
            bulk.add_rows(*words)
        elif kind == "watch":
            if source.watch:
                source.watch(*words)
        elif kind == "refused":
            raise BadInput(*words)
        elif kind == "told":
            return dict(*words)
        else:
            helper.say(*answers.to(kind, words))
