"""Brings files of other systems into the store, each whole or not at all."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.errors import BadInput, StoreError, TriptychError
from data.importers.registry import Importer, find, find_by_name
from data.importers.report import Report
from data.importers.source import Cancelled, Source
from data.importers.writing import Out
from data.placing import Places
from data.store import Store
from data.unpacking import Refused, sources

MALFORMED = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError,
    ArithmeticError, EOFError, OSError, zlib.error, struct.error, zipfile.BadZipFile,
    NotImplementedError,
)  # fmt: skip

LARGE = 16_000_000
"""Bytes of a file whose texts are committed as they are read."""

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
    name = importer.name
    source.digest, source.size  # noqa: B018  read before the store is held
    with store.importing(large=source.size > LARGE) as bulk:
        places = Places(bulk, name, source)
        if (before := places.before()) is not None:
            return {**_entry(before), "path": source.path, "already": True}
        report = Report(name, source.path)
        out = Out(bulk, report, source.modified, places)
        importer.read(source, out)
        if not out.runs:
            raise BadInput(f"{source.path} holds no trace, though it looks like {name}.")
        already = all(run.known for run in out.runs)
        told: dict[str, Any] = {
            **report.told(),
            "runs": [run.run_id for run in out.runs if run.called_by is None],
            "sub_runs": [run.run_id for run in out.runs if run.called_by is not None],
            "all_runs": len(out.runs),
            "size": source.size,
        }
        # what names every run of the file stands with the first one
        short = {key: value for key, value in told.items() if key not in ("runs", "sub_runs")}
        raw = {"unknown": report.unknown} if report.unknown else {}
        for run in out.runs:
            if run.known:
                continue
            own = {"children": run.children} if run.children else {}
            whole = {**told, **raw} if run is out.runs[0] else short
            run.finish(places.source(run.run_id), {**whole, **own})
        places.settle(out.runs)
    return {**_entry(told), "already": already}


def _entry(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in HIDDEN}


HIDDEN = frozenset({"all_runs", "size", "children", "unknown"})


def _watcher(path: str, progress: Progress, cancel: Callable[[], bool]) -> Callable[[int], None]:
    def watch(read: int) -> None:
        progress(path, read)
        if cancel():
            raise Cancelled("The import was called off.")

    return watch
