"""What each event of a run is, in plain words for a class: what is being done, and why a model is
asked for it or is not. Read from the events alone; nothing is asked and nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.planned import Planned
from agents.state import State, apply
from dashboard.formats import paradigm_name


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
                found.append(Caption(False, "The question is put.", _BEGINS.get(paradigm, "")))
            case Edited():
                found.append(Caption(False, _EDITS[event.target], "No model is asked for this."))
            case Stopped():
                found.append(_ended(event, state))
        state = after
    return found


_BEGINS = {
    "react": "ReAct plans nothing ahead: it will decide each step when it gets there.",
    "function-calling": "Function calling will ask for as many calls at once as it can see now.",
    "plan-execute": "Plan & execute will write down every step first and look at none of them.",
    "plan-replan": "Plan & replan will write down every step first, then have each one checked.",
}
_EDITS = {
    "question": "A person puts another question.",
    "follow_up": "The user writes another message.",
    "system": "A person changes the system prompt.",
    "observation": "A person puts another result in this one's place.",
}


def _asked(event: Replied, before: State, after: State, paradigm: str) -> Caption:
    if event.origin == "edited":
        return Caption(False, "A person writes this reply.", "No model is asked for it.")
    doing, why = _question(event, before, after, paradigm)
    if event.forced:
        doing, why = (
            f"{_name(paradigm)} asks the model for its final answer.",
            "A limit is reached.",
        )
    if event.reading.fault is not None:
        return Caption(True, doing, f"{why} {_unusable(event)}".strip())
    return Caption(True, f"{doing} {_decided(event)}".strip(), why)


def _question(event: Replied, before: State, after: State, paradigm: str) -> tuple[str, str]:
    """What the model is asked for, and why it has to be asked."""
    name = _name(paradigm)
    last = before.last
    match event.actor:
        case "planner":
            if last is not None and last.reading.fault is not None:
                return f"{name} asks for the plan again.", "The plan before could not be used."
            return (
                f"{name} asks the model for the whole plan.",
                "Every call is decided before the first one runs, so that none of them needs the "
                "model again.",
            )
        case "evaluator":
            step = _checked(before)
            return (
                f"{name} asks the model whether {step} will do.",
                "It goes on only from a result that was checked; each check is one model call.",
            )
        case "replanner":
            return (
                f"{name} asks the model for a new plan for the rest.",
                "A step gave no usable result; what was done already is kept.",
            )
        case "synthesizer":
            many = len([p for p in before.plan or () if p.result is not None])
            return (
                f"{name} asks the model to write the answer from {_many(many, 'result')}.",
                "The plan is carried out; the results still have to be put into words.",
            )
        case "reflector":
            return (
                "A reviewer asks the model what is wrong with the answer.",
                "What code could check is checked; the rest takes a reader.",
            )
    return _turn(event, before, paradigm)


def _turn(event: Replied, before: State, paradigm: str) -> tuple[str, str]:
    """An agent's own turn, in a paradigm that has no plan."""
    name = _name(paradigm)
    turn = before.turn
    if turn is None:
        if paradigm == "function-calling":
            return (
                f"{name} asks the model what it wants to know.",
                "The model may ask for several calls in one reply: that saves model calls.",
            )
        if paradigm == "react":
            return (
                f"{name} asks the model what to do first.",
                "Nothing is planned: one reply names one action.",
            )
        return f"{name} asks the model.", ""
    again = f"{name} asks the model again."
    if turn.reply.actor == "reflector" or (turn.reply.reading.review and not turn.results):
        return again, "The review found problems, and the answer has to be put right."
    if turn.reply.reading.fault is not None:
        return again, "Its last reply could not be used, and it is told why."
    if turn.followed or before.asked_anew:
        return again, "Something new was said to it."
    if paradigm == "function-calling":
        many = len(turn.results)
        why = (
            "The result is there, and only the model can say what follows from it."
            if many == 1
            else f"All {many} results are there and are read together, in one request."
        )
        return again, why
    if paradigm == "react":
        if event.reading.answer is not None:
            return again, "It must read each result before it can tell that nothing is missing."
        return again, "It must read each result before it can choose the next call."
    return again, ""


def _decided(event: Replied) -> str:
    reading = event.reading
    if event.finish in ("error", "cancelled"):
        return "No whole reply comes."
    if reading.plan is not None:
        return f"The plan has {_many(len(reading.plan.steps), 'step')}."
    if reading.verdict is not None:
        return "It will do." if reading.verdict.satisfied else "It will not do."
    if reading.calls:
        names = list(dict.fromkeys(call.name for call in reading.calls))
        if len(reading.calls) == 1:
            return f"It wants {names[0]}."
        listed = ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
        return f"It wants {len(reading.calls)} calls at once: {listed}."
    if event.actor == "reflector" and reading.review is not None:
        return "It passes." if reading.review.passed else "It does not pass."
    return "It answers." if reading.answer is not None else ""


def _unusable(event: Replied) -> str:
    fault = event.reading.fault
    kind = fault.kind.replace("_", " ") if fault else ""
    return f"The reply cannot be used ({kind})."


def _called(
    event: Returned, before: State, after: State, coming: Event | None, paradigm: str
) -> Caption:
    name, call = _name(paradigm), event.call
    followed = _outcome(event, after, coming, paradigm)
    if call.step:
        step = _step_words(after, call.step)
        if event.sub_run:
            return Caption(
                False,
                f"{name} hands {step} to an inner loop.",
                f"This step may look as often as it needs to; that run asks the model itself. "
                f"{followed}".strip(),
            )
        why = followed or "The plan says what to call."
        return Caption(
            False, f"{name} runs {step} of its plan, {call.name}, without asking anybody.", why
        )
    together = len(before.turn.reply.reading.calls) if before.turn else 1
    if event.outcome == "refused":
        return Caption(False, f"{call.name} is not run.", followed)
    if together > 1 and before.turn is not None:
        number = 1 + len(before.turn.results)
        why = followed or "One reply asked for all of them, so no model is asked in between."
        return Caption(False, f"{name} runs call {number} of {together}, {call.name}.", why)
    why = followed or "The model has asked for it; running it takes no model."
    return Caption(False, f"{name} runs {call.name}.", why)


def _outcome(event: Returned, after: State, coming: Event | None, paradigm: str) -> str:
    """What follows from a result that is none; empty where all is well."""
    if event.outcome == "ok":
        p = _planned(after, event.call.step) if event.call.step else None
        if p is not None and p.status == "rejected":
            return f"Code checks the result, and it does not hold: {p.step.done_when}."
        if p is not None and p.status == "accepted" and p.step.done_when:
            return "Code checks the result, which costs no model call."
        return ""
    failed = _FAILED.get(event.outcome, "It fails")
    if isinstance(coming, Returned) and coming.call.step == event.call.step != "":
        return f"{failed}; the plan says to try again."
    if event.call.step and paradigm == "plan-execute":
        return f"{failed}; a fixed plan goes on without looking."
    if event.call.step:
        return f"{failed}; that step is not done."
    return f"{failed}; the model will read that and decide."


_FAILED = {
    "error": "It fails",
    "timeout": "It takes too long",
    "unknown_tool": "There is no such tool",
    "invalid": "Its arguments do not fit",
    "refused": "It may not run",
    "cancelled": "It is cut off",
}


def _ended(event: Stopped, before: State) -> Caption:
    said = {
        "success": "The answer is there.",
        "partial": "It answers as far as it can.",
        "limit": "A limit ends the run.",
        "error": "The run ends with an error.",
        "cancelled": "The run is cancelled.",
    }[event.status]
    asked, called = before.model_calls + before.inner_turns, before.tool_calls
    took = f"It took {_many(asked, 'model call')} and {_many(called, 'tool call')}."
    return Caption(False, said, took)


def _checked(state: State) -> str:
    waiting = [p for p in state.plan or () if p.status in ("done", "failed") and p.result]
    return f"the result of {_step_words(state, waiting[0].key)}" if waiting else "the result"


def _planned(state: State, key: str) -> Planned | None:
    return next((p for p in state.plan or () if p.key == key), None)


def _step_words(state: State, key: str) -> str:
    """`step 2 of 3`, counted within the plan that brought it."""
    found = _planned(state, key)
    if found is None:
        return f"step {key}"
    keys = [p.key for p in state.plan or () if p.round == found.round]
    words = f"step {keys.index(key) + 1} of {len(keys)}"
    return f"new {words}" if found.round else words


def _name(paradigm: str) -> str:
    return paradigm_name(paradigm) if paradigm else "The agent"


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
