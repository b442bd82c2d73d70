"""An acknowledged event survives SIGKILL, at whatever moment it comes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from making import a_run

from agents.events import Event
from data.store import Store

ROOT = Path(__file__).resolve().parent.parent
KILLS = 30

RECORD = """
import asyncio, sys
from making import a_run, new_run
from data.recorder import Recorder
from data.store import Store

async def run(path, run_id):
    store = Store.open(path, count_link=lambda link: 1)
    store.add_run(new_run(run_id))
    recorder = Recorder(store, run_id)
    print("ready", flush=True)
    for seq, (event, sent) in enumerate(a_run("Why?", turns=1000)):
        await recorder.record(event, sent)
        print(seq, flush=True)
        if seq % 40 == 39:
            store.run(run_id)   # a page looks, and the journal is settled

sys.stdin.readline()
asyncio.run(run(*sys.argv[1:]))
"""


def test_no_acknowledged_event_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    chance = random.Random(17)
    made = [event for event, _ in a_run("Why?", turns=1000)]
    acknowledged: dict[str, int] = {}
    waiting = start(path, "r0")
    for number in range(KILLS):
        # the next one loads its modules while this one records
        process, waiting = waiting, start(path, f"r{number + 1}")
        acknowledged[f"r{number}"] = killed(process, chance.uniform(0.0, 0.3))
        if number % 2:  # else the next process finds what two have left
            with Store.open(path) as store:
                check(store, f"r{number}", acknowledged[f"r{number}"], made)
    waiting.kill()
    waiting.communicate()
    assert sum(acknowledged.values()) > KILLS
    with Store.open(path) as store:
        assert store.count() == KILLS
        for run_id, count in acknowledged.items():
            check(store, run_id, count, made)


def start(path: Path, run_id: str) -> subprocess.Popen[str]:
    """A process that records this run as soon as it is told to."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return subprocess.Popen(
        [sys.executable, "-c", RECORD, str(path), run_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    )


def killed(process: subprocess.Popen[str], after: float) -> int:
    """How many events were acknowledged until it was killed, `after` seconds in."""
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "ready\n"  # so the file opened after the last kill
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        lines = process.stdout.read().splitlines()
    assert process.returncode == -signal.SIGKILL
    return sum(line == str(seq) for seq, line in enumerate(lines))


def check(store: Store, run_id: str, acknowledged: int, made: list[Event]) -> None:
    events = store.events(run_id)
    assert len(events) >= acknowledged
    assert events == made[: len(events)]
    row = store.run(run_id)
    assert row is not None
    assert row.status == "interrupted"
    for step in store.steps([run_id])[-2:]:
        assert step.kind == "tool" or store.request(step.request or "")
