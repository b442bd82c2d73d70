"""An import of one small file, and what came of it."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agents.events import Event, Replied, Returned
from data.importing import import_paths
from data.rows import RunRow
from data.store import Store

TRACES = Path(__file__).resolve().parent / "traces"


class Told:
    """The report of a file; events and rows are those of its first run, or of the one named."""

    def __init__(self, store: Store, report: dict[str, Any]) -> None:
        self.store = store
        self.report = report

    def __getitem__(self, key: str) -> Any:
        return self.report[key]

    def lost(self, beginning: str) -> int:
        return sum(one["count"] for one in self.report["lost"] if one["what"].startswith(beginning))

    def row(self, run_id: str = "") -> RunRow:
        found = self.store.run(run_id or self.report["runs"][0])
        assert found is not None
        return found

    def events(self, run_id: str = "") -> list[Event]:
        return list(self.store.events(run_id or self.report["runs"][0]))

    def replies(self, run_id: str = "") -> list[Replied]:
        return [event for event in self.events(run_id) if isinstance(event, Replied)]

    def results(self, run_id: str = "") -> list[Returned]:
        return [event for event in self.events(run_id) if isinstance(event, Returned)]

    def bodies(self, reply: Replied) -> list[str]:
        return [link.body for link in self.store.request(reply.request)]


def import_one(path: Path, store: Store | None = None) -> Told:
    found = store or Store.open(":memory:", count_link=lambda link: 1)
    result = import_paths(found, [path])
    assert not result.failed, result.failed
    (report,) = result.files
    return Told(found, report)


def import_value(value: Any, store: Store | None = None) -> Told:
    """As a file that holds this JSON."""
    return _written(json.dumps(value), store)


def import_lines(records: Iterable[Any], store: Store | None = None) -> Told:
    """As a file with a line of JSON for each; a text is a line as it is."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    return _written("\n".join(lines) + "\n", store)


def _written(text: str, store: Store | None) -> Told:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace"
        path.write_text(text, encoding="utf-8")
        return import_one(path, store)
