"""What DuckDB complains of, as one sentence for the user: what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

import duckdb

from agents.errors import Locked, StoreError

_FULL = re.compile("no space left|file too large|disk quota|max_temp_directory_size", re.IGNORECASE)
_DENIED = re.compile(
    "permission denied|read-only file system|operation not permitted", re.IGNORECASE
)
_LOCKED = re.compile(r"conflicting lock|could not set lock", re.IGNORECASE)
_ABSENT = re.compile(
    "cannot open file|no such file|not a directory|file name too long", re.IGNORECASE
)
_PID = re.compile(r"\(PID (\d+)\)")
_NEWER = re.compile(r"version number|newer version|storage version", re.IGNORECASE)


def not_opened(error: Exception, path: str) -> StoreError:
    """For an error while the file was being opened; nothing has been written to it."""
    text = str(error)
    if _LOCKED.search(text):
        pid = _PID.search(text)
        who = f"another process (pid {pid[1]})" if pid else "another process"
        return Locked(f"{path} is in use by {who}; close it, or give another file with --db.")
    if "is a directory" in text.lower():
        return StoreError(f"{path} is a folder; give the path of a file with --db.")
    if _DENIED.search(text):
        return StoreError(
            f"{path} cannot be opened for lack of permission; "
            "make it and its folder writable, or give another file with --db."
        )
    if _FULL.search(text):
        return StoreError(
            f"{path} cannot be opened because the disk is full; free some space and try again."
        )
    if _NEWER.search(text):
        return StoreError(
            f"{path} was written by a newer DuckDB and was left as it is; "
            "update duckdb, or give another file with --db."
        )
    if isinstance(error, OSError) or _ABSENT.search(text):
        reason = error.strerror if isinstance(error, OSError) else text.rpartition(": ")[2]
        return StoreError(f"{path} cannot be opened ({reason}); give another file with --db.")
    return StoreError(
        f"{path} is not a DuckDB database or is damaged, and was left as it is; "
        "restore a backup of it, or give another file with --db."
    )


def not_done(error: duckdb.Error, path: str) -> StoreError | None:
    """For an error in use; None if it is a bug of ours, which must not look like the file's."""
    text = str(error)
    if _FULL.search(text):
        return StoreError(
            f"The disk is full: this was not written to {path}, what was there before is safe; "
            "free some space and try again."
        )
    if "closed" in text.lower() and isinstance(error, duckdb.ConnectionException):
        return closed(path)
    if isinstance(error, duckdb.ProgrammingError | duckdb.IntegrityError):
        return None
    reason = " ".join(text.splitlines()[0].split()).rstrip(".") if text else type(error).__name__
    return StoreError(f"{path} cannot be used ({reason}); close Triptych and open it again.")


def not_rewritten(path: str, why: str) -> StoreError:
    reason = " ".join(why.splitlines()[0].split()).rstrip(".")[:200] if why else "unknown"
    return StoreError(
        f"The runs are deleted, but {path} could not be written anew without their texts "
        f"({reason}): its free blocks may still hold them. Free as much space as the file takes; "
        "it is tried again when the file is opened, and when the next run is deleted."
    )


def copies_left(paths: Sequence[str]) -> StoreError:
    told = ", ".join(paths)
    return StoreError(
        "The runs are deleted, but copies of before an update hold their texts and could not be "
        f"deleted: {told}. Delete them by hand."
    )


def closed(path: str) -> StoreError:
    return StoreError(f"{path} has been closed, and nothing more can be read or written.")
