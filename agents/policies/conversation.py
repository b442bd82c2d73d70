"""What react and function calling share: one agent, asked until it answers."""

from __future__ import annotations

from collections.abc import Mapping

from agents.events import Replied, Status
from agents.messages import Answered, Message, Text, ToolSpec
from agents.partial import gaps, partial
from agents.policies.base import FORCED_BY, End
from agents.policies.prompts import GO_ON, custom, filled
from agents.policies.system import question, system_prompt, with_lessons
from agents.reflection import last_answer
from agents.reviews import note
from agents.rig import Rig
from agents.state import State
from agents.turns import Turn


def specs(rig: Rig) -> Mapping[str, ToolSpec]:
    return {name: tool.spec for name, tool in rig.tools.items()}


def opening(state: State, rig: Rig, template: str) -> list[Message]:
    """System prompt and question; a foreign run's may hold a whole conversation before it."""
    prompt = rig.spec.prompt
    own = filled(template, specs(rig)) if prompt is None else custom(prompt, specs(rig))
    return [
        Text("system", with_lessons(system_prompt(state, rig, own), rig.spec.lessons), "system"),
        *question(state, rig),
    ]


def closing(messages: list[Message], state: State) -> list[Message]:
    """A request ends with the user's word: some providers refuse one that ends with the model's.
    So it does already, but where a person goes on from a reply that led to nothing."""
    last = messages[-1]
    if isinstance(last, Answered) or (isinstance(last, Text) and last.role == "user"):
        return messages
    if state.asked_anew:
        return [*messages, Text("user", state.question, "question")]
    return [*messages, Text("user", GO_ON, "note")]


def told(turn: Turn) -> list[Message]:
    """What the agent is told of a review, by whoever made it. Nothing of one that was passed."""
    review = turn.reply.reading.review
    if review is None or review.passed:
        return []
    return [Text("user", note(review), "note")]


def ended(state: State) -> End | None:
    """The end that the last reply brought, if it brought one."""
    last = state.last
    if last is None or state.asked_anew:
        return None
    if last.actor == "reflector":
        return _reviewed(state, last)
    fault = last.reading.fault
    if last.finish == "error" and fault is not None and fault.kind == "model_error":
        return End("error", fault.text, partial(state), gaps(state))
    if last.finish == "cancelled" and fault is not None:
        status: Status = "limit" if fault.kind == "deadline" else "cancelled"
        return End(status, fault.text, partial(state, fault.text), gaps(state))
    if last.forced:
        why = _forced_by(last)
        answer = last.reading.answer or partial(state, why)
        missing = gaps(state) or (f"stopped early: {why}",)
        return End("limit", f"{why}: answered with what there was", answer, missing)
    if last.reading.answer is not None:
        return End("success", "answered", last.reading.answer)
    return None


def _reviewed(state: State, last: Replied) -> End | None:
    """A run that goes on without reflection: what was found wanting is answered again."""
    review, answer = last.reading.review, last_answer(state)
    if answer is None or (review is not None and not review.passed):
        return None
    return End("success", "answered", answer)


def _forced_by(reply: Replied) -> str:
    named = (n.removeprefix(FORCED_BY) for n in reply.notes if n.startswith(FORCED_BY))
    return next(named, "limit reached")
