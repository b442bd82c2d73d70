"""The half of the store that answers questions, each from one moment of the file."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import duckdb

from agents.events import Event
from agents.messages import Link
from data import around, history, queries
from data.deletion import gone
from data.film import Film, film
from data.filters import RunFilter
from data.kinship import kin, sub_runs
from data.kinship.kin import Kin
from data.lessons import lessons
from data.measures import Measure, measures
from data.requests import chains
from data.requests.sent import Sent, Wanted, sent
from data.rows import RunRow, StepRow
from data.scenario import Check, Judgement
from data.search.find import Found
from data.search.find import search as search_all

if TYPE_CHECKING:
    from data.search.text_index import TextIndex

NOBODY: frozenset[str] = frozenset()
EVERY = RunFilter()

DIGEST = re.compile("[0-9a-f]{32}")


class Reading(ABC):
    """`active` is the ids of the runs that a worker runs or judges now: of the others, one without
    a last event was interrupted. Ids and digests that are not known are answered with nothing."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """A cursor that sees everything acknowledged before."""

    def get_setting(self, key: str) -> str | None:
        with self._reading() as cur:
            rows = cur.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchall()
        return rows[0][0] if rows else None

    def gone(self) -> dict[str, str]:
        """What was deleted and stays away: see data.deletion.gone.all_gone."""
        with self._reading() as cur:
            return gone.all_gone(cur)

    def runs(
        self,
        chosen: RunFilter = EVERY,
        limit: int = 50,
        offset: int = 0,
        active: Collection[str] = NOBODY,
    ) -> list[RunRow]:
        with self._reading() as cur:
            return queries.page(cur, chosen, limit, offset, active)

    def count(self, chosen: RunFilter = EVERY, active: Collection[str] = NOBODY) -> int:
        with self._reading() as cur:
            return queries.count(cur, chosen, active)

    def choices(self) -> dict[str, list[str]]:
        """The values there are for `paradigms`, `models`, `scenarios`, `origins` of a filter."""
        with self._reading() as cur:
            return queries.choices(cur)

    def run(self, run_id: str, active: Collection[str] = NOBODY) -> RunRow | None:
        with self._reading() as cur:
            return next(iter(queries.details(cur, [run_id], active)), None)

    def these(self, run_ids: Sequence[str], active: Collection[str] = NOBODY) -> list[RunRow]:
        """In the order asked for, in one reading; an unknown id has no row."""
        with self._reading() as cur:
            return queries.details(cur, run_ids, active)

    def comparison(self, comparison_id: str, active: Collection[str] = NOBODY) -> list[RunRow]:
        """Its lanes, in the order they were launched in."""
        with self._reading() as cur:
            return queries.details(cur, queries.of_comparison(cur, comparison_id), active)

    def children(self, run_id: str, active: Collection[str] = NOBODY) -> list[RunRow]:
        """The forks of a run, by the place where they leave it."""
        with self._reading() as cur:
            return queries.details(cur, queries.forks_of(cur, run_id), active)

    def sub_runs(self, run_id: str, active: Collection[str] = NOBODY) -> list[RunRow]:
        """The runs that carried out calls of this one, of a fork's inherited calls too; oldest
        first."""
        with self._reading() as cur:
            return queries.details(cur, sub_runs.of(cur, run_id), active)

    def report(self, run_id: str) -> dict[str, Any]:
        """What the import of this run told; empty for a run that was not imported."""
        with self._reading() as cur:
            return queries.report(cur, run_id)

    def sources(self, wanted: Collection[str]) -> dict[str, str]:
        """Which of these sources (`NewRun.source`) were imported already, and as which run."""
        with self._reading() as cur:
            return queries.sources(cur, wanted)

    def verdict(self, run_id: str) -> Judgement | None:
        with self._reading() as cur:
            found = queries.verdict(cur, run_id)
        return found and Judgement(found[0], tuple(Check(**check) for check in found[1]))

    def verdicts(self, run_ids: Collection[str]) -> dict[str, Judgement]:
        """Of several runs at once; a run without one is left out."""
        with self._reading() as cur:
            found = queries.verdicts(cur, run_ids)
        return {
            run_id: Judgement(passed, tuple(Check(**check) for check in checks))
            for run_id, (passed, checks) in found.items()
        }

    def lessons(self, scenario: str, question: str) -> tuple[str, ...]:
        """What earlier reflected runs learned of this scenario (or, without one, question)."""
        with self._reading() as cur:
            return lessons(cur, scenario, question)

    def measures(self) -> list[Measure]:
        """Of all ended runs, by paradigm and outcome."""
        with self._reading() as cur:
            return measures(cur)

    def steps(self, run_ids: Sequence[str]) -> list[StepRow]:
        """Run by run, inherited ones too, each under the id that was asked for."""
        with self._reading() as cur:
            return history.steps(cur, run_ids)

    def events(self, run_id: str, upto: int | None = None) -> list[Event]:
        """The first `upto` events, a parent's first. Empty for a run that is not there."""
        with self._reading() as cur:
            return history.events(cur, run_id, upto)

    def histories(self, run_ids: Collection[str]) -> dict[str, list[Event]]:
        """The events of each run; those that a fork shares with another are the same objects.
        An unknown run has none."""
        with self._reading() as cur:
            return history.histories(cur, run_ids)

    def family(self, run_id: str, active: Collection[str] = NOBODY) -> list[Kin]:
        """Every run that forks tie to this one, itself too; forks of one parent by the place
        where they leave it. Empty for a run that is not there."""
        with self._reading() as cur:
            return kin.family(cur, run_id, active)

    def bodies(self, run_id: str, first: int, upto: int) -> list[str]:
        """Events from number `first` to before `upto`, as they were written."""
        with self._reading() as cur:
            return history.bodies(cur, run_id, first, upto)

    def film(self, run_id: str, first: int = 0) -> Film:
        """The skeleton of a run, from event `first` on."""
        with self._reading() as cur:
            return film(cur, run_id, first)

    def places(self, run_id: str, first: int, upto: int) -> list[around.Place]:
        """These events with what each is compared with."""
        with self._reading() as cur:
            return around.places(cur, run_id, first, upto)

    def search(self, run_id: str, text: str) -> list[int]:
        """The numbers of the events of a run that hold a text."""
        with self._reading() as cur:
            return around.search(cur, run_id, text)

    def find(
        self, text: str, limit: int = 50, offset: int = 0, index: TextIndex | None = None
    ) -> Found:
        """Where a text stands in all the runs: what was said and done, and what models were sent.
        `offset` is the `next` of the page before. Raises BadInput for a search too long."""
        with self._reading() as cur:
            return search_all(cur, text, limit, offset, index)

    def sent(self, wanted: Sequence[Wanted], homes: Collection[str] = ()) -> list[Sent]:
        """Pieces of requests. `homes`: the runs that are likely to have brought them."""
        with self._reading() as cur:
            return sent(cur, wanted, homes)

    def requests_of(self, run_id: str) -> list[str]:
        """The digests of the requests that the model calls of a run name, in their order."""
        with self._reading() as cur:
            return history.requests(cur, run_id)

    def parts(self, digests: Collection[str], homes: Collection[str]) -> dict[str, dict[str, int]]:
        """Request -> its tokens by part; a part that was not counted in full is left out."""
        with self._reading() as cur:
            return chains.parts(chains.load(cur, digests, homes), digests)

    def requests_whole(
        self, run_id: str
    ) -> tuple[dict[str, chains.Node], dict[str, tuple[str, str]]]:
        """Every link of every request of a run, and message -> role and body of each."""
        with self._reading() as cur:
            nodes = chains.load(cur, history.requests(cur, run_id), [run_id])
            return nodes, chains.bodies(cur, nodes)

    def event_json(self, run_id: str, seq: int) -> str | None:
        """The event as it was written; for a fork, also one that it inherited."""
        with self._reading() as cur:
            return next(iter(history.bodies(cur, run_id, seq, seq + 1)), None)

    def request(self, digest: str, homes: Collection[str] = ()) -> list[Link]:
        """What was sent, from the tools to the settings. Empty if it is not known. For all the
        requests of a run see data.requests.of_run."""
        if not DIGEST.fullmatch(digest):
            return []
        (whole,) = self.sent([Wanted(digest, first=0, texts=True)], homes)
        return [Link(p.part, p.role, p.body or "") for p in whole.pieces]  # type: ignore[arg-type]

    def new_links(self, digest: str, before: str | None) -> int:
        """How many leading links the request shares with `before`: what is new follows them."""
        if not before or not DIGEST.fullmatch(digest) or not DIGEST.fullmatch(before):
            return 0
        return self.sent([Wanted(digest, before, most=1)])[0].shared
