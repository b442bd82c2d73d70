"""A script that a habit bends: what it does is the good script's, but for the habit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.models.habits import Habit
from agents.models.script import Script, Seen, Wish
from agents.plans import Verdict


@dataclass(frozen=True, slots=True)
class BentScript:
    """Is a `Script`."""

    good: Script
    habit: Habit
    at: int

    def knows(self, question: str) -> bool:
        return self.good.knows(question)

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        wishes = self.good.wishes(question, seen)
        return self.habit.acts(wishes, seen, self.at)

    def plan(self, question: str) -> list[Wish]:
        return self.habit.plans(self.good.plan(question), self.at)

    def judge(self, question: str, seen: Seen) -> Verdict:
        verdict = self.good.judge(question, seen)
        return self.habit.judges(verdict, seen, self.good.plan(question), self.at)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        wishes = self.good.replan(question, done, failed, reason, rest)
        return self.habit.replans(wishes, rest, self.good.plan(question))

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        return self.habit.answers(self.good.answer(question, seen), seen, self.at)
