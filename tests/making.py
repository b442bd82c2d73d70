"""Small runs made by hand, for tests of what stands above the loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.events import Cost, Event, Reading, Replied, Returned, Started, Stopped
from agents.messages import Call, Link, Usage, Wire, as_json, chain
from data.runs import NewRun
from data.store import Store

AT = 1_750_000_000.0
TOOLS = Link("tools", "tools", as_json([{"name": "look_up", "parameters": {"type": "object"}}]))
SETTINGS = Link("settings", "settings", as_json({"model": "scripted", "temperature": 0}))

Recorded = tuple[Event, Wire]


def link(part: Any, role: str, text: str) -> Link:
    return Link(part, role, as_json({"role": role, "content": text}))


def opening(question: str, system: str = "Answer from what the tools say.") -> Wire:
    return (TOOLS, link("system", "system", system), link("question", "user", question))


def replied(wire: Wire, at: float = AT, **changes: Any) -> Replied:
    """A reply to `wire`; `changes` replace its fields."""
    fields: dict[str, Any] = {
        "actor": "agent",
        "started_at": at,
        "ended_at": at + 0.8,
        "request": chain(wire)[-1] if wire else "",
        "model": "scripted",
        "text": "I should look it up.",
        "reading": Reading(thought="I should look it up."),
        "usage": Usage(100, 20, source="counted"),
        "cost": Cost(None, "the scripted model costs nothing"),
        "finish": "stop",
        "dialect": "text",
    }
    return Replied(**fields | changes)


def returned(
    name: str = "look_up", at: float = AT, output: str = "It is so.", **changes: Any
) -> Returned:
    call = Call("call_1", name, {"key": output[:10]})
    fields: dict[str, Any] = {
        "call": call,
        "started_at": at,
        "ended_at": at + 0.2,
        "outcome": "ok",
        "output": output,
        "effect": "reads",
    }
    return Returned(**fields | changes)


def a_run(
    question: str = "Who owns PX-17?",
    turns: int = 2,
    answer: str | None = "Ada owns it.",
    at: float = AT,
) -> Iterator[Recorded]:
    """A started, `turns` model calls with a tool call each, a last reply, a stopped: each event
    with the request it was sent by. Without an answer it breaks off after the last tool call."""
    yield Started(at, question, {"paradigm": "react"}), ()
    history = opening(question)
    for turn in range(turns):
        wire = (*history, SETTINGS)
        thought, output = f"Thought {turn} about {question}", f"Passage {turn} on {question}"
        yield (
            replied(wire, at + turn, text=thought, reading=Reading(thought=thought),
                    usage=Usage(100 + 50 * turn, 20, source="counted")),
            wire,
        )  # fmt: skip
        yield returned(at=at + turn + 0.8, output=output), ()
        history += (
            link("reasoning", "assistant", thought),
            link("observation", "user", f"Observation: {output}"),
        )
    if answer is not None:
        wire = (*history, SETTINGS)
        yield replied(wire, at + turns, text=answer, reading=Reading(answer=answer)), wire
        yield Stopped(at + turns + 1, "success", "answered", answer), ()


def new_run(run_id: str, question: str = "Who owns PX-17?", **changes: Any) -> NewRun:
    fields: dict[str, Any] = {
        "run_id": run_id,
        "question": question,
        "paradigm": "react",
        "model": "scripted",
        "rig": {"paradigm": "react", "model": "scripted"},
        "created_at": AT,
    }
    return NewRun(**fields | changes)


def record(store: Store, run: NewRun, events: Iterator[Recorded] | list[Recorded]) -> list[Event]:
    """Adds the run and records its events one by one; returns them."""
    store.add_run(run)
    recorded = []
    for seq, (event, sent) in enumerate(events, start=run.forked_at or 0):
        store.append(run.run_id, seq, event, sent)
        recorded.append(event)
    return recorded
