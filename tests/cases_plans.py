"""Cases of kind plan_parse: the plan as it is read, and a run of the fixed plan around it."""

from __future__ import annotations

from typing import Any

from agents.events import Replied, Returned
from agents.plans import Plan
from agents.reading.plan_text import PlanFault, read_plan, waves
from agents.reading.references import resolve
from tests.cases import Case, unchecked
from tests.cases_tools import ANYTHING, tool_of
from tests.playbook import playbook_rig
from tests.rigs import Ran, play

KNOWN = {
    "ok", "error", "names", "step_ids", "order", "waves", "resolved_args", "crash", "action",
    "max_attempts", "next", "tool_calls",
}  # fmt: skip
OTHER_NAMES = dict.fromkeys(
    ("missing_input", "unknown_reference", "missing_reference", "unknown_dependency",
     "missing_dependency", "unknown_step"),
    "unknown_input",
)  # fmt: skip
"""What others call a step that needs one which is not in the plan."""


def check(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    tools = list(given.get("tools", ()))
    plan, fault = reading(given["text"], tools)
    assert (plan is not None) == expected["ok"], fault
    if fault is not None:
        error = expected.get("error", fault.kind)
        assert fault.kind == OTHER_NAMES.get(error, error)
        wanted = sorted(map(str, expected.get("names", fault.names)))
        assert sorted(map(str, fault.names)) == wanted
    if plan is not None:
        check_plan(plan, given, expected)
    check_run(played(given["text"], tools), expected)
    unchecked(case, "expectations", set(expected) - KNOWN)


def reading(text: str, tools: list[str]) -> tuple[Plan | None, PlanFault | None]:
    try:
        return read_plan(text, tools), None
    except PlanFault as fault:
        return None, fault


def check_plan(plan: Plan, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ids = [step.id for step in plan.steps]
    assert ids == texts(expected.get("step_ids", ids))
    order = waves(plan.steps)
    if "waves" in expected:
        assert [sorted(wave) for wave in order] == [sorted(texts(w)) for w in expected["waves"]]
    if "order" in expected:
        assert [id_ for wave in order for id_ in wave] == texts(expected["order"])
    results = {str(key): value for key, value in given.get("context", {}).items()}
    for id_, wanted in expected.get("resolved_args", {}).items():
        args = next(step.args for step in plan.steps if step.id == str(id_))
        found = resolve(dict(args), results)
        assert found == wanted
        assert [type(found[k]) for k in wanted] == [type(v) for v in wanted.values()]


def played(text: str, tools: list[str]) -> Ran:
    """The case's text is what the planner says, as often as it is asked."""
    made = [tool_of(name, ANYTHING, {"ok": {"done": True}}, []) for name in tools]
    using, _ = playbook_rig([text], made, using="plan-execute", repeats=True)
    return play(using, "q")


def check_run(ran: Ran, expected: dict[str, Any]) -> None:
    asked = [e.actor for e in ran.events if isinstance(e, Replied)]
    stopped = ran.state.stopped
    assert stopped is not None
    if not expected["ok"]:
        again = expected.get("max_attempts", 2)
        assert asked == ["planner"] * len(asked)
        assert len(asked) <= 1 + again
        assert stopped.status == "error"
        if "ask_again" in str(expected.get("action", "")):
            assert len(asked) > 1
    if "synth" in str(expected.get("next", "")):
        assert asked == ["planner", "synthesizer"]
    if "tool_calls" in expected:
        assert sum(isinstance(e, Returned) for e in ran.events) == expected["tool_calls"]


def texts(values: list[Any]) -> list[str]:
    return [str(value) for value in values]
