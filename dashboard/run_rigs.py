"""The rig of a run: its own or, of one that no rig of ours made, the nearest that can be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from agents.events import Edited, Event, Replied
from agents.models.catalog import is_scripted
from agents.policies.registry import PARADIGMS
from agents.policies.system import with_lessons
from agents.rig import Limits, RigSpec
from data.record_prompt import system_prompt_in
from data.rows import RunRow
from data.store import Store

NOT_YET = {"edition": 1}
"""What a stored rig means by saying nothing of it: the field came later."""


ALONE = frozenset({"react", "function-calling"})
"""Paradigms of one prompt. A planner's and an evaluator's are of no use to each other."""


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


def told_before(store: Store, run: RunRow, events: Sequence[Event], at: int) -> dict[str, Any]:
    """The fields of RigSpec that say what a foreign run's model was told around event `at`. Empty
    where its record tells no system prompt."""
    text = _recorded(store, events, at)
    if not text:
        return {}
    return {"preface": text, "preface_of": run.paradigm if run.paradigm in ALONE else ""}


def prompt_at(store: Store, run: RunRow, events: Sequence[Event], at: int) -> str:
    """What a change of the system prompt after the first `at` events takes the place of. Empty for
    a plan: each of its roles keeps its own after what is written there."""
    edits = [e.value for e in events[:at] if isinstance(e, Edited) and e.target == "system"]
    if edits:
        return edits[-1]
    spec = rig_spec(run)
    if spec.preface or (is_own(run) and spec.paradigm not in ALONE):
        return spec.preface
    return _recorded(store, events, at).removesuffix(with_lessons("", spec.lessons))


def _recorded(store: Store, events: Sequence[Event], at: int) -> str:
    """By the last request before event `at` or, where that tells none (a judge's stands there), by
    the run's first."""
    asked = [event.request for event in events[:at] if isinstance(event, Replied)][-1:]
    asked += [event.request for event in events if isinstance(event, Replied)][:1]
    told = (system_prompt_in(store.request(digest)) for digest in dict.fromkeys(asked))
    return next(filter(None, told), "")


def _model_name(name: str) -> str:
    """An imported run's model under the name by which it would be asked here."""
    if is_scripted(name) or name.partition(":")[0] in ("openai", "anthropic", "local"):
        return name
    maker = "anthropic" if "claude" in name.lower() else "openai"
    return f"{maker}:{name.rpartition('/')[2]}" if name else "scripted"
