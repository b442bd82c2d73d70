"""The system prompt: a person's, a foreign run's, or the paradigm's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.reviews import LESSONS
from agents.rig import Rig, RigSpec
from agents.state import State


def system_prompt(state: State, rig: Rig, own: str, *, roles: bool = False) -> str:
    """`own` is what the paradigm, or the rig in its place, would say.

    What a foreign run was told stands before it: alone where the paradigm is the one that it was
    told in, because then it says itself how to act. An edit takes the place of what was told
    there, or else of `own`; `roles` of one paradigm, which each need theirs, keep it after that.
    """
    spec = rig.spec
    first = spec.preface if state.system is None else state.system
    if state.system is None and not spec.preface:
        return own
    if spec.preface_of == spec.paradigm if spec.preface else not roles:
        return first
    return "\n\n".join(filter(None, (first, own)))


def whose(spec: RigSpec, state: State) -> Literal["own", "recorded", "both", "edited"]:
    """Whose words the system prompt is made of: ours, a foreign trace's, a person's."""
    if state.system is not None:
        return "edited"
    if not spec.preface:
        return "own"
    return "recorded" if spec.preface_of == spec.paradigm else "both"


def with_lessons(system: str, lessons: Sequence[str]) -> str:
    """A system prompt with what earlier attempts learned, marked as that. In one message, because
    many a chat template takes no second one of the system's."""
    if not lessons:
        return system
    return "\n".join([system, "", LESSONS, *(f"- {lesson}" for lesson in lessons)])
