"""An acknowledged event survives SIGKILL, at whatever moment it comes."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

from making import a_run, new_run

from agents.events import Event
from data.store import Store
from data.writing.recorder import Recorder
from tests.forked import PROCESSES, forked

KILLS = 30
READY = b"ready"


def record(path: str, run_id: str, told: Connection) -> None:
    """In a process of its own, until it is killed."""

    async def run() -> None:
        store = Store.open(path, count_link=lambda link: 1)
        store.add_run(new_run(run_id))
        recorder = Recorder(store, run_id)
        told.send_bytes(READY)
        for seq, (event, sent) in enumerate(a_run("Why?", turns=1000)):
            await recorder.record(event, sent)
            told.send_bytes(str(seq).encode())
            if seq % 40 == 39:
                store.run(run_id)  # a page looks, and the journal is settled

    asyncio.run(run())


def test_no_acknowledged_event_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    chance = random.Random(17)
    made = [event for event, _ in a_run("Why?", turns=1000)]
    acknowledged: dict[str, int] = {}
    for number in range(KILLS):
        after, delay_s = chance.randrange(80), chance.uniform(0.0, 0.01)
        acknowledged[f"r{number}"] = killed(path, f"r{number}", after, delay_s)
        if number % 2:  # else the next process finds what two have left
            with Store.open(path) as store:
                check(store, f"r{number}", acknowledged[f"r{number}"], made)
    assert sum(acknowledged.values()) > KILLS
    with Store.open(path) as store:
        assert store.count() == KILLS
        for run_id, count in acknowledged.items():
            check(store, run_id, count, made)


def killed(path: Path, run_id: str, after: int, delay_s: float) -> int:
    """How many events a process acknowledged that was killed `delay_s` after so many of them."""
    hears, tells = PROCESSES.Pipe(duplex=False)
    process = forked(record, str(path), run_id, tells)
    tells.close()
    with hears:
        assert hears.recv_bytes() == READY  # so the file opened after the last kill
        said = [hears.recv_bytes() for _ in range(after)]
        time.sleep(delay_s)
        process.kill()
        process.join()
        said += heard(hears)
    assert process.exitcode == -signal.SIGKILL
    assert said == [str(seq).encode() for seq in range(len(said))]
    return len(said)


def heard(hears: Connection) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(hears.recv_bytes())
        except (EOFError, OSError):  # the last one may have come in half
            return found


def check(store: Store, run_id: str, acknowledged: int, made: list[Event]) -> None:
    events = store.events(run_id)
    assert len(events) >= acknowledged
    assert events == made[: len(events)]
    row = store.run(run_id)
    assert row is not None
    assert row.status == "interrupted"
    for step in store.steps([run_id])[-2:]:
        assert step.kind == "tool" or store.request(step.request or "")
