"""Folders that are watched: what is written into them becomes runs, as it is written.

Only what a person turned on is looked at. A file is read when its time or size is another than
when it was last read, and never more than a fraction of the time; one that has grown takes the
place of the run it was (see data.placing). What is not a trace is left alone until it changes, and
a trace that was deleted stays away until somebody asks for it (see data.deletion.gone).
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.errors import BadInput, StoreError
from dashboard.folders import Folder, Mark, Seen, Watched, count, files_in, gone_of, path_of
from dashboard.words import t
from data.deletion.gone import marks_in
from data.importers.source import Source
from data.importing import import_sources
from data.paths import shown, typed
from data.store import Store
from data.unpacking import Refused, source_of

SETTING = "watched"
OFFERED = Path("~/.claude/projects")
POLL_S, KEEP_S = 2.0, 30.0
SHARE = 10
"""A file that took t to read is read again t times this later, a folder likewise looked at."""


class Watching:
    """Of one process. Nothing is looked at before `start`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._news = threading.Event()
        self._closed = False
        self._worker: threading.Thread | None = None
        self._folders: dict[str, Folder] = {}
        self._kept_at = 0.0

    def start(self) -> None:
        """Goes on with the folders that were watched before."""
        told = self._store.get_setting(SETTING)
        for path, seen in (json.loads(told) if told else {}).items():
            folder = Folder(Watched(path))
            folder.seen = {
                name: Seen((at, size), runs, away) for name, (at, size, runs, *away) in seen.items()
            }
            count(folder)
            self._folders.setdefault(path, folder)
        if self._folders:
            self._begin()

    def add(self, path: str | Path) -> str:
        """The folder as it is watched from now on. Raises BadInput for what is no folder."""
        whole = typed(str(path)).absolute()
        if not str(path).strip() or not whole.is_dir():
            raise BadInput(t("watched.wrong-folder", path=shown(path)))
        with self._lock:
            for known in self._folders:
                if whole == Path(known) or whole.is_relative_to(known):
                    raise BadInput(t("watched.wrong-twice", path=whole, known=known))
            self._folders[str(whole)] = Folder(Watched(str(whole)))
        self._keep()
        self._begin()
        return str(whole)

    def remove(self, path: str | Path) -> bool:
        """Whether it was watched. Its runs stay."""
        with self._lock:
            gone = self._folders.pop(str(Path(path).expanduser().absolute()), None)
        if gone is not None:
            self._keep()
        return gone is not None

    def folders(self) -> list[Watched]:
        gone = self._store.gone()
        with self._lock:
            found = []
            for folder in self._folders.values():
                about = Watched(**vars(folder.about))
                about.gone = sum(many for _, many in gone_of(folder, gone))
                about.runs = max(0, about.runs - about.gone)
                found.append(about)
            return found

    def take_again(self, path: str) -> None:
        """What was deleted of this folder comes back."""
        with self._lock:
            folder = self._folders.get(path)
        if folder is None:
            return
        names = [name for name, _ in gone_of(folder, self._store.gone())]
        marks = [mark for name in names for mark in folder.seen[name].away]
        self._store.bring_back([path_of(folder, name) for name in names], marks)
        folder.again |= set(names)
        folder.due = 0.0
        self._news.set()

    def offered(self) -> str:
        """Where Claude Code writes its sessions, if that is here and not watched yet."""
        path = OFFERED.expanduser()
        with self._lock:
            known = any(path.is_relative_to(folder) for folder in self._folders)
        return str(path) if path.is_dir() and not known else ""

    def look(self) -> None:
        """Once, at every folder that is due."""
        with self._looking:
            with self._lock:
                due = list(self._folders.values())
            for folder in due:
                if time.monotonic() >= folder.due and not self._closed:
                    self._look_at(folder)
            if any(folder.changed for folder in due) and (
                time.monotonic() > self._kept_at + KEEP_S
            ):
                self._keep()

    def close(self) -> None:
        self._closed = True
        self._news.set()
        if self._worker is not None:
            self._worker.join(timeout=30)
        if any(folder.changed for folder in self._folders.values()):
            with suppress(StoreError):  # else they are compared by content the next time
                self._keep()

    def _begin(self) -> None:
        with self._lock:
            if self._worker is None and not self._closed:
                self._worker = threading.Thread(target=self._work, name="watching", daemon=True)
                self._worker.start()
        self._news.set()

    def _work(self) -> None:
        while not self._closed:
            self._news.clear()
            self.look()
            self._news.wait(POLL_S)

    def _look_at(self, folder: Folder) -> None:
        begun = time.monotonic()
        folder.trouble = ""
        try:
            found = files_in(folder.about)
        except OSError as error:
            folder.trouble = f"{folder.about.path}: {error.strerror or error}"
            folder.tell()
            folder.due = begun + POLL_S
            return
        looked = time.monotonic()
        folder.due = looked + min(60.0, SHARE * (looked - begun))
        for name in [name for name in folder.seen if name not in found]:
            del folder.seen[name]
            folder.changed = True
        for name, mark in found.items():
            seen = folder.seen.get(name)
            if self._closed or folder.about.path not in self._folders:
                return
            changed = seen is None or (seen.mark != mark and time.monotonic() >= seen.due)
            if changed or name in folder.again:
                folder.again.discard(name)
                self._read(folder, name, mark)
        folder.tell()
        count(folder)

    def _read(self, folder: Folder, name: str, mark: Mark) -> None:
        about = folder.about
        path = Path(about.path) / name
        begun = time.monotonic()
        seen = Seen(mark)
        about.reading = name
        try:
            result = import_sources(self._store, [_source(path)], cancel=lambda: self._closed)
        except StoreError as error:  # tried again, as nothing was read
            folder.trouble = str(error)
            return
        except Exception as error:
            broke = type(error).__name__
            seen.error = t("watched.unread", path=path, error=broke)
        else:
            if result.cancelled:
                return
            for told in result.files:
                seen.runs += len(told["runs"])
                seen.away += marks_in(told["runs"])
                if not told["already"]:
                    about.last_change = time.time()
            for failed in result.failed:
                # what was a trace before is one that cannot be read now; others are none
                if folder.seen.get(name, seen).runs:
                    seen.error = failed["error"]
                    seen.runs = folder.seen[name].runs
        finally:
            about.reading = ""
        seen.due = time.monotonic() + SHARE * (time.monotonic() - begun)
        folder.seen[name] = seen
        folder.changed = True
        count(folder)

    def _keep(self) -> None:
        with self._lock:
            told: dict[str, dict[str, Any]] = {}
            for path, folder in self._folders.items():
                told[path] = {
                    name: [*one.mark, one.runs, *one.away] for name, one in folder.seen.items()
                }
                folder.changed = False
        self._kept_at = time.monotonic()
        self._store.set_setting(SETTING, json.dumps(told))


def _source(path: Path) -> Source | Refused:
    try:
        return replace(source_of(path), unasked=True)
    except BadInput as error:
        return Refused(str(path), str(error))
