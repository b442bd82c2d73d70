"""Runs agents on an event loop of the process, so that no browser session owns a run."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from agents.errors import BadInput, TriptychError
from agents.events import Event, Stopped
from agents.loop import run
from agents.messages import Wire
from agents.rig import Rig
from agents.state import fold
from agents.tools import NeedsPerson
from dashboard.live_runs import BROKEN, Live, as_read, sub_runs
from data.scenario import Evaluate
from data.store import Store
from data.writing.recorder import Recorder

log = logging.getLogger("triptych.runner")
NOT_JUDGED = frozenset({"cancelled", "error"})
"""A run that was broken off has no answer of its own that could be right or wrong."""


@dataclass(frozen=True)
class Job:
    """A run to be carried on: from its question, or from events that stand already."""

    run_id: str
    rig: Rig
    opening: Sequence[tuple[Event, Wire]]
    """Events to be recorded before the agent does anything: a start, or what a person changed."""
    before: Sequence[Event] = ()
    """What is on record already: a parent's events, or the run's own."""
    evaluate: Evaluate | None = None


class Runner:
    """`launch` and `cancel` may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live: dict[str, Live] = {}
        self._ended: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, daemon=True, name="runner")
        self._thread.start()

    def launch(self, job: Job) -> Future[None]:
        """The future is done when the run has ended and its verdict is on record. Raises BadInput
        where this very run is being carried on already."""
        live = Live(job.run_id, asyncio.Event())
        if self._live.setdefault(job.run_id, live) is not live:
            raise BadInput(f"Run {job.run_id} is running already.")
        self._ended.pop(job.run_id, None)
        return self._submit(self._run(live, job))

    def active(self) -> set[str]:
        return set(self._live)

    def live(self, run_id: str) -> Live | None:
        return self._live.get(run_id)

    def problem(self, run_id: str) -> str:
        """What kept an ended run from being recorded to its end, if anything did."""
        return self._ended.get(run_id, "")

    def cancel(self, run_id: str) -> bool:
        """False where the run is not running here (any more)."""
        live = self._live.get(run_id)
        if live is None:
            return False
        self._loop.call_soon_threadsafe(live.cancel.set)
        return True

    def close(self) -> None:
        """Cancels what runs, waits until that is on record, and ends the loop."""
        for run_id in self.active():
            self.cancel(run_id)
        waiting = self._submit(self._settle())
        try:
            waiting.result(timeout=5)
        except TimeoutError:
            log.warning("some runs did not stop in time: %s", ", ".join(self.active()))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=2)

    async def _run(self, live: Live, job: Job) -> None:
        events = list(job.before)
        recorder = Recorder(self._store, live.run_id, len(events))

        async def record(event: Event, sent: Wire) -> None:
            await recorder.record(event, sent)
            events.append(event)
            live.heard.clear()

        try:
            for event, sent in job.opening:
                await record(event, sent)
            rig = replace(job.rig, sub_runs=sub_runs(self._store, live.run_id, self._live))
            await run(fold(events), rig, record, hear=live.heard.append, cancel=live.cancel)
            if job.evaluate is not None:
                await self._judge(live.run_id, job.evaluate, events)
        except NeedsPerson as needs:
            live.problem = str(needs)
        except TriptychError as error:
            live.problem = str(error)
        except Exception:
            log.exception("run %s broke", live.run_id)
            live.problem = BROKEN
            await self._note_failure(record, job.rig, live.problem)
        finally:
            if live.problem:
                self._ended[live.run_id] = live.problem
            self._live.pop(live.run_id, None)

    async def _judge(self, run_id: str, evaluate: Evaluate, events: list[Event]) -> None:
        end = events[-1]
        if not isinstance(end, Stopped) or end.status in NOT_JUDGED:
            return
        read = await asyncio.to_thread(as_read, self._store, events)
        judgement = evaluate(end.answer, read)
        await asyncio.to_thread(self._store.add_verdict, run_id, judgement)

    async def _note_failure(
        self, record: Callable[[Event, Wire], Coroutine[Any, Any, None]], rig: Rig, text: str
    ) -> None:
        try:
            await record(Stopped(rig.clock(), "error", text), ())
        except TriptychError:
            log.warning("the failure could not be recorded either")

    async def _settle(self) -> None:
        while self._live:
            await asyncio.sleep(0.02)

    def _submit(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
