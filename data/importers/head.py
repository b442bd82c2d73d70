"""The beginning of a file, from which its format is told."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from data.importers.hostile import BOM, Unreadable, parse, parse_start

HEAD = 512_000
"""Bytes that are looked at."""
RECORDS = 40

Kind = Literal["json", "jsonl", "text", "zip", "binary"]

_BARE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


@dataclass(frozen=True)
class Head:
    kind: Kind
    text: str = ""
    value: Any = None
    """Of a JSON document, as much as stands in the head: longer lists and texts are cut."""
    records: tuple[Any, ...] = ()
    """The first lines that are JSON objects or lists; of a document on one line, that one."""
    names: tuple[str, ...] = ()
    """The members of an archive."""
    start: bytes = b""
    """The bytes of what is neither JSON nor an archive."""
    broken_off: bool = False
    """The file ends in the middle of its JSON document."""

    def objects(self) -> Iterator[dict[str, Any]]:
        """The records that are objects; for a document, itself, or what its list begins with."""
        found = self.records or (self.value if isinstance(self.value, list) else [self.value])
        yield from (one for one in found if isinstance(one, dict))


def head_of(start: bytes, opener: Callable[[], BinaryIO]) -> Head:
    if start.startswith(b"PK\x03\x04") or start.startswith(b"PK\x05\x06"):
        return Head("zip", names=_names(opener))
    start = start.removeprefix(BOM)
    cut = len(start) >= HEAD - len(BOM)
    if b"\0" in start[:4096]:
        return Head("binary", start=start)
    text = start.decode("utf-8", "replace")
    if text.lstrip()[:1] in ("{", "["):
        whole = None if cut else _whole(start)
        if whole is not None:
            one_line = isinstance(whole, dict) and b"\n" not in start.strip()
            return Head("json", text, whole, (whole,) if one_line else ())
    records = tuple(_records(start, cut))
    if records:
        return Head("jsonl", text, None, records)
    started = _started(start)
    if started is None:
        return Head("text", text, start=start)
    return Head("json", text, started, broken_off=not cut)


def _whole(start: bytes) -> Any:
    """The head as one JSON value, None where it is more than one or none."""
    try:
        return parse(start.strip())
    except Unreadable:
        return None


def _started(start: bytes) -> Any:
    """What can be read of a document that goes on after the head, or breaks off in it."""
    for data in (start.lstrip(), _BARE_SURROGATE.sub(b"?", start.lstrip())):
        if data.startswith((b"{", b"[")):
            with suppress(Unreadable):
                return parse_start(data)
    return None


def _records(start: bytes, cut: bool) -> Iterator[Any]:
    """Lines that are whole objects or lists. Those of a document written over many lines are
    indented, or end in commas."""
    lines = start.split(b"\n")
    if cut:
        lines.pop()
    found = 0
    for line in lines[: 10 * RECORDS]:
        if not line.startswith((b"{", b"[")):
            continue
        try:
            yield parse(line)
        except Unreadable:
            # objects that are glued together on one line: the first of them
            first, glue, _ = line.partition(b"}{")
            try:
                yield parse(first + glue[:1])
            except Unreadable:
                continue
        found += 1
        if found >= RECORDS:
            return


def _names(opener: Callable[[], BinaryIO]) -> tuple[str, ...]:
    try:
        with opener() as stream, zipfile.ZipFile(io.BufferedReader(stream)) as archive:  # type: ignore[type-var]
            return tuple(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return ()
