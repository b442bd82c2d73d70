"""A verb's answers from the database file itself."""

from __future__ import annotations

from collections.abc import Sequence

from agents.forking import Edit
from dashboard import going_on, proving
from dashboard.answers import Json, comparison_object, runs_object, show_object, step_object
from dashboard.deletions import deleted_object
from dashboard.desk import ended
from dashboard.diffing import diff_object
from dashboard.fork_answers import fork_object, forks_object
from dashboard.forks import Change
from dashboard.guide_answers import tried_object, watched_object
from dashboard.hits_view import found_object
from dashboard.launch import Launch
from dashboard.service import Service
from dashboard.share.formats import Made, Wanted, made
from dashboard.trials.desk import LocalTrials
from data.filters import RunFilter


class LocalDesk:
    def __init__(self, service: Service) -> None:
        self._service = service

    @classmethod
    def open(cls, db: str) -> LocalDesk:
        """Raises StoreError, or Locked while somebody else has the file open."""
        return cls(Service.open(db))

    def close(self) -> None:
        self._service.close()

    def compare(self, launch: Launch) -> Json:
        comparison = self._service.compare(launch)
        self._service.wait(comparison)
        return comparison_object(self._service, comparison)

    def runs(self, wanted: RunFilter, limit: int, offset: int) -> Json:
        return runs_object(self._service, wanted, limit, offset)

    def search(self, text: str, limit: int, offset: int) -> Json:
        return found_object(self._service.store.find(text, limit, offset))

    def show(self, run_id: str) -> Json:
        return show_object(self._service, run_id)

    def step(self, run_id: str, seq: int) -> Json:
        return step_object(self._service, run_id, seq)

    def fork(self, run_id: str, change: Change) -> Json:
        run_ids = going_on.fork(self._service, run_id, change)
        for one in run_ids:
            self._service.wait(one)
        return forks_object(self._service, run_ids)

    def resume(self, run_id: str, edits: Sequence[Edit]) -> Json:
        going_on.resume(self._service, run_id, edits)
        self._service.wait(run_id)
        return fork_object(self._service, run_id)

    def replay(self, run_id: str) -> Json:
        return proving.replay(self._service, run_id)

    def diff(self, run_ids: list[str]) -> Json:
        return diff_object(self._service, run_ids)

    def export(self, wanted: Wanted) -> Made:
        return made(self._service, wanted)

    def delete(self, run_ids: list[str]) -> Json:
        return deleted_object(self._service, run_ids)

    def watch(self, demo: str) -> Json:
        return watched_object(self._service, demo)

    def tried(self) -> Json:
        return tried_object(self._service)

    @property
    def trials(self) -> LocalTrials:
        return LocalTrials(self._service)

    def imports(self, paths: list[str], format: str | None) -> Json:
        job = self._service.imports.job(self._service.imports.start(paths, format))
        try:
            job.ended.wait()
        except KeyboardInterrupt:
            job.cancel.set()
            raise
        return ended(job.told())
