"""One file read by its importer from beginning to end, and what is known of it then: the same
whether what is told is written here or sent to another process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from agents.errors import BadInput
from data.importers.report import Report
from data.importers.source import Source
from data.importers.writing import Out, Placing
from data.writing.sink import Sink

if TYPE_CHECKING:
    from data.importers.registry import Importer


class Kin(NamedTuple):
    """What brings a run together with its callers and sub-runs in other files."""

    run_id: str
    known: bool
    thread: str
    belongs_to: str
    called: bool
    """Whether its caller stands in the same file."""
    children: dict[str, str]


class Settling(Placing, Protocol):
    """As data.placing.Places does it."""

    def source(self, run_id: str) -> str:
        """What the run is stored as having come from."""
        ...

    def settle(self, runs: Sequence[Kin]) -> None:
        """Called once all is told."""
        ...


def tell(importer: Importer, source: Source, sink: Sink, places: Settling) -> dict[str, Any]:
    """The report of the file; `already` where all of its runs were here. Raises BadInput where
    nothing can be made of it."""
    report = Report(importer.name, source.path)
    out = Out(sink, report, source.modified, places)
    importer.read(source, out)
    if not out.runs:
        raise BadInput(f"{source.path} holds no trace, though it looks like {importer.name}.")
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
    places.settle([
        Kin(run.run_id, run.known, run.thread, run.belongs_to, run.called_by is not None,
            run.children)
        for run in out.runs
    ])  # fmt: skip
    return {**told, "already": all(run.known for run in out.runs)}
