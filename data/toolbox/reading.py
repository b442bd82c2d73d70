"""Finds and reads the text files of a folder, and nothing that lies outside of it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".txt", ".md")
MAX_FILES = 2_000
MAX_FILE_BYTES = 2_000_000
MAX_ALL_BYTES = 50_000_000
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""So that a pipe with a text file's name cannot hold the search up."""


@dataclass(frozen=True, slots=True)
class TextFile:
    name: str
    """Relative to the folder, with forward slashes."""
    path: Path
    """Where it really is, links resolved; inside the folder."""
    changed_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    files: tuple[TextFile, ...]
    skipped: tuple[str, ...]
    """What was left out, in words; hidden files and other kinds are not counted."""

    @property
    def signature(self) -> object:
        return self.files, self.skipped


def find(root: Path) -> Found:
    """`root` is resolved. Folders that are links are not entered."""
    files: list[TextFile] = []
    skipped: list[str] = []
    total = 0
    for folder, names, entries in os.walk(root, followlinks=False):
        names[:] = sorted(n for n in names if not n.startswith("."))
        for entry in sorted(entries):
            if entry.startswith(".") or not entry.lower().endswith(SUFFIXES):
                continue
            given = Path(folder, entry)
            name = given.relative_to(root).as_posix()
            file = _inside(root, given, name)
            if isinstance(file, str):
                skipped.append(f"{name}: {file}")
            elif len(files) >= MAX_FILES or total + file.size > MAX_ALL_BYTES:
                skipped.append(f"{name}: beyond {MAX_FILES} files or {MAX_ALL_BYTES} bytes in all")
            else:
                files.append(file)
                total += file.size
    return Found(tuple(files), _summed(skipped))


def read(root: Path, file: TextFile) -> tuple[str | None, str]:
    """The text, or None, and a note on what had to be done or why it cannot be read."""
    try:
        handle = os.open(file.path, os.O_RDONLY | _NOFOLLOW | _NONBLOCK)
    except OSError as error:
        return None, f"cannot be read ({error.strerror})"
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None, "is no ordinary file"
        data = stream.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        return None, f"larger than {MAX_FILE_BYTES} bytes"
    return _decoded(data)


def _decoded(data: bytes) -> tuple[str | None, str]:
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16"), ""
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\x00" in data:
            return None, "holds no text"
        return data.decode("latin-1"), "read as Latin-1, because it is not UTF-8"
    return (None, "holds no text") if "\x00" in text else (text, "")


def _inside(root: Path, given: Path, name: str) -> TextFile | str:
    try:
        path = given.resolve(strict=True)
        info = path.stat()
    except (OSError, RuntimeError):
        return "leads nowhere"
    if not path.is_relative_to(root):
        return "leads out of the folder"
    hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
    if hidden or path.suffix.lower() not in SUFFIXES:
        return "leads to a file that is not searched"
    if not stat.S_ISREG(info.st_mode):
        return "is no ordinary file"
    if info.st_size > MAX_FILE_BYTES:
        return f"larger than {MAX_FILE_BYTES} bytes"
    return TextFile(name, path, info.st_mtime_ns, info.st_size)


def _summed(skipped: list[str], shown: int = 10) -> tuple[str, ...]:
    if len(skipped) <= shown:
        return tuple(skipped)
    return (*skipped[:shown], f"and {len(skipped) - shown} more files")
