"""Everything the pages, the API and the verbs can ask of Triptych; no Streamlit in here."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, wait
from threading import Lock
from typing import TYPE_CHECKING

from agents.errors import NotReady, NotThere
from agents.events import Event
from agents.loop import begin
from agents.models.catalog import is_scripted
from agents.models.warm import warm
from agents.rig import Rig, RigSpec
from dashboard.alerts import Thresholds
from dashboard.findings_read import FindingsRead
from dashboard.imports import Imports
from dashboard.launch import Launch, rigs_of
from dashboard.plans_read import PlansRead
from dashboard.player.known import Known
from dashboard.runner import Job, Runner
from dashboard.steps_kept import StepsKept
from dashboard.trials.measure import Measures
from dashboard.trials.run import Trials
from dashboard.watching import Watching
from dashboard.words import t
from data.bundled import scenario as find_scenario
from data.filters import RunFilter
from data.ids import new_id
from data.live.traces import LiveTraces
from data.rows import RunRow, StepRow
from data.runs import NewRun
from data.scenario import Scenario
from data.search.find import Found
from data.store import Store

if TYPE_CHECKING:
    from data.search.text_index import TextIndex


class Service:
    """One for the process that owns the database file."""

    def __init__(self, store: Store, environ: Mapping[str, str] = os.environ) -> None:
        self.store = store
        self.runner = Runner(store)
        self.imports = Imports(store)
        self.traces = LiveTraces(store, apart=True)
        self.watching = Watching(store)
        self.known = Known(store)
        self.findings = FindingsRead(store)
        self._texts: TextIndex | None = None
        self._making = Lock()
        self.plans = PlansRead(store)
        self.trials = Trials(self)
        self.measures = Measures(self)
        self._steps = StepsKept(store)
        self._environ = environ
        self._work: dict[str, list[Future[None]]] = {}

    @classmethod
    def open(cls, path: str) -> Service:
        """Raises StoreError."""
        return cls(Store.open(path))

    def close(self) -> None:
        self.watching.close()
        self.imports.close()
        self.traces.close()
        self.trials.close()
        self.runner.close()
        self.findings.close()
        if self._texts is not None:
            self._texts.close()
        self.store.close()

    def active(self) -> set[str]:
        """The runs that this process works on, and the traces that are being sent to it."""
        return set(self.runner.active()) | self.traces.active()

    def compare(self, launch: Launch, *, untaught: bool = False) -> str:
        """Starts every lane and returns the comparison's id at once. Raises BadInput or NotReady,
        with nothing started, where one of the lanes could not run. `untaught`: lanes with a review
        are not told the lessons of earlier runs."""
        question = launch.asked()
        lanes = list(launch.lanes)
        if not untaught:
            lanes = self._with_lessons(lanes, launch.scenario, question)
        rigs = rigs_of(launch.model_copy(update={"lanes": tuple(lanes)}), self._environ)
        scenario = find_scenario(launch.scenario) if launch.scenario else None
        if scenario is not None:
            _refuse_made_up_answers(launch, question, scenario)
        warm()
        comparison = new_id("c")
        started = [self._begin(launch, rig, new_id("r"), comparison, scenario) for rig in rigs]
        self._work[comparison] = started
        return comparison

    def start_run(self, launch: Launch, run_id: str, label: str) -> Future[None]:
        """A single lane, as one run under that id. Raises like `compare`."""
        (rig,) = rigs_of(launch, self._environ)
        scenario = find_scenario(launch.scenario) if launch.scenario else None
        if scenario is not None:
            _refuse_made_up_answers(launch, launch.asked(), scenario)
        return self._begin(launch, rig, run_id, None, scenario, label)

    def _begin(
        self,
        launch: Launch,
        rig: Rig,
        run_id: str,
        comparison: str | None,
        scenario: Scenario | None,
        label: str = "",
    ) -> Future[None]:
        spec, question = rig.spec, launch.asked()
        self.store.add_run(
            NewRun(
                run_id=run_id,
                comparison_id=comparison,
                question=question,
                scenario=launch.scenario,
                paradigm=spec.paradigm,
                model=spec.model,
                planner_model=spec.planner_model,
                rig=spec.model_dump(mode="json"),
                origin="simulated" if is_scripted(spec.model) else "live",
                label=label,
            )
        )
        evaluate = scenario.evaluate if scenario else None
        opening = [(begin(question, rig, launch.scenario), ())]
        return self.runner.launch(Job(run_id, rig, opening, evaluate=evaluate))

    def _with_lessons(
        self, lanes: Sequence[RigSpec], scenario: str, question: str
    ) -> list[RigSpec]:
        """Into the rig as it is stored, so that a replay or a fork is told the same."""
        if not any(spec.reflect and not spec.lessons for spec in lanes):
            return list(lanes)
        learned = self.store.lessons(scenario, question)
        return [
            spec.model_copy(update={"lessons": learned})
            if spec.reflect and not spec.lessons
            else spec
            for spec in lanes
        ]

    def carry_on(self, job: Job) -> None:
        """Starts work on a run that the store knows. Raises BadInput where it is being done."""
        self._work[job.run_id] = [self.runner.launch(job)]

    def wait(self, work: str) -> None:
        """Until what this process started has ended: a comparison's lanes, or one run."""
        wait(self._work.pop(work, []))

    @property
    def environ(self) -> Mapping[str, str]:
        return self._environ

    def cancel(self, run_id: str) -> bool:
        return self.runner.cancel(run_id)

    def comparison(self, comparison: str) -> list[RunRow]:
        """Its runs in the order of the lanes. Raises NotThere where there is none."""
        rows = self.store.comparison(comparison, self.active())
        if not rows:
            raise NotThere(t("wrong.no-comparison", comparison=comparison))
        return rows

    def run(self, run_id: str) -> RunRow:
        """Raises NotThere where there is none."""
        row = self.store.run(run_id, self.active())
        if row is None:
            raise NotThere(t("wrong.no-run", run=run_id))
        return row

    def these(self, run_ids: Sequence[str]) -> list[RunRow]:
        """Several runs at once. Raises NotThere where one is not there."""
        rows = self.store.these(run_ids, self.active())
        if missing := set(run_ids) - {row.run_id for row in rows}:
            raise NotThere(t("wrong.no-such-run", run=min(missing)))
        return rows

    def runs(self, wanted: RunFilter, limit: int = 50, offset: int = 0) -> list[RunRow]:
        return self.store.runs(wanted, limit, offset, self.active())

    def count(self, wanted: RunFilter) -> int:
        return self.store.count(wanted, self.active())

    def find(self, text: str, limit: int = 50, offset: int = 0) -> Found:
        """As in the store, quick at any size."""
        with self._making:
            if self._texts is None:
                from data.search.text_index import TextIndex  # numpy, which no verb needs

                self._texts = TextIndex(self.store)
        return self.store.find(text, limit, offset, self._texts)

    def sub_runs(self, run_id: str) -> list[RunRow]:
        """The runs that carried out its calls."""
        return self.store.sub_runs(run_id, self.active())

    def calling_step(self, run: RunRow) -> int | None:
        """The number of the step of its caller that this sub-run carried out, once it is on
        record."""
        if run.called_by is None:
            return None
        steps = self.store.steps([run.called_by])
        return next((step.seq for step in steps if step.sub_run == run.run_id), None)

    def steps(self, run_ids: Sequence[str]) -> list[StepRow]:
        return self.store.steps(run_ids)

    def steps_of(self, runs: Sequence[RunRow]) -> dict[str, Sequence[StepRow]]:
        """Run id -> steps. Those of ended runs come from memory where they were read before."""
        return self._steps.of(runs)

    def events(self, run_id: str) -> list[Event]:
        return self.store.events(run_id)

    def live_text(self, run_id: str) -> str:
        live = self.runner.live(run_id)
        return live.text if live else ""

    def problem(self, run_id: str) -> str:
        """What kept a run from being recorded to its end, if anything did."""
        return self.runner.problem(run_id)

    def thresholds(self) -> Thresholds:
        kept = self.store.get_setting("thresholds")
        return Thresholds.model_validate_json(kept) if kept else Thresholds()

    def set_thresholds(self, thresholds: Thresholds) -> None:
        self.store.set_setting("thresholds", thresholds.model_dump_json())


def _refuse_made_up_answers(launch: Launch, question: str, scenario: Scenario) -> None:
    """Raises NotReady where the scripted model would be asked about something else."""
    scripted = any(
        is_scripted(name)
        for spec in launch.lanes
        for name in (spec.model, spec.planner_model, spec.reviewer_model)
        if name
    )
    if scripted and question != scenario.question and not scenario.script.knows(question):
        raise NotReady(t("wrong.scripted", scenario=scenario.name))
