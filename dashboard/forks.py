"""Going on from a run: a fork with something changed, a look at what it would do, a resumption."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.errors import BadInput, NotReady
from agents.events import Edited, Event, Started
from agents.forking import Edit, edited, onwards, prefix
from agents.messages import Wire
from agents.models.catalog import is_scripted
from agents.rig import Rig, RigSpec
from agents.state import State, fold
from agents.tools import Tool
from dashboard.run_rigs import as_told, is_own, rig_spec
from dashboard.words import t
from data.bundled import scenario as find_scenario
from data.record.script import record_script
from data.record.tools import record_tools
from data.rigging import rig_of
from data.rows import RunRow
from data.store import Store

MOST_TIMES = 50
ASKING = ("question", "follow_up")


class Change(BaseModel):
    """What a fork does differently. Everything left out stays as it was."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: int
    """The fork begins with the parent's first `at` events."""
    edits: tuple[Edit, ...] = ()
    rig: Mapping[str, Any] = Field(default_factory=dict)
    """Fields of RigSpec to change; `limits` field by field."""
    absent_tools: Literal["ask", "stub"] | None = None
    """For tools that are not here: see RigSpec. None leaves it to what the run was."""
    times: int = Field(default=1, ge=1, le=MOST_TIMES)
    """How many such forks to run at once, to see how often it passes."""


@dataclass(frozen=True)
class Prepared:
    """A fork that could start now."""

    parent: RunRow
    at: int
    question: str
    scenario: str
    rig: Rig
    before: list[Event]
    own: list[tuple[Event, Wire]]
    state: State


def change_from(data: object) -> Change:
    """Raises BadInput with one sentence."""
    try:
        return Change.model_validate(data)
    except ValidationError as error:
        raise BadInput(_first(error)) from None


def edits_from(data: object) -> tuple[Edit, ...]:
    """Raises BadInput with one sentence."""
    return change_from({"at": 1, "edits": data}).edits


def prepare(store: Store, parent: RunRow, change: Change, environ: Mapping[str, str]) -> Prepared:
    """Raises BadInput or NotReady in one sentence; nothing is recorded or spent."""
    events = store.events(parent.run_id)
    before = prefix(events, change.at)
    spec = changed_spec(parent, change, before)
    rig = onwards(ready_rig(store, parent, spec, events, environ, change.at), before)
    state = fold(before)
    own = edited(state, change.edits, rig)
    state = fold((event for event, _ in own), state)
    title = title_of(before, [event for event, _ in own], parent.question)
    _refuse_unknown_question(parent, spec, state.question)
    if not state.open:
        raise BadInput(t("wrong.fork-ended", last=len(before) - 1))
    return Prepared(parent, change.at, title, parent.scenario, rig, before, own, state)


def changed_spec(parent: RunRow, change: Change, before: Sequence[Event]) -> RigSpec:
    """The parent's rig with the changes, to go on after the events `before`. Tools that write are
    asked for again, and programs of an imported run are not started, unless the change says so by
    name."""
    base = rig_spec(parent, before)
    wanted = dict(change.rig)
    limits = base.limits.model_dump() | dict(wanted.pop("limits", None) or {})
    kept: dict[str, Any] = base.model_dump() | {"limits": limits, "writes": "ask"}
    if "paradigm" in wanted:
        kept["chosen"] = ""
    if parent.source:
        kept["tools"] = ()
    if parent.source or not is_own(parent) or change.absent_tools:
        kept["absent_tools"] = change.absent_tools or base.absent_tools or "ask"
    try:
        return RigSpec.model_validate(kept | wanted)
    except ValidationError as error:
        raise BadInput(_first(error)) from None


def ready_rig(
    store: Store,
    run: RunRow,
    spec: RigSpec,
    events: Sequence[Event],
    environ: Mapping[str, str],
    at: int,
) -> Rig:
    """For going on after the first `at` events: with stand-ins for absent tools and, for a run of
    no scenario, a script from its record."""
    absent = stand_ins(store, events, spec.absent_tools) if spec.absent_tools else ()
    script = None if run.scenario else record_script(events)
    rig = rig_of(spec, run.scenario, environ, script=script, absent=absent)
    return as_told(rig, store, run, at)


def stand_ins(
    store: Store, events: Sequence[Event], otherwise: Literal["ask", "stub"]
) -> tuple[Tool, ...]:
    last = [e.request for e in events if e.kind == "replied" and e.request][-1:]
    return record_tools(events, [store.request(digest) for digest in last], otherwise)


def title_of(before: Iterable[Event], own: Iterable[Event], otherwise: str) -> str:
    """What a fork is about: the last thing that a person here asked instead or further; what the
    user of a foreign trace had said on the way is no title of anything."""
    asked = [e for e in (*before, *own) if isinstance(e, Edited) and e.target in ASKING]
    here = [event.value for event in asked if event.origin != "imported"]
    started = [event.question for event in before if isinstance(event, Started)]
    return next(iter((*here[::-1], *started)), "") or otherwise


def told_of(store: Store, run: RunRow) -> list[Event]:
    """The events that tell which tools a run stands in for: its parent's, as when it was forked."""
    return store.events(run.parent_run_id or run.run_id)


def _refuse_unknown_question(parent: RunRow, spec: RigSpec, question: str) -> None:
    """A scripted model is not asked what its scenario does not know: it would make it up."""
    if not parent.scenario or not is_scripted(spec.model):
        return
    scenario = find_scenario(parent.scenario)
    if question != scenario.question and not scenario.script.knows(question):
        raise NotReady(t("wrong.scripted-fork", scenario=scenario.name))


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    text = first["msg"].removeprefix("Value error, ")
    return f"{place}: {text}." if place else f"{text}."
