"""Brings files of other systems into the store, each whole or not at all."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.errors import StoreError, TriptychError
from data import telling
from data.afar import reading as afar
from data.importers.registry import Importer, find, find_by_name
from data.importers.source import Cancelled, Source
from data.placing import Places
from data.store import Store
from data.unpacking import Refused, sources
from data.writing.bulk import Bulk

MALFORMED = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError,
    ArithmeticError, EOFError, OSError, zlib.error, struct.error, zipfile.BadZipFile,
    NotImplementedError,
)  # fmt: skip

LARGE = 16_000_000
"""Bytes of a file that is read by a second process, its texts committed as they come."""

Tell = Callable[[Importer, Source, Bulk, Places], dict[str, Any]]

Progress = Callable[[str, int], None]
"""The file, and its bytes read so far."""


@dataclass
class Imported:
    """`files` in the order they were read: path, format, runs (ids of its traces), sub_runs,
    already (it was here before, and nothing was added), counts, zones, lost. `failed`: path and
    error. `cancelled` when the user called it off: what is in `files` is there, the rest is not."""

    files: list[dict[str, Any]] = field(default_factory=list)
    failed: list[dict[str, str]] = field(default_factory=list)
    cancelled: bool = False

    def told(self) -> dict[str, Any]:
        return {"files": self.files, "failed": self.failed, "cancelled": self.cancelled}


def import_paths(
    store: Store,
    paths: Iterable[str | Path],
    format: str | None = None,
    progress: Progress = lambda path, read: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Imported:
    """Files, folders and archives. `format` takes the place of recognising each file by its
    content. Raises BadInput for a format that is not known, StoreError where nothing can be
    written; what is wrong with one file goes to `failed`."""
    if format is not None:
        find_by_name(format)
    return import_sources(store, sources(paths, format), format, progress, cancel)


def import_sources(
    store: Store,
    found: Iterable[Source | Refused],
    format: str | None = None,
    progress: Progress = lambda path, read: None,
    cancel: Callable[[], bool] = lambda: False,
    result: Imported | None = None,
) -> Imported:
    """`result` is filled as the files are read, for whoever looks on."""
    result = Imported() if result is None else result
    for source in found:
        if cancel():
            result.cancelled = True
            break
        if isinstance(source, Refused):
            result.failed.append({"path": source.path, "error": source.error})
            continue
        source.watch = _watcher(source.path, progress, cancel)
        try:
            result.files.append(import_file(store, source, find(source, format)))
        except Cancelled:
            result.cancelled = True
            break
        except StoreError:
            raise
        except TriptychError as error:
            result.failed.append({"path": source.path, "error": str(error)})
        except MALFORMED as error:
            said = f"{source.path} cannot be read: it is malformed in a way that was not expected"
            told = f"{said} ({type(error).__name__}: {error})."
            result.failed.append({"path": source.path, "error": told[:500]})
    return result


def import_file(store: Store, source: Source, importer: Importer) -> dict[str, Any]:
    """Whole, or not at all. Raises BadInput where nothing can be made of it."""
    source.digest, source.size  # noqa: B018  read before the store is held
    if source.size > LARGE:
        with suppress(afar.Lost):
            return _import(store, source, importer, afar.tell)
    return _import(store, source, importer, telling.tell)


def _import(store: Store, source: Source, importer: Importer, tell: Tell) -> dict[str, Any]:
    with store.importing(large=source.size > LARGE) as bulk:
        places = Places(bulk, importer.name, source)
        if (before := places.before()) is not None:
            return {**_entry(before), "path": source.path, "already": True}
        told = tell(importer, source, bulk, places)
    return _entry(told)


def _entry(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in HIDDEN}


HIDDEN = frozenset({"all_runs", "size", "children", "unknown"})


def _watcher(path: str, progress: Progress, cancel: Callable[[], bool]) -> Callable[[int], None]:
    def watch(read: int) -> None:
        progress(path, read)
        if cancel():
            raise Cancelled("The import was called off.")

    return watch
