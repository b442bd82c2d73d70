"""What is known of an imported run as a whole, and written last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agents.events import Started
from data.importers.hostile import finite
from data.rows import UNDATED
from data.runs import NewRun
from data.scenario import Check, Judgement

if TYPE_CHECKING:
    from data.importers.writing import Out


@dataclass
class RunFacts:
    """What an importer learns late (question, model, tools, ...) it may set until the file ends."""

    out: Out
    run_id: str
    known: bool = False
    """Here already, from another import: it is counted, and not written again."""
    identity: str = ""
    thread: str = ""
    question: str = ""
    model: str = ""
    paradigm: str = "unknown"
    label: str = ""
    tools: list[Any] = field(default_factory=list)
    """Definitions of tools as the trace holds them."""
    imported: dict[str, Any] = field(default_factory=dict)
    """What else the trace tells of the run: version, folder, scores, ..."""
    provider: str = ""
    """`anthropic` or `openai` where the format says it; it only finds the price list."""
    called_by: RunFacts | None = None
    called_as: str = ""
    belongs_to: str = ""
    """The thread of the calling run where that stands in another file."""
    children: dict[str, str] = field(default_factory=dict)
    """Threads of sub-runs in other files, and the ids of the calls that they carry out."""
    started_at: float | None = None
    asked_at: float | None = None
    """When the user first spoke; of a run of which no other time is told, its beginning."""
    dated: bool = False
    """Whether the trace tells any time of what was done."""
    judgement: Judgement | None = None

    def judged(self, passed: bool | None, checks: Iterable[Check] = ()) -> None:
        """A verdict that came with the trace. Scores that pass or fail nothing go to `imported`."""
        self.judgement = Judgement(passed, tuple(checks))

    def started(self) -> Started:
        known = (self.started_at, self.asked_at, self.out.file_time)
        at = next(time for time in known if time is not None)
        return Started(at, self.question, self.rig(), origin="imported")

    def rig(self) -> dict[str, Any]:
        told = {"format": self.out.report.format, **self.imported}
        untold = self.asked_at is None and self.started_at in (None, self.out.file_time)
        if not self.dated and untold:
            told[UNDATED] = True
        rig: dict[str, Any] = {"paradigm": self.paradigm, "model": self.model}
        found: dict[str, Any] = finite({**rig, "tools": self.tools, "imported": told})
        return found

    def finish(self, source: str, report: Mapping[str, Any]) -> None:
        """Writes what is known of the run as a whole; for `data.importing`, not for importers."""
        begun = self.started()
        self.out.sink.event(self.run_id, 0, begun, "", ())
        self.out.sink.run(
            NewRun(
                run_id=self.run_id,
                question=self.question,
                paradigm=self.paradigm,
                model=self.model,
                rig=begun.rig,
                origin="imported",
                label=self.label,
                created_at=begun.at,
                called_by=self.called_by.run_id if self.called_by else None,
                called_as=self.called_as,
                source=source,
                report=report,
            )
        )
        if self.judgement is not None:
            self.out.sink.verdict(self.run_id, self.judgement, begun.at)
