"""Runs of many steps, made in bulk, for what has to be quick at any size."""

from __future__ import annotations

from collections.abc import Iterator

from agents.events import Reading, Returned, Started, Stopped
from agents.messages import Call, Usage
from data.store import Store
from tests.making import AT, SETTINGS, Recorded, link, new_run, opening, replied

WINDOW = 6
"""So many links of its history each request holds: as of an agent that forgets."""


def long_run(events: int) -> Iterator[Recorded]:
    """A started, model calls and results in turn, a stopped: `events` in all, an even number.
    Every 97th result is an error."""
    question = "Which notes say why?"
    yield Started(AT, question, {"paradigm": "react"}), ()
    head, history, at = opening(question), (), AT
    for turn in range((events - 2) // 2):
        wire = (*head, *history, SETTINGS)
        thought = f"Thought {turn}: note {turn} has to be read before I can answer"
        call = Call(f"c{turn}", "read_note", {"number": turn})
        took = 0.4 + turn % 7 / 10
        yield (
            replied(wire, at, text=thought, reading=Reading(thought=thought, calls=(call,)),
                    usage=Usage(300 + turn % 50, 20, source="counted"),
                    ended_at=at + took, first_token_at=at + 0.2),
            wire,
        )  # fmt: skip
        at += took
        output = f'{{"id": "N-{turn}", "text": "{"Nothing was decided that day. " * 6}"}}'
        outcome = "error" if turn % 97 == 96 else "ok"
        yield Returned(call, at, at + 0.2, outcome, output, "reads"), ()
        at += 0.25
        history = (
            *history,
            link("reasoning", "assistant", thought),
            link("observation", "user", f"Observation: {output}"),
        )[-WINDOW:]
    yield Stopped(at + 1, "partial", "the notes ended"), ()


def add_long_run(store: Store, run_id: str, events: int) -> None:
    batch = [(run_id, seq, *one) for seq, one in enumerate(long_run(events))]
    store.append_many(batch, [new_run(run_id, "Which notes say why?")])
