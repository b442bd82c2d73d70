"""What an agent knows, folded from events. It does not know which paradigm made it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from agents.branches import went_back
from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.log import Log
from agents.messages import Call
from agents.planned import Planned, judged, performed, planned
from agents.turns import Turn, branch

EXECUTED = frozenset({"ok", "error", "timeout", "cancelled"})
"""Outcomes of calls that really reached their tool, unless their notes hold NOT_RUN."""
NOT_RUN = "not run"


class State(NamedTuple):
    """A tuple, because one is made at every event: a frozen dataclass takes four times as long."""

    question: str = ""
    """What is to be answered now."""
    opening: str = ""
    """What the conversation begins with: the question, unless there were follow-ups."""
    reworded: str | None = None
    """The question that a person here put in the place of the first one, if any did."""
    added: str = ""
    """What a person here added to the question before anything was replied."""
    scenario: str = ""
    started_at: float = 0.0
    system: str | None = None
    """A system prompt set by a person's edit; None is the paradigm's own."""
    past: Log[Turn] = Log()
    turn: Turn | None = None
    """The last reply with its results; all earlier ones are in `past`."""
    plan: tuple[Planned, ...] | None = None
    replans: int = 0
    """Replans in a row, without an accepted step between."""
    model_calls: int = 0
    tool_calls: int = 0
    inner_turns: int = 0
    """Model turns of inner loops; `model_calls` are the run's own."""
    inner_steps: int = 0
    """The graph steps of inner loops."""
    tokens: int = 0
    """Input and output tokens, of the calls whose usage is known, inner loops included."""
    cost_usd: float = 0.0
    """Of the calls whose price is known, inner loops included."""
    malformed: int = 0
    """Malformed replies in a row."""
    forced: bool = False
    """The one forced final call has been made."""
    stopped: Stopped | None = None
    since: int = 0
    """How many turns stood when the present question was put: what they found was found before."""
    reopened: int = -1
    """How many turns stood when somebody last changed the question or the prompt."""
    place: int = 0
    """How many events there are: the number of the next one."""

    @property
    def open(self) -> bool:
        return self.stopped is None

    @property
    def last(self) -> Replied | None:
        return self.turn.reply if self.turn else None

    @property
    def asked_anew(self) -> bool:
        """Nothing has been replied since the question or the prompt was changed."""
        return self.reopened == self.turn_count()

    def turn_count(self) -> int:
        """How many turns there are."""
        return len(self.past) + (self.turn is not None)

    def turns(self) -> list[Turn]:
        turns = self.past.all()
        if self.turn is not None:
            turns.append(self.turn)
        return turns

    def unanswered(self) -> tuple[Call, ...]:
        return self.turn.unanswered() if self.turn else ()

    def graph_steps(self) -> int:
        """Model turns and rounds of tools: calls of one reply are a round together, and each
        step of a plan is one."""
        rounds = 0
        for turn in self.turns():
            own = {call.id for call in turn.reply.reading.calls}
            steps = [r for r in turn.results if r.call.id not in own and r.outcome != "refused"]
            rounds += bool(own) + len(steps)
        return self.model_calls + rounds + self.inner_steps


def fold(events: Iterable[Event], state: State | None = None) -> State:
    state = state or State()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    place = state.place + 1
    match event:
        case Replied():
            return _replied(state, event)._replace(place=place)
        case Returned():
            return _returned(state, event)._replace(place=place)
        case Started():
            return State(
                event.question,
                event.question,
                scenario=event.scenario,
                started_at=event.at,
                place=place,
            )
        case Edited():
            return _edited(state, event)._replace(place=place)
        case Stopped():
            return state._replace(stopped=event, place=place)


def _path(state: State, event: Replied) -> State:
    """With the turns that this reply goes on from."""
    past = state.past.append(state.turn) if state.turn is not None else state.past
    back = went_back(event.notes)
    if back is None:
        return state._replace(past=past)
    past, wrote = branch(past, back)
    return state._replace(past=past, opening=f"{state.opening}\n\n{wrote}".strip())


def _replied(state: State, event: Replied) -> State:
    reading = event.reading
    usage = event.usage
    state = _path(state, event)
    plan = state.plan
    replans = state.replans
    if event.actor == "replanner":
        replans += 1
    if reading.plan is not None:
        plan = planned(plan or (), reading.plan)
    if reading.verdict is not None and plan is not None:
        plan = judged(plan, reading.verdict)
        replans = 0 if reading.verdict.satisfied else replans
    return state._replace(
        turn=Turn(event, reading.calls, Log(), at=state.place),
        plan=plan,
        replans=replans,
        model_calls=state.model_calls + 1,
        tokens=state.tokens + (usage.input_tokens or 0) + (usage.output_tokens or 0),
        cost_usd=state.cost_usd + (event.cost.usd or 0.0),
        malformed=state.malformed + 1 if reading.fault else 0,
        forced=state.forced or event.forced,
    )


def _returned(state: State, event: Returned) -> State:
    turn = state.turn
    if turn is not None:
        known = event.call.id in [call.id for call in turn.calls]
        calls = turn.calls if known else (*turn.calls, event.call)
        turn = turn._replace(calls=calls, results=turn.results.append(event))
    plan = performed(state.plan, event) if state.plan and event.call.step else state.plan
    if (spent := event.spent) is not None:
        return state._replace(
            turn=turn,
            plan=plan,
            tool_calls=state.tool_calls + spent.tool_calls,
            inner_turns=state.inner_turns + spent.model_calls,
            inner_steps=state.inner_steps + spent.graph_steps,
            tokens=state.tokens + (spent.input_tokens or 0) + (spent.output_tokens or 0),
            cost_usd=state.cost_usd + (spent.cost_usd or 0.0),
        )
    return state._replace(
        turn=turn,
        plan=plan,
        tool_calls=state.tool_calls + (event.outcome in EXECUTED and NOT_RUN not in event.notes),
    )


def _edited(state: State, event: Edited) -> State:
    turn = state.turn
    anew = state._replace(reopened=state.turn_count(), stopped=None, forced=False, malformed=0)
    if event.target == "system":
        return anew._replace(system=event.value)
    if event.target in ("question", "follow_up"):
        anew = anew._replace(question=event.value, since=state.turn_count(), plan=None, replans=0)
        if event.target == "question":
            return anew._replace(opening=event.value, reworded=event.value, added="")
        if turn is None:
            here = event.value if event.origin != "imported" else ""
            return anew._replace(
                opening=f"{state.opening}\n\n{event.value}".strip(),
                added=f"{state.added}\n\n{here}".strip(),
            )
        followed = "\n\n".join(filter(None, (turn.followed, event.value)))
        return anew._replace(turn=turn._replace(followed=followed))
    if turn is None:
        return state
    results = Log(
        [
            replace(r, output=event.value, outcome="ok", origin="edited")
            if r.call.id == event.call_id
            else r
            for r in turn.results
        ]
    )
    plan = state.plan
    for result in results:
        if plan and result.call.id == event.call_id and result.call.step:
            plan = performed(plan, result)
    return state._replace(turn=turn._replace(results=results), plan=plan, stopped=None)
