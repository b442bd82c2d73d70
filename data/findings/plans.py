"""What goes wrong with plans: steps on a failed premise, steps nobody checked, caps too short."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.events import Event, Replied, Returned
from agents.evidence.story import Act, Story
from agents.evidence.words import shorten
from agents.planned import Planned
from agents.state import State, apply, fold
from data.findings.finding import Finding, finding
from data.findings.heeding import asked_again
from data.findings.loops import failure_streak, ping_pong, repeated_action
from data.findings.plan_checks import mismatch

CIRCLES = (repeated_action, ping_pong, failure_streak, asked_again)


def stale_plan(story: Story) -> Iterator[Finding]:
    state = State()
    acts = {act.seq: act for act in story.acts}
    for seq, event in enumerate(story.events):
        if isinstance(event, Returned) and event.call.step and state.plan:
            step = next((p for p in state.plan if p.key == event.call.step), None)
            if step is not None and (why := _stale(step, state.plan, acts[seq])):
                text = f"Step {step.key} ({shorten(step.step.task, 60)}) was carried out {why[0]}"
                yield finding("stale_plan", text, [seq, *_evidence(story, why[1])])
        state = apply(state, event)


def silent_wrong_fact(story: Story) -> Iterator[Finding]:
    """Steps that no evaluator and no condition looked at: said to be unchecked, and where our own
    comparison of words finds another subject, a warning. Words that agree are no proof."""
    plan = fold(story.events).plan or ()
    if any(reply.actor == "evaluator" for _, reply in story.replies):
        return
    steps = {p.key: p for p in plan if not p.step.done_when}
    unchecked: list[int] = []
    for act in story.heard:
        step = steps.get(act.call.step)
        if step is None or act.settled:
            continue
        unchecked.append(act.seq)
        if why := mismatch(step.step.task, act, story.questions):
            text = f"Unchecked step {step.key} ({shorten(step.step.task, 60)}) was taken: {why}"
            yield finding("silent_wrong_fact", text, [act.seq])
    if unchecked:
        results = "1 result was" if len(unchecked) == 1 else f"{len(unchecked)} results were"
        text = f"{results} taken unchecked: nothing in this plan checks them"
        yield finding("silent_wrong_fact", text, unchecked, "info")


def short_cap(story: Story) -> Iterator[Finding]:
    """The cap ended a run that was still getting somewhere; one that went in circles would have
    ended at any cap."""
    stopped = story.stopped
    if stopped is None or stopped.status not in ("limit", "partial"):
        return
    forced = [seq for seq, reply in story.replies if reply.forced]
    no_room = [act.seq for act in story.acts if any("limit reached" in n for n in act.notes)]
    plan = fold(story.events).plan
    done = [act.seq for act in story.acts if act.call.step and act.executed]
    if any(any(found(story)) for found in CIRCLES):
        return
    if plan and story.cap is not None and len(done) >= story.cap and stopped.gaps:
        text = (
            f"The cap of {story.cap} steps left {len(stopped.gaps)} open: a cap needs room for "
            "the plan and its retries"
        )
        yield finding("short_cap", text, [*done[-1:], *forced, len(story.events) - 1])
    elif forced or no_room:
        cap = f" of {story.cap} steps" if story.cap is not None and not no_room else ""
        ceiling = re.match(r"graph step limit of \d+", stopped.reason)
        named = ceiling[0] if ceiling else f"cap{cap}"
        text = f"The {named} cut the run off while it still made progress"
        yield finding("short_cap", text, [*no_room, *forced, len(story.events) - 1])


def _stale(step: Planned, plan: tuple[Planned, ...], act: Act) -> tuple[str, list[str]] | None:
    """Why, and the keys of the steps that show it."""
    if step.status == "dropped":
        return "after a new plan had replaced it", []
    if act.outcome in ("refused", "cancelled"):
        return None
    failed = [p for p in _premises(step, plan) if _failed(p) and p.step.on_fail != "skip"]
    if failed:
        named = ", ".join(p.key for p in failed)
        return f"although step {named}, which it needs, had failed", [p.key for p in failed]
    if not step.round:
        return None
    old = [
        p
        for p in plan
        if p.round < step.round
        and p.status == "dropped"
        and (p.step.tool, p.step.args) == (step.step.tool, step.step.args)
    ]
    lost = [q for p in old for q in _premises(p, plan) if _failed(q)]
    if lost and not _replaced(step, plan):
        named = ", ".join(p.key for p in lost)
        why = f"as the old plan had it, although step {named}, which it needs, had been rejected"
        return why, [p.key for p in lost]
    return None


def _premises(step: Planned, plan: tuple[Planned, ...]) -> list[Planned]:
    return [p for p in plan if p.round == step.round and p.step.id in step.step.inputs]


def _failed(step: Planned) -> bool:
    if step.status in ("failed", "rejected"):
        return True
    return step.status == "done" and step.result is not None and _empty(step.result)


def _empty(result: Returned) -> bool:
    return Act(0, 0, result.call, result.outcome, result.output).settled


def _replaced(step: Planned, plan: tuple[Planned, ...]) -> bool:
    """Did the new plan bring anything of its own before this step?"""
    old = [(p.step.tool, p.step.args) for p in plan if p.round < step.round]
    return any(
        p.round == step.round
        and p.status in ("accepted", "done")
        and (p.step.tool, p.step.args) not in old
        for p in plan
    )


def _evidence(story: Story, keys: list[str]) -> list[int]:
    """Results and verdicts of these steps."""
    return [
        seq for seq, event in enumerate(story.events) if _of_step(event) in keys and _of_step(event)
    ]


def _of_step(event: Event) -> str:
    if isinstance(event, Returned):
        return event.call.step
    if isinstance(event, Replied) and event.reading.verdict and not event.reading.verdict.satisfied:
        return event.reading.verdict.step
    return ""
