"""Where a verb gets its answers: from the file itself, or from the dashboard that has it open."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from agents.errors import BadInput, Locked, NotReady
from dashboard.doorplate import Doorplate, answers, read
from dashboard.launch import Launch
from data.filters import RunFilter

if TYPE_CHECKING:
    from agents.forking import Edit
    from dashboard.forks import Change
    from dashboard.share.formats import Made, Wanted
    from dashboard.trials.remote import TrialsDesk

Json = dict[str, Any]

PATIENCE_S = 15.0
ANSWER_S, EXPORT_S = 60.0, 600.0


class Desk(Protocol):
    def compare(self, launch: Launch) -> Json: ...
    def runs(self, wanted: RunFilter, limit: int, offset: int) -> Json: ...
    def search(self, text: str, limit: int, offset: int) -> Json: ...
    def show(self, run_id: str) -> Json: ...
    def step(self, run_id: str, seq: int) -> Json: ...
    def fork(self, run_id: str, change: Change) -> Json: ...
    def resume(self, run_id: str, edits: Sequence[Edit]) -> Json: ...
    def replay(self, run_id: str) -> Json: ...
    def diff(self, run_ids: list[str]) -> Json: ...
    def imports(self, paths: list[str], format: str | None) -> Json: ...
    def export(self, wanted: Wanted) -> Made: ...
    def delete(self, run_ids: list[str]) -> Json: ...
    @property
    def trials(self) -> TrialsDesk: ...
    def watch(self, demo: str) -> Json: ...
    def tried(self) -> Json: ...
    def close(self) -> None: ...


class RemoteDesk:
    """Speaks to the dashboard's `/api` (dashboard/api/)."""

    def __init__(self, plate: Doorplate) -> None:
        self._plate = plate

    def compare(self, launch: Launch) -> Json:
        found = self._ask("/api/comparisons", launch.model_dump(mode="json"))
        while found["running"]:
            time.sleep(0.1)
            found = self._ask(f"/api/comparisons/{found['comparison']}")
        return found

    def runs(self, wanted: RunFilter, limit: int, offset: int) -> Json:
        body = {"filter": asdict(wanted), "limit": limit, "offset": offset}
        return self._ask("/api/runs", body)

    def search(self, text: str, limit: int, offset: int) -> Json:
        return self._ask("/api/search", {"text": text, "limit": limit, "offset": offset})

    def show(self, run_id: str) -> Json:
        return self._ask(_of(run_id))

    def step(self, run_id: str, seq: int) -> Json:
        return self._ask(f"{_of(run_id)}/steps/{seq}")

    def fork(self, run_id: str, change: Change) -> Json:
        found = self._ask(f"{_of(run_id)}/fork", change.model_dump(mode="json"))
        runs = ",".join(one["run"] for one in found["forks"])
        while found["running"]:
            time.sleep(0.1)
            found = self._ask(f"/api/forks?runs={runs}")
        return found

    def resume(self, run_id: str, edits: Sequence[Edit]) -> Json:
        body = {"edits": [edit.model_dump(mode="json") for edit in edits]}
        self._ask(f"{_of(run_id)}/resume", body)
        while (found := self._ask(f"/api/forks?runs={run_id}"))["running"]:
            time.sleep(0.1)
        forks: list[Json] = found["forks"]
        return forks[0]

    def replay(self, run_id: str) -> Json:
        return self._ask(f"{_of(run_id)}/replay")

    def diff(self, run_ids: list[str]) -> Json:
        named = urllib.parse.quote(",".join(run_ids), safe="")
        return self._ask(f"/api/diff?runs={named}")

    def imports(self, paths: list[str], format: str | None) -> Json:
        found = self._ask("/api/imports", {"paths": paths, "format": format})
        try:
            while not found["done"]:
                time.sleep(0.1)
                found = self._ask(f"/api/imports/{found['import']}")
        except KeyboardInterrupt:
            self._ask(f"/api/imports/{found['import']}/cancel", {})
            raise
        return ended(found)

    def export(self, wanted: Wanted) -> Made:
        from dashboard.share.formats import LEFT_OUT, Made

        told: dict[str, str] = {}
        content = self._fetch("/api/export", wanted._asdict(), told, EXPORT_S)
        return Made(content, tuple(json.loads(told.get(LEFT_OUT.lower(), "[]"))))

    def delete(self, run_ids: list[str]) -> Json:
        # the file is written anew, which takes its time
        return self._ask("/api/deletions", {"runs": run_ids}, EXPORT_S)

    def watch(self, demo: str) -> Json:
        return self._ask(f"/api/demos/{urllib.parse.quote(demo, safe='')}", {})

    def tried(self) -> Json:
        return self._ask("/api/tried")

    @property
    def trials(self) -> TrialsDesk:
        from dashboard.trials.remote import RemoteTrials

        return RemoteTrials(self._ask, self._fetch)

    def close(self) -> None:
        """The dashboard stays open."""

    def _ask(self, path: str, body: Any = None, patience: float = ANSWER_S) -> Json:
        try:
            found: Json = json.loads(self._fetch(path, body, patience=patience))
            return found
        except ValueError as error:
            raise self._silent(error) from None

    def _fetch(
        self,
        path: str,
        body: Any = None,
        told: dict[str, str] | None = None,
        patience: float = ANSWER_S,
    ) -> bytes:
        """`told` takes the headers of the answer, their names in lower case."""
        data = None if body is None else json.dumps(body).encode()
        headers = {
            "Authorization": f"Bearer {self._plate.token}",
            "Content-Type": "application/json",
        }
        request = urllib.request.Request(self._plate.url + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=patience) as response:
                if told is not None:
                    told.update({k.lower(): v for k, v in response.headers.items()})
                found: bytes = response.read()
                return found
        except urllib.error.HTTPError as error:
            raise BadInput(_told(error)) from None
        except (OSError, ValueError) as error:
            raise self._silent(error) from None

    def _silent(self, error: Exception) -> NotReady:
        return NotReady(
            f"The dashboard at {self._plate.url} has the database open but does not answer "
            f"({error}); stop it or try again."
        )


def _of(run_id: str) -> str:
    return f"/api/runs/{urllib.parse.quote(run_id, safe='')}"


@contextmanager
def desk(db: str) -> Iterator[Desk]:
    """Raises StoreError where neither the file nor its dashboard can be used."""
    found = _found(db)
    try:
        yield found
    finally:
        found.close()


def _found(db: str) -> Desk:
    """A dashboard that answers, or the file opened. Another verb may have it open for a moment,
    and a dashboard that is starting does not answer yet: both are waited for."""
    give_up = time.monotonic() + PATIENCE_S
    while True:
        plate = read(db)
        if plate is not None and answers(plate.url):
            return RemoteDesk(plate)
        from dashboard.local_desk import LocalDesk  # the agents, not needed where one answers

        try:
            return LocalDesk.open(db)
        except Locked:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.15)


def ended(found: Json) -> Json:
    """An import that came to its end. Raises BadInput for one that could not go on."""
    if "error" in found:
        raise BadInput(found["error"])
    return found


def _told(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return f"The dashboard answered {error.code}."
