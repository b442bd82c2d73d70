"""From paths that a person gives to single files to read: folders, archives and plain files."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from agents.errors import BadInput
from data.importers.limits import MAX_MEMBERS, MAX_RATIO, RATIO_FROM
from data.importers.registry import find
from data.importers.source import Source

SKIPPED = (".DS_Store", "Thumbs.db")
NO_DATE = (1980, 1, 1)
"""What stands in a zip where nobody gave a date: it can hold none before."""
LOADS_CODE = (".pkl", ".pickle", ".joblib", ".pt", ".npy")


@dataclass(frozen=True)
class Refused:
    """A path of which nothing can be read, and why."""

    path: str
    error: str


def sources(paths: Iterable[str | Path], wanted: str | None) -> Iterator[Source | Refused]:
    """In the order given; in a folder, in the order of their names, a folder's files before those
    of the folders in it. What stands in an archive that is no trace itself is read one by one."""
    for path in paths:
        for found in _under(Path(path)):
            if isinstance(found, Refused):
                yield found
            else:
                yield from _members(found, wanted)


def opened(found: Iterable[Source], wanted: str | None) -> Iterator[Source | Refused]:
    """The same of files at hand."""
    for source in found:
        yield from _members(source, wanted)


def source_of(path: Path) -> Source:
    """Raises BadInput for what is no file."""
    try:
        about = path.stat()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None
    if not stat.S_ISREG(about.st_mode):
        raise BadInput(f"{path} is no file.")
    return Source(str(path), _opener(path), about.st_mtime, file=path.absolute())


def source_from(name: str, content: bytes, modified: float = 0.0) -> Source:
    """Of bytes at hand, as a browser sends them."""
    import io

    return Source(name, lambda: io.BytesIO(content), modified)


def _opener(path: Path) -> Callable[[], BinaryIO]:
    def opener() -> BinaryIO:
        try:
            return path.open("rb", 1 << 18)
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None

    return opener


def _under(path: Path) -> Iterator[Source | Refused]:
    if not path.is_dir():
        yield _made(path)
        return
    for seen, inside in enumerate(files_under(path)):
        if seen >= MAX_MEMBERS:
            yield Refused(str(path), f"A folder may hold up to {MAX_MEMBERS:,} files.")
            return
        yield _made(inside)


def files_under(path: Path) -> Iterator[Path]:
    """The files of a folder in the order of their names, before those of the folders in it. Links
    are not followed."""
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            inside = Path(folder) / name
            if name not in SKIPPED and not inside.is_symlink():
                yield inside


def _made(path: Path) -> Source | Refused:
    try:
        return source_of(path)
    except BadInput as error:
        return Refused(str(path), str(error))


def _members(source: Source, wanted: str | None) -> Iterator[Source | Refused]:
    try:
        kind = source.head.kind
        if kind != "zip" or _is_a_trace(source, wanted):
            yield source
            return
        with source.opener() as stream, zipfile.ZipFile(stream) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
    except BadInput as error:
        yield Refused(source.path, str(error))
        return
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        yield Refused(source.path, f"{source.path} is a damaged archive ({error}).")
        return
    if len(members) > MAX_MEMBERS:
        yield Refused(source.path, f"An archive may hold up to {MAX_MEMBERS:,} files.")
        return
    if not members:
        yield Refused(source.path, f"{source.path} is an archive without a file in it.")
    for info in members:
        yield _member(source, info)


def _is_a_trace(source: Source, wanted: str | None) -> bool:
    if wanted is not None:
        return False
    try:
        find(source)
    except BadInput:
        return False
    return True


def _member(source: Source, info: zipfile.ZipInfo) -> Source | Refused:
    path = f"{source.path}!{info.filename}"
    if problem := bad_member(info):
        return Refused(path, f"{path} was refused: {problem}.")
    modified = source.modified
    if info.date_time[:3] != NO_DATE:
        with suppress(ValueError, OverflowError, OSError):
            modified = datetime(*info.date_time).timestamp()
    return Source(path, lambda: open_member(source, info.filename), modified)


def bad_member(info: zipfile.ZipInfo) -> str:
    """Why a member of an archive is not read; empty if it may be."""
    name = info.filename.replace("\\", "/")
    if name.startswith("/") or ".." in name.split("/") or ":" in name.split("/")[0]:
        return "its name leads out of the archive"
    if info.flag_bits & 1:
        return "it is encrypted"
    large = info.file_size > RATIO_FROM
    if large and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        return f"it unpacks to more than {MAX_RATIO:,} times its size, as a zip bomb does"
    return ""


def open_member(source: Source, name: str) -> BinaryIO:
    """A member of an archive from its beginning, unpacked as it is read, never to the disk. Raises
    BadInput."""
    try:
        archive = zipfile.ZipFile(source.opener())
        return archive.open(name)  # type: ignore[return-value]
    except (KeyError, zipfile.BadZipFile, OSError, ValueError, NotImplementedError,
            RuntimeError) as error:  # fmt: skip
        raise BadInput(f"{source.path}!{name} cannot be read ({error}).") from None
