"""By what two events of different runs are known as the same step."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass

from agents.events import Edited, Event, Reading, Replied, Returned, Started
from agents.messages import Call, canonical


@dataclass(frozen=True, slots=True)
class StepKey:
    """What was asked and what was answered; ids, times and places are not part of it."""

    like: str
    """Kind, and actor or tool: only steps alike in it are set side by side."""
    asked: Hashable
    """A model call: the digest of its request, "" unknown. A tool call: its arguments."""
    answered: Hashable
    """A model call: what was read of the reply, or its text where nothing was. A tool call:
    outcome and output."""
    act: Hashable = None
    """What a model decided, without the words around it: calls, plan, verdict or answer."""

    def tier(self, number: int) -> tuple[Hashable, ...]:
        """Keys of which two steps must share one: 0 the same step, 1 asked or answered or decided
        the same, 2 a decision of the same kind (calls, an answer), 3 of the same kind."""
        if number == 0:
            return ((self.like, self.asked, self.answered),)
        if number == 2:
            return ((self.like, self.act[0]),) if isinstance(self.act, tuple) else ()
        if number == 3:
            return ((self.like,),)
        keys: list[Hashable] = [(self.like, "asked", self.asked)] if self.asked != "" else []
        if self.act is not None:
            keys += [("answered", self.answered), ("act", self.act)]
        return tuple(keys)


def step_key(event: Event) -> StepKey:
    if isinstance(event, Replied):
        return _of_reply(event)
    if isinstance(event, Returned):
        asked = _call(event.call)
        return StepKey(f"tool {event.call.name}", asked, (event.outcome, event.output))
    if isinstance(event, Edited):
        return StepKey(f"edited {event.target}", "", event.value)
    if isinstance(event, Started):
        return StepKey("started", event.question, "")
    return StepKey("stopped", "", (event.status, event.reason, event.answer))


def _of_reply(event: Replied) -> StepKey:
    reading = event.reading
    act = _act(reading)
    answered = ("reply", event.text) if act is None else ("read", reading.thought, act)
    # a reply that came to nothing is no decision that could be found again elsewhere
    decided = None if reading.fault or (act is None and not event.text) else act or answered
    return StepKey(f"model {event.actor}", event.request, answered, decided)


def _act(reading: Reading) -> Hashable:
    if reading.fault:
        return ("fault", reading.fault.kind, reading.fault.text)
    if reading.calls:
        return ("calls", *((call.name, _call(call)) for call in reading.calls))
    if reading.plan:
        return ("plan", canonical(asdict(reading.plan)))
    if reading.verdict:
        verdict = reading.verdict
        return ("verdict", verdict.step, verdict.satisfied, verdict.reason)
    return None if reading.answer is None else ("answer", reading.answer)


def _call(call: Call) -> str:
    return call.raw if call.fault else canonical(call.arguments)
