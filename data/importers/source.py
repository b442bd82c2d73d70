"""A file to import, read as lines, as one JSON document or as text, within limits.

Nothing is unpacked to the disk and no name in an archive is ever used as a path.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from agents.errors import BadInput
from data.importers.head import HEAD, Head, head_of
from data.importers.hostile import BOM, Unreadable, parse
from data.importers.limits import MAX_DOCUMENT, MAX_FILE, MAX_LINE, amount
from data.importers.report import Report

BAD_LINE = "lines that are no JSON: skipped"
LONG_LINE = f"lines longer than {amount(MAX_LINE)}: skipped"
CHUNK = 1 << 20
BROKEN = (OSError, EOFError, zlib.error, zipfile.BadZipFile)
"""What reading a file to its end may raise."""


class Cancelled(BadInput):
    """The user called the import off."""


@dataclass
class Source:
    """`opener` gives the content as it is packed, from its beginning, each time it is called."""

    path: str
    """As shown: a member of an archive is `ARCHIVE!MEMBER`."""
    opener: Callable[[], BinaryIO]
    modified: float = 0.0
    """When the file was last written, seconds since the epoch."""
    max_file: int = MAX_FILE
    max_document: int = MAX_DOCUMENT
    watch: Callable[[int], None] | None = field(default=None, repr=False)
    """Called with the bytes read so far; may raise Cancelled."""
    unasked: bool = False
    """Nobody asked for this very file: it lies in a watched folder, and what was deleted of it
    stays away (see data.deletion.gone)."""
    file: Path | None = None
    """What `opener` opens, where another process may open it too."""

    @cached_property
    def head(self) -> Head:
        """Raises BadInput."""
        with self.open() as stream:
            start = _read(stream, HEAD, self.path)
        return head_of(start, self.opener)

    @cached_property
    def digest(self) -> str:
        """Of the content, unpacked where it is gzip."""
        found, size = hashlib.blake2b(digest_size=16), 0
        for chunk in self._chunks():
            found.update(chunk)
            size += len(chunk)
        self.size = size
        return found.hexdigest()

    def digest_of_first(self, size: int) -> str:
        """Of the first `size` bytes, to tell a file that has grown from another one."""
        found = hashlib.blake2b(digest_size=16)
        for chunk in self._chunks():
            found.update(chunk[:size])
            size -= len(chunk)
            if size <= 0:
                break
        return found.hexdigest()

    @cached_property
    def size(self) -> int:
        """Bytes of the content."""
        return sum(len(chunk) for chunk in self._chunks())

    def open(self) -> BinaryIO:
        """Bytes, unpacked where they are gzip."""
        packed = self.opener()
        start = _read(packed, 2, self.path)
        packed.seek(0)
        return gzip.open(packed) if start == b"\x1f\x8b" else packed  # type: ignore[return-value]

    def lines(self, report: Report | None = None) -> Iterator[tuple[int, bytes]]:
        """Number (from 1) and bytes of each line that is not blank, without its line break."""
        with self.open() as stream:
            number, total = 0, 0
            for line in _lines(stream, MAX_LINE + 1, self.path):
                number += 1
                total += len(line)
                if total > self.max_file or number % 512 == 0:
                    self._look(total, True)
                if len(line) > MAX_LINE:
                    total += self._skip_line(stream)
                    if report:
                        report.lose(LONG_LINE)
                    continue
                if number == 1:
                    line = line.removeprefix(BOM)
                line = line.strip(b"\r\n\t ")
                if line:
                    yield number, line

    def records(self, report: Report) -> Iterator[tuple[int, Any]]:
        """Number and JSON of each line; one that cannot be read costs that line and is counted."""
        for number, line in self.lines(report):
            try:
                value = parse(line)
            except Unreadable as error:
                if "nested deeper" in str(error):
                    report.lose(f"lines refused because {error}")
                    continue
                glued = list(_glued(line))
                if not glued:
                    report.lose(BAD_LINE)
                for value in glued:
                    yield number, value
                continue
            yield number, value

    def document(self) -> Any:
        """The whole file as one JSON value. Raises BadInput."""
        try:
            return parse(self.content().strip())
        except Unreadable as error:
            raise BadInput(f"{self.path} cannot be read, because {error}.") from None

    def content(self) -> bytes:
        """All bytes, without a byte order mark. Raises BadInput for more than `max_document`."""
        gathered = io.BytesIO()
        for chunk in self._chunks():
            gathered.write(chunk)
            if gathered.tell() > self.max_document:
                raise BadInput(
                    f"{self.path} can only be read whole, and is larger than the limit of "
                    f"{amount(self.max_document)} for that."
                )
        return gathered.getvalue().removeprefix(BOM)

    def text(self) -> str:
        """All of it as text with plain line breaks; what is no UTF-8 becomes U+FFFD."""
        return self.content().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")

    def _chunks(self) -> Iterator[bytes]:
        total = 0
        with self.open() as stream:
            while chunk := _read(stream, CHUNK, self.path):
                total += len(chunk)
                self._look(total, True)
                yield chunk

    def _look(self, total: int, tell: bool) -> None:
        if total > self.max_file:
            raise BadInput(
                f"{self.path} is larger than the limit of {amount(self.max_file)} for one file."
            )
        if tell and self.watch:
            self.watch(total)

    def _skip_line(self, stream: BinaryIO) -> int:
        skipped = 0
        while line := _read_line(stream, CHUNK, self.path):
            skipped += len(line)
            if line.endswith(b"\n"):
                break
        return skipped


def _glued(line: bytes) -> Iterator[Any]:
    """Objects that stand on one line without a break between them, if that is all there is."""
    parts = line.replace(b"}{", b"}\n{").split(b"\n")
    if len(parts) < 2:
        return
    try:
        values = [parse(part) for part in parts]
    except Unreadable:
        return
    yield from values


def _read(stream: BinaryIO, size: int, path: str) -> bytes:
    try:
        return stream.read(size)
    except BROKEN as error:
        raise _broken(path, error) from None


def _lines(stream: BinaryIO, longest: int, path: str) -> Iterator[bytes]:
    """A line that is longer comes in pieces."""
    readline = stream.readline
    try:
        while line := readline(longest):
            yield line
    except BROKEN as error:
        raise _broken(path, error) from None


def _read_line(stream: BinaryIO, size: int, path: str) -> bytes:
    try:
        return stream.readline(size)
    except BROKEN as error:
        raise _broken(path, error) from None


def _broken(path: str, error: Exception) -> BadInput:
    return BadInput(f"{path} cannot be read to its end: {error}.")
