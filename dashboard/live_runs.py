"""Runs that are going on in this process, and the runs that they open for their inner loops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count

from agents.errors import TriptychError
from agents.events import Event, Returned, Started, Stopped
from agents.messages import Call, Wire
from agents.models.catalog import is_scripted
from agents.rig import OpenSubRun, SubRun
from agents.tools import NeedsPerson
from data.ids import sub_run_id
from data.runs import NewRun
from data.store import Store
from data.writing.recorder import Recorder

BROKEN = "Triptych itself failed here; the log has the details."


@dataclass
class Live:
    """A run that this process is working on."""

    run_id: str
    cancel: asyncio.Event
    heard: list[str] = field(default_factory=list)
    """Pieces of the reply that is coming in; empty between model calls."""
    problem: str = ""
    """Why it could not be recorded any further, for the page that shows it."""

    @property
    def text(self) -> str:
        return "".join(self.heard)


def sub_runs(store: Store, outer: str, lives: MutableMapping[str, Live]) -> OpenSubRun:
    """Each is a run of its own in the store, and among `lives` for as long as it goes on."""

    @asynccontextmanager
    async def opened(call: Call, start: Started) -> AsyncIterator[SubRun]:
        run_id = await asyncio.to_thread(_announced, store, outer, call, start)
        live = lives[run_id] = Live(run_id, asyncio.Event())
        recorder = Recorder(store, run_id)

        async def record(event: Event, sent: Wire) -> None:
            await recorder.record(event, sent)
            live.heard.clear()

        try:
            yield SubRun(run_id, record, live.cancel, live.heard.append)
        except (TriptychError, NeedsPerson):
            raise
        except Exception:
            with suppress(TriptychError):
                await record(Stopped(time.time(), "error", BROKEN), ())
            raise
        finally:
            lives.pop(run_id, None)

    return opened


def as_read(store: Store, events: Sequence[Event]) -> list[Event]:
    """The events with what inner loops really read in the place of what they said of it: an
    answer is judged by evidence, and an inner answer is none."""
    read: list[Event] = []
    for event in events:
        named = event.sub_run if isinstance(event, Returned) else ""
        if named and (inner := store.events(named)):
            read += [_named_apart(named, one) for one in inner if isinstance(one, Returned)]
        else:
            read.append(event)
    return read


def _named_apart(run_id: str, event: Returned) -> Returned:
    return replace(event, call=replace(event.call, id=f"{run_id} {event.call.id}"))


def _announced(store: Store, outer: str, call: Call, start: Started) -> str:
    """A process may have died in this very call: what it recorded stays."""
    run_id = next(i for n in count(1) if store.run(i := sub_run_id(outer, call.id, n)) is None)
    model = str(start.rig["model"])
    store.add_run(
        NewRun(
            run_id=run_id,
            question=start.question,
            paradigm=str(start.rig["paradigm"]),
            model=model,
            scenario=start.scenario,
            rig=start.rig,
            origin="simulated" if is_scripted(model) else "live",
            called_by=outer,
            called_as=call.id,
        )
    )
    return run_id
