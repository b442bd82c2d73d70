"""Cases of kind loop that play a run again from its record, or fork it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.errors import RecordingMismatch
from agents.events import Edited, Event, Replied, Returned, Started
from agents.messages import Wire, as_json
from agents.policies.registry import paradigm
from agents.recording import replay
from agents.rig import Rig, RigSpec
from agents.tools import Tool
from data.runs import NewRun
from data.store import Store
from tests.cases import Case, hold
from tests.cases_model import CaseModel
from tests.cases_tools import ANYTHING, tool_of
from tests.rigs import Ran, play

ROLES = {"plan": "planner", "search": "tool", "evaluate": "evaluator", "synth": "synthesizer"}
OLD = "the passage as it was"


def check_replay(case: Case) -> None:
    given = case["input"]
    executed: list[str] = []
    rig, model = sequence(names_of(given.get("recorded_steps", 2)), executed)
    ran = play(rig, "CASE-0001")
    asked, run_before = len(model.requests), len(executed)
    record, using = mutated(ran, rig, given.get("mutate", {}))
    seen: dict[str, Any] = {"error": None, "steps_identical": False, "mentions": ""}
    try:
        played = asyncio.run(replay(record, using))
        seen["steps_identical"] = played.identical
    except RecordingMismatch as mismatch:
        seen |= {"error": "recording_mismatch", "mentions": Words(str(mismatch))}
    seen["model_calls"] = len(model.requests) - asked
    seen["tool_executions"] = len(executed) - run_before
    hold(case, case["expected"], {**seen, "crash": False})


class Words(str):
    """Equal to each text that it holds."""

    def __eq__(self, other: object) -> bool:
        return all(str(o) in str(self) for o in (other if isinstance(other, list) else [other]))

    __hash__ = str.__hash__


def mutated(ran: Ran, rig: Rig, change: Mapping[str, Any]) -> tuple[list[tuple[Event, Wire]], Rig]:
    events: list[Event] = list(ran.events)
    prompt = change.get("prompt", change.get("question"))
    if prompt is not None and isinstance(events[0], Started):
        events[0] = replace(events[0], question=str(prompt))
    spec = rig.spec
    if "system" in change:
        spec = spec.model_copy(update={"prompt": str(change["system"])})
    if "temperature" in change or "settings" in change:
        spec = spec.model_copy(update={"temperature": 1.5})
    tools = dict(rig.tools)
    if "tools" in change or "tool" in change:
        tools = {f"{name}_v2": tool for name, tool in tools.items()}
        tools = {n: replace(t, spec=replace(t.spec, name=n)) for n, t in tools.items()}
    return list(zip(events, ran.wires, strict=True)), replace(rig, spec=spec, tools=tools)


def check_fork(case: Case) -> None:
    given = case["input"]
    names = names_of(given["recorded_steps"])
    if set(names) <= set(ROLES):
        roles(case, names)
    else:
        tools(case, names)


def tools(case: Case, names: list[str]) -> None:
    """Each step is a turn that calls one tool; the fork begins before the turn of `from_step`."""
    given = case["input"]
    executed: list[str] = []
    rig, _ = sequence(names, executed)
    ran = play(rig, "q")
    assert executed == names
    step = int(given.get("from_step", given.get("interrupted_after", 0) + 1))
    at = 1 + 2 * (step - 1)
    edits = edited(ran.events, {2 * n: n for n in range(1, len(names) + 1)}, given.get("edit"))
    if edits is not None:
        at, edits = edits[0], edits[1]  # type: ignore[assignment]
    fork = play(rig, before=[*ran.events[:at], *(edits or [])])  # type: ignore[list-item]
    reused = [e.call.name for e in ran.events[:at] if isinstance(e, Returned)]
    unchanged, parent_at = stored(ran, fork, at)
    hold(
        case,
        case["expected"],
        {
            "executed": executed[len(names) :],
            "reused": reused,
            "original_run_unchanged": unchanged,
            "parent_link": {"from_step": (parent_at - 1) // 2 + 1},
            "steps_identical": [type(e) for e in fork.events] == [type(e) for e in ran.events],
            "status": fork.state.stopped.status if fork.state.stopped else None,
            "tool_executions": len(executed) - len(names),
            "crash": False,
        },
    )


def roles(case: Case, names: list[str]) -> None:
    """Steps are what a plan's run consists of: planner, tool, evaluator, synthesizer."""
    given = case["input"]
    executed: list[str] = []
    tool = tool_of("search", ANYTHING, {"ok": OLD}, executed)
    plan = {"steps": [{"id": "1", "task": "t", "tool": "search", "args": {"query": "x"}}]}
    said: list[Mapping[str, Any]] = [
        {"text": as_json(plan)},
        {"text": as_json({"satisfied": True, "reason": "stated"})},
        {"text": "The answer."},
    ]
    rig = rig_for("plan-replan", CaseModel(said), {"search": tool})
    ran = play(rig, "q")
    assert [kind(e) for e in ran.events[1:-1]] == [ROLES[n] for n in names]
    step = int(given["from_step"])
    edit = given.get("edit", {})
    new = edit.get("result", edit.get("value", edit.get("observation")))
    before: list[Event] = list(ran.events[:step])
    if new is not None:
        target = ran.events[int(edit.get("step", step))]
        assert isinstance(target, Returned)
        before = [*ran.events[: int(edit.get("step", step)) + 1]]
        before.append(Edited(1.0, "observation", str(new), target.call.id))
    at = len(before) - (new is not None)
    model = CaseModel(said[sum(isinstance(e, Replied) for e in before) :])
    fork = play(rig_for("plan-replan", model, {"search": tool}), before=before)
    later = [str(request.messages) for request in model.requests]
    unchanged, _ = stored(ran, fork, at)
    seen = {
        f"{name}_sees": Words(text) for name, text in zip(names[-len(later) :], later, strict=True)
    }
    stale = sum(OLD in text for text in later) if new is not None else 0
    more = {"stale_values_used": stale, "original_run_unchanged": unchanged, "crash": False}
    hold(case, case["expected"], {**seen, **more})


def edited(
    events: list[Event], places: Mapping[int, int], edit: Mapping[str, Any] | None
) -> tuple[int, list[Event]] | None:
    """Where the fork begins that replaces a step's observation, and the edit."""
    if not edit:
        return None
    place = next(p for p, step in places.items() if step == int(edit["step"]))
    target = events[place]
    assert isinstance(target, Returned)
    value = str(edit.get("result", edit.get("value")))
    return place + 1, [Edited(1.0, "observation", value, target.call.id)]


def sequence(names: list[str], executed: list[str]) -> tuple[Rig, CaseModel]:
    """A run that calls one tool after the other, and answers."""
    script: list[Mapping[str, Any]] = [{"call": [name, {}]} for name in names]
    model = CaseModel([*script, {"final": "all done"}], by_place=True)
    made = {name: tool_of(name, ANYTHING, {}, executed) for name in names}
    return rig_for("function-calling", model, made), model


def rig_for(name: str, model: CaseModel, made: Mapping[str, Tool]) -> Rig:
    chosen = paradigm(name)
    spec = RigSpec(paradigm=name, model=model.name)
    return Rig(spec, chosen.policy(), dict.fromkeys(chosen.actors, model), dict(made))


def stored(ran: Ran, fork: Ran, at: int) -> tuple[bool, int]:
    """Both in a real store: is the original as it was, and where does the fork say it begins?"""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "t.duckdb") as store:
        store.add_run(run_row("original"))
        write(store.append, "original", 0, ran)
        before = store.events("original")
        store.add_run(run_row("fork", parent_run_id="original", forked_at=at))
        own = Ran(fork.events[at:], fork.wires[at:], fork.state)
        write(store.append, "fork", at, own)
        row = store.run("fork")
        assert row is not None and row.parent_run_id == "original"
        assert store.events("fork") == fork.events
        return store.events("original") == before == ran.events, row.forked_at or 0


def write(append: Callable[..., Any], run_id: str, start: int, ran: Ran) -> None:
    for seq, (event, wire) in enumerate(zip(ran.events, ran.wires, strict=True), start):
        append(run_id, seq, event, wire)


def run_row(run_id: str, **more: Any) -> NewRun:
    return NewRun(run_id, "q", "function-calling", "case", **more)


def names_of(steps: Any) -> list[str]:
    return [f"step_{n}" for n in range(1, steps + 1)] if isinstance(steps, int) else list(steps)


def kind(event: Event) -> str:
    return event.actor if isinstance(event, Replied) else "tool"
