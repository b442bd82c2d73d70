"""Search over every text: 200,000 messages and the events that stand around them.

    python tests/benchmarks/bench_search.py [--messages N]

Needs some minutes to write the texts and half a minute to index them. CPU time is that of all
threads; wall time on an idle machine is less where there are several cores. The target is 300 ms.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

from making import AT, SETTINGS, Recorded, link, new_run, opening, replied, returned  # noqa: E402

from agents.events import Reading, Started  # noqa: E402
from data.search.text_index import TextIndex  # noqa: E402
from data.store import Store  # noqa: E402

TURNS = 50
LETTERS = "etaoinshrdlcumwfgypbvk"


def words(rng: random.Random, count: int = 30_000) -> list[str]:
    return [
        "".join(rng.choices(LETTERS, range(len(LETTERS), 0, -1), k=rng.randint(2, 10)))
        for _ in range(count)
    ]


def texts(rng: random.Random) -> Iterator[str]:
    """Of 500 to 2,000 characters; a few words are said often, most hardly ever."""
    known = words(rng)
    often = list(accumulate(1 / (place + 1) for place in range(len(known))))
    while True:
        size = rng.randint(500, 2000)
        yield " ".join(rng.choices(known, cum_weights=often, k=size // 5 + 1))[:size]


def run(number: int, said: Iterator[str]) -> Iterator[Recorded]:
    question = f"Question {number}?"
    yield Started(AT + number, question, {"paradigm": "react"}), ()
    history = opening(question)
    for turn in range(TURNS):
        wire, thought, output = (*history, SETTINGS), next(said), next(said)
        if number == 7 and turn == 7:
            output += " The Needle of the Haystack."
        reading = Reading(thought=thought)
        yield replied(wire, AT + number + turn, text=thought, reading=reading), wire
        yield returned(at=AT + number + turn, output=output), ()
        history += (
            link("reasoning", "assistant", thought),
            link("observation", "user", f"Observation: {output}"),
        )


def fill(store: Store, messages: int) -> None:
    said = texts(random.Random(7))
    runs = messages // (2 * TURNS)
    for first in range(0, runs, 20):
        some = range(first, min(runs, first + 20))
        store.append_many(
            ((f"r{n:06d}", seq, *one) for n in some for seq, one in enumerate(run(n, said))),
            [new_run(f"r{n:06d}", f"Question {n}?", created_at=AT + n) for n in some],
        )


def like(store: Store, text: str) -> int:
    """The naive way: the events alone, and where in them is not told."""
    with store.looking() as cur:
        found = cur.execute("SELECT run_id, seq FROM events WHERE body ILIKE ?", [f"%{text}%"])
        return len(found.fetchall())


def timed(what: str, call: Callable[[], object], target: str = "", times: int = 5) -> None:
    walls, cpus = [], []
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    print(f"{what:58} {min(walls):9.0f} {max(walls):9.0f} {min(cpus):9.0f}  {target}", flush=True)


def main(messages: int = 200_000) -> None:
    print(f"{'milliseconds':58} {'least':>9} {'most':>9} {'CPU':>9}  target")
    known = words(random.Random(7))
    asked = {
        "a rare phrase": '"needle of the haystack"',
        "a word of one text in ten": known[60],
        "a word of nearly every text": known[0],
        "nothing": "Zebrakreuzung",
        "a word of one text in 700": known[6000],
        "two words, each in one text in ten": f"{known[60]} {known[61]}",
        "a phrase of two such words": f'"{known[60]} {known[61]}"',
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.duckdb")
        with Store.open(path, count_link=lambda one: 1) as store:
            fill(store, messages)
            for name, text in asked.items():
                timed(f"ILIKE over the events, {name}", lambda t=text: like(store, t), times=2)  # type: ignore[misc]
            for name, text in asked.items():
                timed(f"reading every text, {name}", lambda t=text: store.find(t), times=2)  # type: ignore[misc]
            index = TextIndex(store, few=0)

            def make() -> None:
                store.find("x", index=index)
                if index._maker is not None:
                    index._maker.join()

            timed("the index made, in the background", make, times=1)
            for name, text in asked.items():
                timed(f"with the index, {name}", lambda t=text: store.find(t, index=index), "300")  # type: ignore[misc]
            print(f"the index: {index.nbytes / 1e6:.0f} MB of memory, of {messages:,} messages")
            index.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=200_000)
    main(parser.parse_args().messages)
