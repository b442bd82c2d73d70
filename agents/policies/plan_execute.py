"""Plan and execute: all steps are decided before the first one runs.

Two forms (seed 002): the fixed plan never looks at a result, and makes 2 model calls; the other
evaluates each step and replans after a rejected one, N + 2 + 2f calls for N look-ups and f wrong
results.
"""

from __future__ import annotations

from agents.events import Actor, Fault, Reading
from agents.messages import Call, Reply
from agents.partial import partial
from agents.planned import Planned, aborted, awaiting_verdict, ready, values
from agents.policies import prompts
from agents.policies.base import Act, Ask, End, Move
from agents.policies.conversation import ended
from agents.policies.plan_requests import (
    answer_request,
    plan_request,
    replan_request,
    verdict_request,
)
from agents.reading.plan_text import PlanFault, read_plan, read_verdict
from agents.reading.react_actions import bind
from agents.reading.references import Unresolved, resolve
from agents.rig import Rig
from agents.state import State


class PlanExecute:
    """The fixed plan: planner, executor without a model, synthesizer."""

    name = "plan-execute"

    def move(self, state: State, rig: Rig) -> Move:
        if (end := self._ended(state)) is not None:
            return end
        if state.plan is None:
            return Ask("planner", plan_request(state, rig))
        if (step := aborted(state.plan)) is not None:
            return _handed_over(state, step)
        room = rig.limits.max_iterations - executed(state)
        todo = ready(state.plan)
        if todo and room > 0:
            return Act(tuple(call_of(p, state, rig) for p in todo[:room]))
        return self._answer(state, rig, _usable(state))

    def close(self, state: State, rig: Rig, why: str) -> Move:
        return self._answer(state, rig, _usable(state))

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        try:
            match actor:
                case "planner" | "replanner":
                    plan = read_plan(reply.text, rig.tools, _writing(rig))
                    return Reading(plan=plan)
                case "evaluator":
                    step = awaiting_verdict(state.plan or ())
                    return Reading(verdict=read_verdict(reply.text, step.key if step else ""))
        except PlanFault as fault:
            wanted = "verdict" if actor == "evaluator" else "plan"
            text = f"That is no usable {wanted} ({fault}). Reply with the JSON only."
            return Reading(fault=Fault(fault.kind, text))
        if not reply.text.strip():
            return Reading(fault=Fault("empty", prompts.FAULTS["empty"]))
        return Reading(answer=reply.text.strip())

    def redo(self, state: State, rig: Rig) -> Move:
        """From the same results: what they do not hold has to be said to be missing."""
        return self.close(state, rig, "")

    def iterations(self, state: State) -> int:
        """0: the cap on executed steps is this policy's own, because it has to be looked at
        after the evaluator and before its verdict (seed 002, Figure 4)."""
        return 0

    def _answer(self, state: State, rig: Rig, results: list[Planned]) -> Ask:
        missing = open_tasks(state)
        cut = any(p.status == "todo" for p in state.plan or ())
        return Ask("synthesizer", answer_request(state, rig, results, missing), forced=cut)

    def _ended(self, state: State) -> End | None:
        last = state.last
        if last is None or state.asked_anew:
            return None
        if last.actor == "replanner":
            return None  # a replanner that fails has used up one replan, no more (case L25)
        if last.actor == "reflector":
            return ended(state)
        if last.actor == "synthesizer" and last.reading.answer is not None:
            missing = tuple(open_tasks(state))
            if missing:
                reason = f"answered, {len(missing)} of the look-ups stayed open"
                return End("partial", reason, last.reading.answer, missing)
            return End("success", "answered", last.reading.answer)
        if last.actor == "synthesizer" and last.forced:
            return End("limit", "the step cap was reached", partial(state, "the step cap"))
        if last.reading.answer is not None:  # another paradigm's, which this run goes on from
            return ended(state)
        return (
            ended(state) if last.finish in ("error", "cancelled") and last.reading.fault else None
        )


class PlanReplan(PlanExecute):
    """Evaluate after each step; a rejected one sends the run to the replanner."""

    name = "plan-replan"

    def move(self, state: State, rig: Rig) -> Move:
        if (end := self._ended(state)) is not None:
            return end
        if state.plan is None:
            return Ask("planner", plan_request(state, rig))
        if (step := aborted(state.plan)) is not None:
            return _handed_over(state, step)
        if (unchecked := awaiting_verdict(state.plan)) is not None:
            return Ask("evaluator", verdict_request(state, rig, unchecked))
        accepted = [p for p in state.plan if p.status == "accepted"]
        if executed(state) >= rig.limits.max_iterations:
            return self._answer(state, rig, accepted)
        if _just_failed(state) and state.replans < rig.limits.max_replans:
            return Ask("replanner", replan_request(state, rig))
        if todo := ready(state.plan):
            return Act((call_of(todo[0], state, rig),))
        return self._answer(state, rig, accepted)

    def close(self, state: State, rig: Rig, why: str) -> Move:
        accepted = [p for p in state.plan or () if p.status == "accepted"]
        return self._answer(state, rig, accepted)


def executed(state: State) -> int:
    """Steps that were carried out; what a plan's `max_iterations` counts (S2-19)."""
    return sum(p.tries for p in state.plan or ())


def open_tasks(state: State) -> list[str]:
    """The tasks nothing was accepted for: still to do, or failed with no new plan after."""
    plan = state.plan or ()
    newest = max((p.round for p in plan), default=0)
    return [
        p.step.task or p.step.tool
        for p in plan
        if p.status == "todo" or (p.status in ("failed", "rejected") and p.round == newest)
    ]


def call_of(planned: Planned, state: State, rig: Rig) -> Call:
    """The call that carries a step out, its references resolved from what was returned."""
    results = values(state.plan or ())
    step = planned.step
    id_ = f"step_{planned.key}" + (f"_try{planned.tries + 1}" if planned.tries else "")
    try:
        args = resolve(dict(step.args), results)
    except Unresolved as error:
        fault = f"unresolved reference {error}"
        return Call(id_, step.tool, dict(step.args), fault, step=planned.key)
    tool = rig.tools.get(step.tool) if step.mode == "call" else None
    return Call(id_, step.tool, bind(args, tool.spec if tool else None), step=planned.key)


def _writing(rig: Rig) -> set[str]:
    return {name for name, tool in rig.tools.items() if tool.effect == "writes"}


def _usable(state: State) -> list[Planned]:
    return [p for p in state.plan or () if p.result and p.status not in ("rejected", "skipped")]


def _handed_over(state: State, step: Planned) -> End:
    """Seed 003: a write whose state is unclear, or a plan that says so, is a person's business."""
    task = step.step.task or step.step.tool
    reason = f"aborted at step {step.key} ({task}): {step.reason}; a person has to decide"
    return End("error", reason, partial(state, reason), (task, *open_tasks(state)))


def _just_failed(state: State) -> bool:
    last, turn = state.last, state.turn
    if last is None or turn is None or state.plan is None:
        return False
    if turn.results:  # a step was just carried out, and code has found it wanting
        key = turn.results[-1].call.step
        return any(p.key == key and p.status == "rejected" for p in state.plan)
    if last.actor == "evaluator" and last.reading.verdict is not None:
        return not last.reading.verdict.satisfied
    # a replanner that gave no plan (case L25), or only what had failed before
    nothing_new = last.reading.fault is not None or not ready(state.plan)
    return last.actor == "replanner" and nothing_new
