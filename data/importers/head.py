"""The beginning of a file, from which its format is told."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
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
        return Head("binary")
    text = start.decode("utf-8", "replace")
    lead = text.lstrip()[:1]
    if lead in ("{", "["):
        whole = _document(start, cut)
        if whole is not None:
            one_line = isinstance(whole, dict) and b"\n" not in start.strip()
            return Head("json", text, whole, (whole,) if one_line else ())
    records = tuple(_records(start, cut))
    return Head("jsonl", text, None, records) if records else Head("text", text)


def _document(start: bytes, cut: bool) -> Any:
    """The head as one JSON value, None where it is more than one or none."""
    for data in (start, _BARE_SURROGATE.sub(b"?", start)):
        try:
            return parse_start(data.strip()) if cut else parse(data.strip())
        except Unreadable:
            pass
    try:
        return parse_start(start.lstrip())
    except Unreadable:
        return None


def _records(start: bytes, cut: bool) -> Iterator[Any]:
    lines = start.split(b"\n")
    if cut and len(lines) > 1:
        lines.pop()
    found = 0
    for line in lines[: 10 * RECORDS]:
        line = line.strip(b"\r\t ,")
        if not line.startswith((b"{", b"[")):
            continue
        try:
            value = parse(line)
        except Unreadable:
            if not (cut and len(lines) == 1):
                continue
            try:
                value = parse_start(line)
            except Unreadable:
                continue
        yield value
        found += 1
        if found >= RECORDS:
            return


def _names(opener: Callable[[], BinaryIO]) -> tuple[str, ...]:
    try:
        with opener() as stream, zipfile.ZipFile(io.BufferedReader(stream)) as archive:  # type: ignore[type-var]
            return tuple(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return ()
