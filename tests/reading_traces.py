"""For tests of importers: the small traces of tests/traces, read into a store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from agents.events import Replied, Returned
from data.importing import import_paths
from data.rows import RunRow
from data.store import Store

TRACES = Path(__file__).resolve().parent / "traces"


class Told(NamedTuple):
    """One file that was imported."""

    store: Store
    report: dict[str, Any]

    def run(self, number: int = 0) -> RunRow:
        return self._row(self.report["runs"][number])

    def sub_run(self, number: int = 0) -> RunRow:
        return self._row(self.report["sub_runs"][number])

    def replies(self, run: RunRow | None = None) -> list[Replied]:
        return [e for e in self._events(run) if isinstance(e, Replied)]

    def results(self, run: RunRow | None = None) -> list[Returned]:
        return [e for e in self._events(run) if isinstance(e, Returned)]

    def asked(self, reply: Replied) -> list[tuple[str, str]]:
        """Part and body of each piece of its request."""
        return [(link.part, link.body) for link in self.store.request(reply.request)]

    def counts(self) -> tuple[Any, ...]:
        """Traces, model calls, tool calls, errors."""
        names = ("traces", "model_calls", "tool_calls", "errors")
        return tuple(self.report[name] for name in names)

    def tokens(self) -> tuple[Any, ...]:
        """Input, cached, output."""
        return tuple(self.report[f"{name}_tokens"] for name in ("input", "cached", "output"))

    def lost(self, words: str) -> int:
        return sum(one["count"] for one in self.report["lost"] if words in one["what"])

    def imported(self, run: RunRow | None = None) -> dict[str, Any]:
        found: dict[str, Any] = dict((run or self.run()).rig["imported"])
        return found

    def _events(self, run: RunRow | None) -> list[Any]:
        return list(self.store.events((run or self.run()).run_id))

    def _row(self, run_id: str) -> RunRow:
        row = self.store.run(run_id)
        assert row is not None
        return row


@contextmanager
def told(path: str | Path) -> Iterator[Told]:
    """`path` in tests/traces, or anywhere."""
    with Store.open(":memory:", count_link=lambda link: len(link.body) // 4) as store:
        result = import_paths(store, [TRACES / path])
        assert not result.failed, result.failed
        yield Told(store, result.files[0])


def bent(path: str, into: Path, change: Any) -> Path:
    """A JSON trace after `change(document)`, under its own name in the folder `into`."""
    document = json.loads((TRACES / path).read_text(encoding="utf-8"))
    changed = change(document)
    new = into / Path(path).name
    new.write_text(json.dumps(document if changed is None else changed), encoding="utf-8")
    return new
