"""The rig of a run: its own or, of one that no rig of ours made, the nearest that can be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import ValidationError

from agents.events import Edited, Event, Replied
from agents.messages import Text
from agents.models.catalog import is_scripted
from agents.policies.registry import PARADIGMS
from agents.policies.system import with_lessons
from agents.reading.react_text import read
from agents.rig import Limits, Rig, RigSpec
from agents.state import fold
from agents.told import Told
from data.record.told import told_in
from data.rows import RunRow
from data.store import Store

NOT_YET = {"edition": 1}
"""What a stored rig means by saying nothing of it: the field came later."""


ALONE = frozenset({"react", "function-calling"})
"""Paradigms of one prompt. A planner's and an evaluator's are of no use to each other."""
SINCE = 3
"""The edition from which on forks are told what their record tells."""


def is_own(run: RunRow) -> bool:
    try:
        RigSpec.model_validate(dict(run.rig))
    except ValidationError:
        return False
    return True


def rig_spec(run: RunRow, before: Sequence[Event] = ()) -> RigSpec:
    """A foreign run tells no limit: what it had used in the events `before` counts for none."""
    try:
        return RigSpec.model_validate(NOT_YET | dict(run.rig))
    except ValidationError:
        named = run.paradigm if run.paradigm in PARADIGMS else "function-calling"
        asked = sum(isinstance(event, Replied) for event in before)
        limits = Limits(max_iterations=Limits().max_iterations + asked)
        return RigSpec(paradigm=named, model=_model_name(run.model), limits=limits)


def as_told(rig: Rig, store: Store, run: RunRow, at: int) -> Rig:
    """The rig for going on after the first `at` events, with what a foreign record tells."""
    return replace(rig, told=told(store, run, at)) if rig.spec.edition >= SINCE else rig


def told(store: Store, run: RunRow, at: int) -> Told | None:
    """What the foreign run that this one is, or goes on from, had been told at event `at`. None for
    a run whose first events are ours, and where the record tells nothing."""
    while run.parent_run_id and (parent := store.run(run.parent_run_id)):
        run, at = parent, min(at, run.forked_at or 0)
    if run.origin != "imported" or is_own(run):
        return None
    events = store.events(run.run_id)
    asked = [
        (place, event.request)
        for place, event in enumerate(events)
        if isinstance(event, Replied) and event.request and event.origin == "imported"
    ]
    if not asked:
        return None
    first = asked[0][1]
    last = next((request for place, request in reversed(asked) if place < at), first)
    requests = {digest: store.request(digest, [run.run_id]) for digest in {first, last}}
    return told_in(requests[first], requests[last], _told_in(run, events))


def _told_in(run: RunRow, events: Sequence[Event]) -> str:
    """The paradigm whose form the foreign system prompt asks for; a plain conversation's is none
    that function calling would need to add to. Empty for a form that is not read here."""
    acted = [e for e in events if isinstance(e, Replied) and e.reading.calls]
    if run.paradigm == "react" and acted:
        return run.paradigm if read(acted[0].text, {}).type == "action" else ""
    if run.paradigm in ALONE:
        return run.paradigm
    return "" if acted else "function-calling"


def task_at(store: Store, run: RunRow, events: Sequence[Event], at: int) -> str:
    """What another question at event `at` takes the place of: the task as it was put, of which the
    run's question may be only a part."""
    state = fold(events[:at])
    recorded = told(store, run, at) if state.reworded is None else None
    task = recorded.messages[recorded.task] if recorded and recorded.task is not None else None
    return task.text if isinstance(task, Text) else state.opening


def prompt_at(store: Store, run: RunRow, events: Sequence[Event], at: int) -> str:
    """What a change of the system prompt after the first `at` events takes the place of. Empty for
    a plan: each of its roles keeps its own after what is written there."""
    edits = [e.value for e in events[:at] if isinstance(e, Edited) and e.target == "system"]
    if edits:
        return edits[-1]
    recorded = told(store, run, at)
    if recorded is not None and recorded.system:
        return recorded.system
    spec = rig_spec(run)
    if not is_own(run) or spec.paradigm not in ALONE:
        return ""
    asked = [event.request for event in events[:at] if isinstance(event, Replied)][-1:]
    asked += [event.request for event in events[at:] if isinstance(event, Replied)][:1]
    sent = store.request(asked[0], [run.run_id]) if asked else []
    found = told_in(sent, sent, "")
    return found.system.removesuffix(with_lessons("", spec.lessons)) if found else ""


def _model_name(name: str) -> str:
    """An imported run's model under the name by which it would be asked here."""
    if is_scripted(name) or name.partition(":")[0] in ("openai", "anthropic", "local"):
        return name
    maker = "anthropic" if "claude" in name.lower() else "openai"
    return f"{maker}:{name.rpartition('/')[2]}" if name else "scripted"
