"""What each event of a run is, in plain words for a class: what is being done, and why a model is
asked for it or is not. Read from the events alone; nothing is asked and nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.planned import Planned
from agents.policies.registry import PARADIGMS
from agents.state import State, apply
from agents.turns import Turn
from dashboard.formats import paradigm_name
from dashboard.words import t
from dashboard.words.many import many


class Caption(NamedTuple):
    """`asks` says whether a model was asked; `doing` and `why` are a sentence each, `why` may be
    empty. They may quote names out of a trace: show them as text."""

    asks: bool
    doing: str
    why: str = ""


def captions(events: Sequence[Event], paradigm: str) -> list[Caption]:
    """One an event. `paradigm` is the run's own; an unknown one gets the words that fit any."""
    state = State()
    found = []
    for place, event in enumerate(events):
        after = apply(state, event)
        match event:
            case Replied():
                found.append(_asked(event, state, after, paradigm))
            case Returned():
                coming = events[place + 1] if place + 1 < len(events) else None
                found.append(_called(event, state, after, coming, paradigm))
            case Started():
                found.append(Caption(False, t("caption.started"), _begins(paradigm)))
            case Edited():
                found.append(
                    Caption(False, t(f"caption.edits.{event.target}"), t("caption.edits.why"))
                )
            case Stopped():
                found.append(_ended(event, state))
        state = after
    return found


def _begins(paradigm: str) -> str:
    return t(f"caption.begins.{paradigm}") if paradigm in PARADIGMS else ""


def _asked(event: Replied, before: State, after: State, paradigm: str) -> Caption:
    if event.origin == "edited":
        return Caption(False, t("caption.reply-edited"), t("caption.reply-edited.why"))
    doing, why = _question(event, before, after, paradigm)
    if event.forced:
        doing, why = _pair("forced", paradigm)
    if event.reading.fault is not None:
        return Caption(True, doing, f"{why} {_unusable(event)}".strip())
    return Caption(True, f"{doing} {_decided(event)}".strip(), why)


def _question(event: Replied, before: State, after: State, paradigm: str) -> tuple[str, str]:
    """What the model is asked for, and why it has to be asked."""
    last = before.last
    match event.actor:
        case "planner":
            again = last is not None and last.reading.fault is not None
            return _pair("plan-again" if again else "plan", paradigm)
        case "evaluator":
            return _pair("evaluate", paradigm, step=_checked(before))
        case "replanner":
            return _pair("replan", paradigm)
        case "synthesizer":
            results = len([p for p in before.plan or () if p.result is not None])
            doing = many("caption.synthesize", results, name=_name(paradigm))
            return doing, t("caption.synthesize.why")
        case "reflector":
            return t("caption.review"), t("caption.review.why")
    return _turn(event, before, paradigm)


def _pair(key: str, paradigm: str, **values: object) -> tuple[str, str]:
    doing = t(f"caption.{key}", name=_name(paradigm), **values)
    return doing, t(f"caption.{key}.why")


def _turn(event: Replied, before: State, paradigm: str) -> tuple[str, str]:
    """An agent's own turn, in a paradigm that has no plan."""
    if before.turn is None:
        if paradigm == "function-calling":
            return _pair("first-calls", paradigm)
        if paradigm == "react":
            return _pair("first-action", paradigm)
        return t("caption.ask", name=_name(paradigm)), ""
    return t("caption.again", name=_name(paradigm)), _why_again(
        event, before, before.turn, paradigm
    )


def _why_again(event: Replied, before: State, turn: Turn, paradigm: str) -> str:
    if turn.reply.actor == "reflector" or (turn.reply.reading.review and not turn.results):
        return t("caption.again.reviewed")
    if turn.reply.reading.fault is not None:
        return t("caption.again.faulty")
    if turn.followed or before.asked_anew:
        return t("caption.again.said")
    if paradigm == "function-calling":
        results = len(turn.results)
        return t("caption.again.result") if results == 1 else t("caption.again.results", n=results)
    if paradigm == "react":
        last = event.reading.answer is not None
        return t("caption.again.nothing-missing" if last else "caption.again.next")
    return ""


def _decided(event: Replied) -> str:
    reading = event.reading
    if event.finish in ("error", "cancelled"):
        return t("caption.no-reply")
    if reading.plan is not None:
        return many("caption.planned", len(reading.plan.steps))
    if reading.verdict is not None:
        return t("caption.will-do" if reading.verdict.satisfied else "caption.will-not-do")
    if reading.calls:
        names = list(dict.fromkeys(call.name for call in reading.calls))
        if len(reading.calls) == 1:
            return t("caption.wants", tool=names[0])
        tools = ", ".join(names[:3])
        if len(names) > 3:
            tools = t("caption.and-others", tools=tools)
        return t("caption.wants-many", n=len(reading.calls), tools=tools)
    if event.actor == "reflector" and reading.review is not None:
        return t("caption.passes" if reading.review.passed else "caption.passes-not")
    return t("caption.answers") if reading.answer is not None else ""


def _unusable(event: Replied) -> str:
    fault = event.reading.fault
    kind = fault.kind.replace("_", " ") if fault else ""
    return t("caption.unusable", kind=kind)


def _called(
    event: Returned, before: State, after: State, coming: Event | None, paradigm: str
) -> Caption:
    name, call = _name(paradigm), event.call
    followed = _outcome(event, after, coming, paradigm)
    if call.step:
        step = _step_words(after, call.step)
        if event.sub_run:
            doing = t("caption.call.inner", name=name, step=step)
            return Caption(False, doing, f"{t('caption.call.inner.why')} {followed}".strip())
        doing = t("caption.call.planned", name=name, step=step, tool=call.name)
        return Caption(False, doing, followed or t("caption.call.planned.why"))
    together = len(before.turn.reply.reading.calls) if before.turn else 1
    if event.outcome == "refused":
        return Caption(False, t("caption.call.refused", tool=call.name), followed)
    if together > 1 and before.turn is not None:
        place = 1 + len(before.turn.results)
        doing = t("caption.call.together", name=name, place=place, n=together, tool=call.name)
        return Caption(False, doing, followed or t("caption.call.together.why"))
    doing = t("caption.call.alone", name=name, tool=call.name)
    return Caption(False, doing, followed or t("caption.call.alone.why"))


def _outcome(event: Returned, after: State, coming: Event | None, paradigm: str) -> str:
    """What follows from a result that is none; empty where all is well."""
    if event.outcome == "ok":
        p = _planned(after, event.call.step) if event.call.step else None
        if p is not None and p.status == "rejected":
            return t("caption.check.rejected", condition=p.step.done_when)
        if p is not None and p.status == "accepted" and p.step.done_when:
            return t("caption.check.accepted")
        return ""
    known = event.outcome in _FAILED
    failed = t(f"caption.failed.{event.outcome if known else 'error'}")
    if isinstance(coming, Returned) and coming.call.step == event.call.step != "":
        return t("caption.then.again", failed=failed)
    if event.call.step and paradigm == "plan-execute":
        return t("caption.then.on", failed=failed)
    return t("caption.then.not-done" if event.call.step else "caption.then.read", failed=failed)


_FAILED = frozenset({"error", "timeout", "unknown_tool", "invalid", "refused", "cancelled"})


def _ended(event: Stopped, before: State) -> Caption:
    asked, called = before.model_calls + before.inner_turns, before.tool_calls
    took = t("caption.took", models=many("calls.model", asked), tools=many("calls.tool", called))
    return Caption(False, t(f"caption.ended.{event.status}"), took)


def _checked(state: State) -> str:
    waiting = [p for p in state.plan or () if p.status in ("done", "failed") and p.result]
    if not waiting:
        return t("caption.result")
    return t("caption.result-of", step=_step_words(state, waiting[0].key))


def _planned(state: State, key: str) -> Planned | None:
    return next((p for p in state.plan or () if p.key == key), None)


def _step_words(state: State, key: str) -> str:
    """`step 2 of 3`, counted within the plan that brought it."""
    found = _planned(state, key)
    if found is None:
        return t("caption.step-named", key=key)
    keys = [p.key for p in state.plan or () if p.round == found.round]
    place = {"place": keys.index(key) + 1, "all": len(keys)}
    return t("caption.step-new" if found.round else "caption.step", **place)


def _name(paradigm: str) -> str:
    return paradigm_name(paradigm) if paradigm else t("caption.agent")
