"""Reading a plan or a verdict from a model's text, and refusing what could not be carried out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.plans import INNER, Merge, OnFail, Plan, PlanStep, Verdict
from agents.reading import loose_json
from agents.reading.conditions import BadCondition, check_form
from agents.reading.plan_freedom import SAID, inner_tools, is_loose, question_first, too_free
from agents.reading.references import references

STEP_KEYS = ("steps", "plan")
ARG_KEYS = ("args", "arguments", "input", "action_input", "parameters")
TASK_KEYS = ("task", "action", "description", "title", "query")


class PlanFault(ValueError):
    """`kind`: no_plan, truncated, duplicate_id, unknown_tool, unknown_input, cycle, bad_step,
    bad_condition, merge_needed, inner_write, loose_write, nothing_to_read.
    `names`: the steps or tools it is about."""

    def __init__(self, kind: str, names: Collection[str] = ()) -> None:
        self.kind = kind
        self.names = tuple(names)
        what = SAID.get(kind, kind.replace("_", " "))
        super().__init__(f"{what}: {', '.join(self.names)}" if names else kind)


def read_plan(text: str, tools: Collection[str], writing: Collection[str] = ()) -> Plan:
    """A plan that can be carried out; an empty one is legal. Raises PlanFault before any call.
    `writing` are those of the tools that change something."""
    found = _find(text, _steps_of)
    goal, raw = found
    steps = tuple(_step(item, number, tools, writing) for number, item in enumerate(raw, 1))
    _check(steps, tools, writing)
    return Plan(goal, tuple(_with_implied_inputs(step, steps) for step in steps))


def read_verdict(text: str, step: str) -> Verdict:
    """Raises PlanFault where there is no `satisfied`."""
    satisfied, reason = _find(text, _verdict_of)
    return Verdict(step, satisfied, reason)


def waves(steps: Collection[PlanStep]) -> list[list[str]]:
    """Ids in the order of execution: each wave needs only what earlier waves brought.
    Raises PlanFault (cycle)."""
    left = {step.id: set(step.inputs) for step in steps}
    order: list[list[str]] = []
    while left:
        wave = [id_ for id_, needs in left.items() if not needs & left.keys()]
        if not wave:
            raise PlanFault("cycle", _in_cycle(left))
        order.append(wave)
        for id_ in wave:
            del left[id_]
    return order


def _find(text: str, pick: Any) -> Any:
    """The first JSON value in the text that `pick` can use."""
    cut = False
    for start, char in enumerate(text):
        if char not in "{[":
            continue
        try:
            value = loose_json.parse(loose_json.balanced(text, start))
        except loose_json.Unbalanced:
            cut = True
            continue
        except ValueError:
            continue
        picked = pick(value)
        if picked is not None and not cut:
            return picked
    raise PlanFault("truncated" if cut else "no_plan")


def _steps_of(value: Any) -> tuple[str, list[Any]] | None:
    if isinstance(value, dict):
        key = next((k for k in STEP_KEYS if k in value), None)
        inner = value[key] if key else None
        if isinstance(inner, dict):
            return _steps_of(inner)
        return (str(value.get("goal", "")), inner) if isinstance(inner, list) else None
    if isinstance(value, list) and all(isinstance(item, dict) for item in value) and value:
        return "", value
    return None


def _verdict_of(value: Any) -> tuple[bool, str] | None:
    if not isinstance(value, dict) or not isinstance(value.get("satisfied"), bool):
        return None
    return value["satisfied"], str(value.get("reason", ""))


def _step(item: Any, number: int, tools: Collection[str], writing: Collection[str]) -> PlanStep:
    if isinstance(item, str) and len(tools) == 1:
        return PlanStep(str(number), item, next(iter(tools)), {"input": item})
    if not isinstance(item, dict):
        raise PlanFault("bad_step", [str(number)])
    task = next((str(item[k]) for k in TASK_KEYS if item.get(k)), "")
    given: Any = next((item[k] for k in ARG_KEYS if k in item), {})
    args = given if isinstance(given, dict) else {"input": given}
    tool = str(item.get("tool") or (next(iter(tools)) if len(tools) == 1 else ""))
    inner = inner_tools(item, tools)
    if inner is not None:
        tool, args = INNER, question_first(task, args)
    elif tool in writing and is_loose(item, ARG_KEYS):
        raise PlanFault("loose_write", [tool])
    return PlanStep(
        id=str(item.get("id", number)),
        task=task,
        tool=tool,
        args=args,
        mode="call" if inner is None else "react",
        tools=inner or (),
        inputs=tuple(str(i) for i in item.get("inputs") or ()),
        done_when=str(item.get("done_when") or ""),
        on_fail=_on_fail(item.get("on_fail")),
        into=str(item.get("into") or ""),
        merge=_merge(item.get("merge")),
    )


def _merge(value: Any) -> Merge | None:
    known: dict[str, Merge] = {"append": "append", "last": "last", "sum": "sum"}
    return known.get(value) if isinstance(value, str) else None


def _checkable(condition: str) -> bool:
    try:
        check_form(condition)
    except BadCondition:
        return False
    return True


def _on_fail(value: Any) -> OnFail:
    known: dict[str, OnFail] = {"retry": "retry", "skip": "skip", "abort": "abort"}
    return known.get(value, "replan") if isinstance(value, str) else "replan"


def _check(steps: tuple[PlanStep, ...], tools: Collection[str], writing: Collection[str]) -> None:
    ids = [step.id for step in steps]
    if twice := sorted({id_ for id_ in ids if ids.count(id_) > 1}):
        raise PlanFault("duplicate_id", twice)
    named = [name for s in steps for name in (s.tools if s.mode == "react" else (s.tool,))]
    if unknown := [name for name in named if name not in tools]:
        raise PlanFault("unknown_tool", dict.fromkeys(unknown))
    if (fault := too_free(steps, tools, writing)) is not None:
        raise PlanFault(*fault)
    if vague := [step.id for step in steps if step.done_when and not _checkable(step.done_when)]:
        raise PlanFault("bad_condition", vague)
    fields = [step.into for step in steps if step.into]
    if clash := [s.id for s in steps if s.into and fields.count(s.into) > 1 and s.merge is None]:
        raise PlanFault("merge_needed", clash)
    if missing := [i for step in steps for i in step.inputs if i not in ids]:
        raise PlanFault("unknown_input", dict.fromkeys(missing))
    waves([_with_implied_inputs(step, steps) for step in steps])


def _with_implied_inputs(step: PlanStep, steps: Sequence[PlanStep]) -> PlanStep:
    """A reference is a dependency even where `inputs` forgot it (case P19), on a step or on all
    the steps that write a shared field."""
    writers: dict[str, list[str]] = {other.id: [other.id] for other in steps}
    for other in steps:
        if other.into:
            writers.setdefault(other.into, []).append(other.id)
    named = references(step.args, writers)
    # a condition may speak of its own step's result; arguments may not
    named += [name for name in references(step.done_when, writers) if name != step.id]
    needed = dict.fromkeys(id_ for name in named for id_ in writers[name])
    implied = [id_ for id_ in needed if id_ not in step.inputs]
    if not implied:
        return step
    return replace(step, inputs=(*step.inputs, *implied))


def _in_cycle(left: Mapping[str, set[str]]) -> list[str]:
    """The steps that need themselves, without those that merely wait for them."""

    def reaches(start: str) -> bool:
        seen: set[str] = set()
        open_ = list(left[start] & left.keys())
        while open_:
            id_ = open_.pop()
            if id_ == start:
                return True
            if id_ not in seen:
                seen.add(id_)
                open_ += left[id_] & left.keys()
        return False

    return [id_ for id_ in left if reaches(id_)]
