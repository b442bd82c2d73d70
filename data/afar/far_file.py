"""A file that stands in another process: a member of an archive, what a browser has sent."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from data.afar.frames import Frame

CHUNK = 1 << 20


class FarFile(io.RawIOBase):
    """`ask` says what is wanted and hears the answer."""

    def __init__(self, ask: Callable[..., Frame]) -> None:
        self._ask = ask
        self._number = ask("open").value

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._ask("read", self._number, len(buffer)).data
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return int(self._ask("seek", self._number, offset, whence).value)


def far_file(ask: Callable[..., Frame]) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(FarFile(ask), CHUNK))


class Lent:
    """The other side: what is asked of the files that `opener` opens."""

    def __init__(self, opener: Callable[[], BinaryIO]) -> None:
        self._opener = opener
        self._open: list[BinaryIO] = []

    def open(self) -> Frame:
        self._open.append(self._opener())
        return Frame(len(self._open) - 1)

    def read(self, number: int, size: int) -> Frame:
        return Frame(None, self._open[number].read(min(size, CHUNK)))

    def seek(self, number: int, offset: int, whence: int) -> Frame:
        return Frame(self._open[number].seek(offset, whence))

    def close(self) -> None:
        for stream in self._open:
            stream.close()
