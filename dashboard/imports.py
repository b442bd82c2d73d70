"""Imports that are under way: started by a page or a verb, looked at from anywhere, called off."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.errors import BadInput, TriptychError
from dashboard.words import t
from data.ids import new_id
from data.importers.registry import find_by_name
from data.importers.source import Source
from data.importing import Imported, import_sources
from data.store import Store
from data.unpacking import Refused, sources

KEPT = 20
"""Imports that are remembered after their end."""


@dataclass
class Job:
    id: str
    what: str = ""
    """What was given, in words."""
    sizes: dict[str, int] = field(default_factory=dict)
    """Path -> bytes, of the files that are known beforehand."""
    began_at: float = field(default_factory=time.time)
    result: Imported = field(default_factory=Imported)
    path: str = ""
    """The file that is being read."""
    read: int = 0
    """Bytes of it."""
    done: bool = False
    error: str = ""
    cancel: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    def told(self) -> dict[str, Any]:
        """`done` False while it goes on; the rest as in data.importing.Imported, so far."""
        about = {"import": self.id, "done": self.done, "reading": self.path, "read": self.read}
        error = {"error": self.error} if self.error else {}
        return {**about, **self.result.told(), **error}


class Imports:
    """Of one process; one import after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = ThreadPoolExecutor(1, "import")
        self._jobs: dict[str, Job] = {}

    def start(self, paths: Sequence[str | Path], format: str | None = None) -> str:
        """Returns at once. Raises BadInput for a format that is not known."""
        what = str(paths[0]) if len(paths) == 1 else t("import.paths-said", n=f"{len(paths):,}")
        given = [Path(path) for path in paths]
        sizes = {str(path): path.stat().st_size for path in given if path.is_file()}
        whole = sizes if len(sizes) == len(given) else {}
        return self.start_sources(sources(paths, format), format, what, whole)

    def start_sources(
        self,
        found: Iterable[Source | Refused],
        format: str | None = None,
        what: str = "files",
        sizes: Mapping[str, int] | None = None,
    ) -> str:
        """Of files at hand, as a browser sends them (`data.unpacking.source_from`)."""
        if format is not None:
            find_by_name(format)
        job = Job(new_id("i"), what, dict(sizes or {}))
        ended = [known for known, old in self._jobs.items() if old.done]
        for known in ended[: max(0, len(ended) - KEPT)]:
            del self._jobs[known]
        self._jobs[job.id] = job
        self._worker.submit(self._work, job, found, format)
        return job.id

    def job(self, id_: str) -> Job:
        """Raises BadInput where there is none."""
        job = self._jobs.get(id_)
        if job is None:
            raise BadInput(t("import.wrong-job", id=id_[:40]))
        return job

    def jobs(self) -> list[Job]:
        """Those under way and those remembered, newest first."""
        return list(self._jobs.values())[::-1]

    def cancel(self, id_: str) -> bool:
        """Files that were read stay, the one being read leaves nothing."""
        job = self.job(id_)
        job.cancel.set()
        return not job.done

    def close(self) -> None:
        for job in self._jobs.values():
            job.cancel.set()
        self._worker.shutdown(cancel_futures=True)

    def _work(self, job: Job, found: Iterable[Source | Refused], format: str | None) -> None:
        def progress(path: str, read: int) -> None:
            job.path, job.read = path, read

        try:
            import_sources(self._store, found, format, progress, job.cancel.is_set, job.result)
        except TriptychError as error:
            job.error = str(error)
        except Exception:
            job.error = t("import.broke")
            raise
        finally:
            job.done = True
            job.ended.set()
