"""What a habit may bend. Each hook takes the good decision and gives the bent one; the good one
back means: not now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.models.conversation import Conversation
from agents.models.script import Script, Seen, Wish
from agents.plans import Verdict

Wishes = list[Wish]


def same_wishes(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    return wishes


def same_plan(wishes: Wishes, at: int) -> Wishes:
    return wishes


def same_verdict(verdict: Verdict, seen: Seen, plan: Wishes, at: int) -> Verdict:
    return verdict


def same_replan(wishes: Wishes, rest: Sequence[str], plan: Wishes) -> Wishes:
    return wishes


def same_answer(answer: str, seen: Sequence[Seen], at: int) -> str:
    return answer


def unspoiled(talk: Conversation, script: Script, at: int) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Habit:
    name: str
    says: str
    """One sentence: what it does."""
    acts: Callable[[Wishes, Sequence[Seen], int], Wishes] = same_wishes
    plans: Callable[[Wishes, int], Wishes] = same_plan
    judges: Callable[[Verdict, Seen, Wishes, int], Verdict] = same_verdict
    replans: Callable[[Wishes, Sequence[str], Wishes], Wishes] = same_replan
    answers: Callable[[str, Sequence[Seen], int], str] = same_answer
    spoils: Callable[[Conversation, Script, int], str | None] = unspoiled
    """The whole reply as text, whatever was asked for; None for a reply in good form."""
    reviews: str = ""
    """Its whole reply when it is asked to review an answer; empty reviews it as it should be."""
    needs: str = ""
    """What it takes to find an occasion, in words; empty where any world of two calls does."""
    heeds: bool = False
    """Is it over once a review, or what an earlier attempt learned, has told it?"""
