"""What planner, evaluator, replanner and synthesizer are asked. Data goes as JSON, unchanged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agents.messages import Message, Request, Text, as_json
from agents.planned import Planned
from agents.policies import prompts
from agents.policies.conversation import specs
from agents.policies.plan_schema import PLAN, VERDICT
from agents.policies.prompts import custom, filled
from agents.policies.system import question, system_prompt, with_lessons
from agents.reflection import failures, last_answer
from agents.reviews import note
from agents.rig import Rig
from agents.state import State
from agents.told import as_text

PLANNERS = (prompts.PLANNER, prompts.FIRST_PLANNER)


def plan_request(state: State, rig: Rig) -> Request:
    first = rig.spec.edition == 1
    messages = _opening(state, rig, prompts.FIRST_PLANNER if first else prompts.PLANNER)
    if found := found_before(state):
        data = {"found_so_far": found, "note": prompts.STILL_MISSING}
        messages.append(Text("user", as_json(data), "observation"))
    last = state.last
    if last is not None and last.actor == "planner" and last.reading.fault is not None:
        if last.text.strip():
            messages.append(Text("assistant", last.text, "reasoning"))
        messages.append(Text("user", last.reading.fault.text, "note"))
    return Request(tuple(messages), schema=PLAN)


def verdict_request(state: State, rig: Rig, step: Planned) -> Request:
    result = step.result.output if step.result else ""
    data = {"task": step.step.task, **_call(step), "result": result}
    return _with_data(state, rig, prompts.EVALUATOR, data, schema=VERDICT)


def replan_request(state: State, rig: Rig) -> Request:
    """Goal, history of OK and INSUFFICIENT steps, the reason of the last failure, what remains
    (seed 002; the four keys of seed 000's pitfall 3)."""
    plan = state.plan or ()
    failed = [p for p in plan if p.status in ("rejected", "failed") and p.result]
    data = {
        "completed": [_done(p) for p in plan if p.status == "accepted"],
        "failed": [{**_done(p), "why": p.reason} for p in failed],
        "reason": failed[-1].reason if failed else "",
        "remaining": [p.step.task for p in plan if p.status == "todo"],
    }
    return _with_data(state, rig, prompts.REPLANNER, data, schema=PLAN)


def answer_request(state: State, rig: Rig, results: list[Planned], missing: list[str]) -> Request:
    """After a review that the answer did not pass, with that answer and what was wrong with it."""
    found = [*found_before(state), *(_done(p) for p in results)]
    data = {"results": found, "missing": missing}
    request = _with_data(state, rig, prompts.SYNTHESIZER, data)
    failed, before = failures(state), last_answer(state)
    if not failed or before is None:
        return request
    again = (Text("assistant", before, "reasoning"), Text("user", note(failed[-1]), "note"))
    return replace(request, messages=(*request.messages, *again))


def found_before(state: State) -> list[dict[str, Any]]:
    """What calls outside of the present plan have returned: those of another paradigm that this
    run goes on from, and those made for an earlier question."""
    return [
        {
            "task": turn.reply.reading.thought,
            "tool": result.call.name,
            "args": dict(result.call.arguments),
            "result": result.output,
        }
        for number, turn in enumerate(state.turns())
        for _, result in turn.answered()
        if not result.call.step or number < state.since
    ]


def _opening(state: State, rig: Rig, template: str) -> list[Message]:
    prompt = rig.spec.prompt if template in PLANNERS else None
    own = filled(template, specs(rig)) if prompt is None else custom(prompt, specs(rig))
    system = system_prompt(state, rig, own, roles=rig.spec.edition > 2)
    if template != prompts.EVALUATOR:
        system = with_lessons(system, rig.spec.lessons)
    return [Text("system", system, "system"), *_asked(state, rig)]


def _asked(state: State, rig: Rig) -> list[Message]:
    """The question, after what was said before it: “and the second one?” means nothing alone."""
    if rig.spec.edition < 3:
        return [Text("user", state.question, "question")]
    messages = as_text(question(state, rig))
    if state.question == state.opening:
        return messages
    answer = ""
    for turn in state.turns():
        answer = turn.reply.reading.answer or answer
        if turn.followed:
            messages += [Text("assistant", answer, "reasoning")] if answer else []
            messages.append(Text("user", turn.followed, "question"))
            answer = ""
    return messages


def _with_data(state: State, rig: Rig, template: str, data: Any, *, schema: Any = None) -> Request:
    messages = _opening(state, rig, template)
    return Request((*messages, Text("user", as_json(data), "observation")), schema=schema)


def _call(step: Planned) -> dict[str, Any]:
    """The call as it was really made, with references resolved."""
    made = step.result.call.arguments if step.result else step.step.args
    return {"tool": step.step.tool, "args": dict(made)}


def _done(step: Planned) -> dict[str, Any]:
    result = step.result.output if step.result else ""
    return {"task": step.step.task, **_call(step), "result": result}
