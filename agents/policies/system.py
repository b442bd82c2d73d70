"""What a conversation begins with: a person's words, a foreign run's, or the paradigm's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.messages import Message, Text
from agents.reviews import LESSONS
from agents.rig import Rig
from agents.state import State
from agents.told import Told


def system_prompt(state: State, rig: Rig, own: str, *, roles: bool = False) -> str:
    """`own` is what the paradigm, or the rig in its place, would say.

    What a foreign run was told stands before it: alone where the paradigm is the one that it was
    told in, because then it says itself how to act. An edit takes the place of what was told
    there, or else of `own`; `roles` of one paradigm, which each need theirs, keep it after that.
    """
    told = rig.told if rig.told and rig.told.system else None
    if state.system is None and told is None:
        return own
    first = told.system if told and state.system is None else state.system
    if not roles and (told is None or told.paradigm == rig.spec.paradigm):
        return first or ""
    return "\n\n".join(filter(None, (first, own)))


def whose(
    state: State, told: Told | None, paradigm: str
) -> Literal["own", "recorded", "both", "edited"]:
    """Whose words the system prompt is made of: ours, a foreign trace's, a person's."""
    if state.system is not None:
        return "edited"
    if told is None or not told.system:
        return "own"
    return "recorded" if told.paradigm == paradigm else "both"


def question(state: State, rig: Rig) -> list[Message]:
    """How the task was put: as the record has it, but for what a person here has put instead of its
    last message, or added."""
    put = list(rig.told.messages) if rig.told else []
    last = rig.told.task if rig.told else None
    if last is None:
        return [*put, Text("user", state.opening, "question")]
    if state.reworded is not None:
        put[last] = Text("user", state.reworded, "question")
    return [*put, *([Text("user", state.added, "question")] if state.added else [])]


def with_lessons(system: str, lessons: Sequence[str]) -> str:
    """A system prompt with what earlier attempts learned, marked as that. In one message, because
    many a chat template takes no second one of the system's."""
    if not lessons:
        return system
    return "\n".join([system, "", LESSONS, *(f"- {lesson}" for lesson in lessons)])
