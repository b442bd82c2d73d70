"""Folders that are watched, what was found in them, and what of it was deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dashboard.words import t
from data.deletion.gone import mark_of_path
from data.unpacking import files_under

MOST_FILES = 20_000

Mark = tuple[int, int]
"""Time of the last change (nanoseconds) and size."""


@dataclass
class Seen:
    mark: Mark
    runs: int = 0
    """Traces that it holds; 0 for what is none."""
    away: list[str] = field(default_factory=list)
    """Those of them that had been deleted when it was read (marks, see data.deletion.gone)."""
    due: float = 0.0
    """Not to be read before (seconds of a clock that only runs forward)."""
    error: str = ""
    """Why it could not be read the last time."""


@dataclass
class Watched:
    """A folder, and what was found in it so far."""

    path: str
    files: int = 0
    """That hold traces."""
    runs: int = 0
    gone: int = 0
    """Traces that were deleted and are not taken again."""
    others: int = 0
    """Files that hold none."""
    cut: bool = False
    """It holds more than MOST_FILES, and only the first are watched."""
    last_change: float | None = None
    """When something was last read from it, seconds since the epoch; None is not yet."""
    last_error: str = ""
    reading: str = ""
    """The file that is being read now."""


@dataclass
class Folder:
    about: Watched
    seen: dict[str, Seen] = field(default_factory=dict)
    due: float = 0.0
    changed: bool = False
    again: set[str] = field(default_factory=set)
    """Files to be read though they are as they were."""
    trouble: str = ""
    """What stood in the way of the last look."""

    def tell(self) -> None:
        """What is wrong now, with the folder or with a file in it; what was mended is forgotten."""
        errors = (seen.error for seen in self.seen.values() if seen.error)
        self.about.last_error = self.trouble or next(errors, "")


def gone_of(folder: Folder, gone: Mapping[str, str]) -> list[tuple[str, int]]:
    """The files of which traces were deleted, and how many of each."""
    if not gone:
        return []
    by_path = Counter(gone.values())
    found = []
    for name, seen in list(folder.seen.items()):
        # read from here, or from elsewhere and met here
        many = max(by_path[mark_of_path(path_of(folder, name))], sum(m in gone for m in seen.away))
        if many:
            found.append((name, many))
    return found


def path_of(folder: Folder, name: str) -> str:
    """As importers know it."""
    return str(Path(folder.about.path) / name)


def count(folder: Folder) -> None:
    seen = list(folder.seen.values())
    folder.about.files = sum(one.runs > 0 for one in seen)
    folder.about.others = len(seen) - folder.about.files
    folder.about.runs = sum(one.runs for one in seen)


def files_in(about: Watched) -> dict[str, Mark]:
    """Name below the folder -> its mark. Links are not followed. Raises OSError."""
    root = Path(about.path)
    if not root.is_dir():
        raise FileNotFoundError(2, t("watched.gone"))
    found: dict[str, Mark] = {}
    about.cut = False
    for inside in files_under(root):
        if len(found) >= MOST_FILES:
            about.cut = True
            break
        with suppress(OSError):
            told = inside.stat()
            found[str(inside.relative_to(root))] = (told.st_mtime_ns, told.st_size)
    return found
