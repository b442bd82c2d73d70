"""What the store costs: recording a step in the agent's path, and listing 100,000 runs.

    python tests/benchmarks/bench_store.py [--runs N]

Wall time on this machine; where others work on it too, the 10% column is nearest to the truth.
The target of a step is 2 ms, of the first page 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

import duckdb  # noqa: E402
from making import AT, a_run, new_run  # noqa: E402

from agents.events import Event, Replied, Returned  # noqa: E402
from agents.messages import Wire  # noqa: E402
from data.database import _CONFIG  # noqa: E402
from data.filters import RunFilter  # noqa: E402
from data.store import Store  # noqa: E402
from data.writing.intern import insert  # noqa: E402
from data.writing.journal import Tails  # noqa: E402
from data.writing.recorder import Recorder  # noqa: E402

Row = tuple[str, float, float, float, str]
"""What, then milliseconds (the quickest tenth, median, 95th percentile), target."""


def timed(calls: Iterator[Callable[[], object]]) -> list[float]:
    times = []
    for call in calls:
        begun = time.perf_counter()
        call()
        times.append((time.perf_counter() - begun) * 1000)
    return times


def row(what: str, times: list[float], target: str = "") -> Row:
    cuts = quantiles(times, n=20) if len(times) > 1 else times * 19
    return what, cuts[1], median(times), cuts[-1], target


def disk(folder: Path, n: int = 200) -> Row:
    """The floor under every durable write."""

    def one() -> None:
        os.write(handle, b"x" * 800)
        os.fdatasync(handle)

    handle = os.open(folder / "floor", os.O_CREAT | os.O_WRONLY)
    times = timed(one for _ in range(n))
    os.close(handle)
    return row("one fdatasync of 800 bytes (the floor)", times)


def step(folder: Path, turns: int, reading: bool = False) -> list[Row]:
    """A step as a reader counts them: a model call with 2 new links, or a tool call's result; as
    the loop awaits them."""

    async def run(store: Store) -> dict[int, list[float]]:
        recorder = Recorder(store, "r")
        took: dict[int, list[float]] = {}
        for place, (event, sent) in enumerate(a_run("Why?", turns)):
            begun = time.perf_counter()
            await recorder.record(event, sent)
            took.setdefault((place - 1) // 2, []).append((time.perf_counter() - begun) * 1000)
        return took

    path = folder / f"step{turns}{reading}.duckdb"
    with Store.open(path, count_link=lambda link: len(link.body) // 4) as store:
        store.add_run(new_run("r"))
        stop = threading.Event()
        watcher = threading.Thread(target=_watch, args=(store, stop))
        if reading:
            watcher.start()
        took = asyncio.run(run(store))
        stop.set()
        if reading:
            watcher.join()
        times = [each for turn in range(turns) for each in took[turn]]
        name = f"recording a step (a reply or a result), {turns} turns"
        name += ", a page reading twice a second" if reading else ""
        rows = [row(name, times, "2 ms")]
        if turns >= 1000:
            last = times[-turns // 5 :]
            rows.append(row(f"  of these the last {len(last)}", last, "2 ms"))
            begun = time.perf_counter()
            store.steps(["r"])
            took_steps = [(time.perf_counter() - begun) * 1000]
            rows.append(
                row(f"  its {2 * turns + 1} steps with the parts of each request", took_steps)
            )
    return rows


def _watch(store: Store, stop: threading.Event) -> None:
    while not stop.wait(0.5):
        store.run("r", {"r"})
        store.steps(["r"])


def lanes(folder: Path, count: int = 6, turns: int = 60) -> Row:
    """A step of each of six lanes that write as fast as they can, all at once."""

    async def lane(store: Store, number: int) -> list[float]:
        recorder = Recorder(store, f"r{number}")
        times = []
        for event, sent in a_run(f"Question {number}?", turns):
            begun = time.perf_counter()
            await recorder.record(event, sent)
            times.append((time.perf_counter() - begun) * 1000)
        return times[1:-1]

    async def together(store: Store) -> list[float]:
        runs = await asyncio.gather(*(lane(store, number) for number in range(count)))
        return [took for times in runs for took in times]

    with Store.open(folder / "lanes.duckdb", count_link=lambda link: 1) as store:
        return row(f"a step, {count} lanes at once without a pause", asyncio.run(together(store)))


def alternatives(folder: Path, turns: int = 60) -> list[Row]:
    """A reply and its result written straight to the tables, with nothing looked up."""

    def step_of(method: str) -> list[float]:
        path = folder / f"{method.replace(' ', '')}.duckdb"
        Store.open(path).close()
        con = duckdb.connect(str(path), config=_CONFIG)
        tails = Tails()
        steps: list[list[tuple[Event, Wire]]] = []
        for event, sent in a_run("Why?", turns):
            if isinstance(event, Replied):
                steps.append([(event, sent)])
            elif isinstance(event, Returned):
                steps[-1].append((event, sent))

        def both(step: list[tuple[Event, Wire]]) -> None:
            for event, sent in step:
                recorded, wire, digests = tails.record("r", seq[0], event, sent)
                con.begin()
                if method == "appender":
                    for table in ("messages", "requests"):
                        with con.appender(table) as appender:
                            for link in recorded.links:
                                appender.append_row(*columns(table, link))
                    with con.appender("events") as appender:
                        appender.append_row("r", seq[0], *[None] * 24, recorded.body)
                else:
                    for table in ("messages", "requests"):
                        insert(con, table, [columns(table, link) for link in recorded.links][:4])
                    insert(con, "events", [["r", seq[0], *[None] * 24, recorded.body]])
                con.commit()
                tails.commit(recorded, wire, digests)
                seq[0] += 1

        def columns(table: str, link: object) -> list[object]:
            digest, parent, depth, part, role, body = link[:6]  # type: ignore[index]
            if table == "messages":
                return [digest, role, body, "r"]
            return [digest, parent, digest, part, 1, depth, "r"]

        seq = [0]
        times = timed((lambda step=step: both(step)) for step in steps[:-1])  # type: ignore[misc]
        con.close()
        return times

    return [
        row(
            "instead, reply + result: a transaction of INSERTs into three tables", step_of("insert")
        ),
        row("instead, reply + result: a transaction of three appenders", step_of("appender")),
    ]


def many(store: Store, runs: int) -> Iterator[Row]:
    """Runs of 15 events each, then the pages over them."""
    made = min(runs, 1000)
    begun = time.perf_counter()
    store.append_many(
        (
            (f"r{number:09d}", seq, event, sent)
            for number in range(made)
            for seq, (event, sent) in enumerate(a_run(f"Question {number}?", 6, at=AT + number))
        ),
        [
            new_run(f"r{number:09d}", f"Question {number}?", created_at=AT + number,
                    paradigm=("react", "function-calling", "plan-execute")[number % 3])
            for number in range(made)
        ],
    )  # fmt: skip
    took = (time.perf_counter() - begun) * 1000
    yield f"{made} runs, {15 * made} events written by append_many", took, took, took, ""
    _multiply(store, made, runs // made)
    pages: list[tuple[str, Callable[[], object], str]] = [
        ("first page of 50 by time", lambda: store.runs(), "300 ms"),
        ("page 1,000 by time", lambda: store.runs(offset=50_000), ""),
        ("of one paradigm", lambda: store.runs(RunFilter(paradigms=("react",))), ""),
        ("of one status", lambda: store.runs(RunFilter(statuses=("success",))), ""),
        ("with a text in question or answer", lambda: store.runs(RunFilter(text="77?")), ""),
        ("by tokens", lambda: store.runs(RunFilter(sort="tokens")), ""),
        ("their number", lambda: store.count(), ""),
    ]
    for name, call, target in pages:
        yield row(name, timed(call for _ in range(5)), target)
    middle = f"r{runs // 2:09d}"
    yield row(
        "the steps of one run, with parts", timed((lambda: store.steps([middle])) for _ in range(5))
    )
    yield row("the events of one run", timed((lambda: store.events(middle)) for _ in range(5)))
    last = store.steps([middle])[-1].request or ""
    yield row("one request in full", timed((lambda: store.request(last)) for _ in range(5)))
    store.add_run(new_run("live"))
    events = list(a_run("Why?", 20))

    def look(seq: int) -> None:
        store.append("live", seq, *events[seq])
        store.run("live")

    yield row("one more event, then its run read", timed((lambda s=s: look(s)) for s in range(20)))  # type: ignore[misc]
    yield row(
        "one run deleted", timed((lambda n=n: store.delete_runs([f"r{n:09d}"])) for n in range(3))
    )  # type: ignore[misc]


def _multiply(store: Store, made: int, times: int) -> None:
    """The made runs `times` over, each copy with ids, times and texts of its own."""
    number = f"(substr(run_id, 2)::BIGINT + {made} * c.n)"
    new_id = f"'r' || lpad({number}::TEXT, 9, '0')"

    def anew(digest: str) -> str:
        return f"md5({digest}::TEXT || c.n)::UUID AS {digest}"

    later = f"+ to_seconds({made} * c.n)"
    changes = {
        "runs": f"{new_id} AS run_id, 'Question ' || {number} || '?' AS question, "
        f"created_at {later} AS created_at",
        "events": f"{new_id} AS run_id, started_at {later} AS started_at, "
        f"ended_at {later} AS ended_at, {anew('request')}",
        "requests": f"{new_id} AS run_id, "
        + ", ".join(anew(name) for name in ("digest", "parent", "message")),
        "messages": f"{new_id} AS run_id, {anew('digest')}",
    }
    with store._database.writing() as cur:
        for table, change in changes.items():
            cur.execute(
                f"INSERT INTO {table} SELECT {table}.* REPLACE ({change}) FROM {table}, "
                f"(SELECT unnest(range(1, {times})) AS n) c ORDER BY c.n, {table}.rowid"
            )


def main(runs: int = 100_000) -> list[Row]:
    rows: list[Row] = []

    def show(*more: Row) -> None:
        for what, low, middle, high, target in more:
            print(f"{what:68} {low:9.2f} {middle:9.2f} {high:9.2f}  {target}", flush=True)
        rows.extend(more)

    print(f"{'milliseconds':68} {'10%':>9} {'median':>9} {'95%':>9}  target")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        show(disk(folder))
        show(*step(folder, 200))
        show(*step(folder, 200, reading=True))
        show(*step(folder, 1000))
        show(lanes(folder))
        show(*alternatives(folder))
        with Store.open(
            folder / "many.duckdb", count_link=lambda link: len(link.body) // 4
        ) as store:
            for line in many(store, runs):
                show(line)
            path = Path(store.path)
        print(f"the file of these runs: {path.stat().st_size / 1e6:.0f} MB")
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    main(parser.parse_args().runs)
