"""Long runs in a figure: so many steps to a bar, said aloud, with the totals unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dashboard.figures.text import step_lines
from dashboard.formats import at_least, count, duration
from dashboard.words import t
from data.rows import StepRow

ALONE = 500
"""So many steps of a lane still get a bar each."""
MOST = 250
SIZES = (2, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True)
class Group:
    """Steps that follow each other, drawn as one; its door is its first step."""

    steps: tuple[StepRow, ...]
    number: int
    """Of its first step among its lane's, from 1."""

    @property
    def door(self) -> list[Any]:
        return [self.steps[0].run_id, self.steps[0].seq]

    @property
    def last(self) -> int:
        return self.number + len(self.steps) - 1

    @property
    def middle(self) -> float:
        return self.number + (len(self.steps) - 1) / 2

    @cached_property
    def read(self) -> list[int]:
        """Input tokens of those where they are known."""
        return [step.input_tokens for step in self.steps if step.input_tokens is not None]

    @cached_property
    def parted(self) -> list[Mapping[str, int]]:
        """The parts of those requests of which they are known."""
        return [step.parts for step in self.steps if step.parts]

    @cached_property
    def sums(self) -> Mapping[str, int]:
        """Tokens of each part, of all its requests together."""
        sums: dict[str, int] = {}
        for parts in self.parted:
            for part, tokens in parts.items():
                sums[part] = sums.get(part, 0) + tokens
        return sums

    def lines(self, lane: str) -> list[str]:
        """For `hover`; of a single step, all that is known of it."""
        if len(self.steps) == 1:
            return step_lines(self.steps[0], lane)
        first, last = self.steps[0], self.steps[-1]
        kind = "model" if first.kind == "model" else "tool"
        spent = sum(step.ended_at - step.started_at for step in self.steps)
        lines = [
            t(f"hover.group.{kind}", lane=lane, first=first.seq, last=last.seq, n=len(self.steps)),
            t("hover.group.time", time=duration(spent * 1000), step=first.seq),
        ]
        if kind == "model":
            lines.append(self._tokens())
        if failed := [step for step in self.steps if step.fault or step.status in FAILURES]:
            lines.append(t("hover.group.failed", n=len(failed), step=failed[0].seq))
        return lines

    def _tokens(self) -> str:
        if not self.read:
            return t("hover.group.no-tokens")
        total = at_least(count(sum(self.read)), len(self.read) < len(self.steps))
        mean = round(sum(self.read) / len(self.read))
        least, most = count(min(self.read)), count(max(self.read))
        return t("hover.group.tokens", total=total, mean=count(mean), least=least, most=most)


FAILURES = ("error", "timeout", "unknown_tool", "invalid", "refused", "refusal", "cancelled")


def size_for(longest: int, most: int = MOST) -> int:
    """How many steps to a bar for a lane of `longest` steps, with `most` bars; 1 is a bar each."""
    if longest <= ALONE:
        return 1
    least, scale = -(-longest // most), 1
    while True:
        for size in SIZES:
            if size * scale >= least:
                return size * scale
        scale *= 100


def grouped(steps: Sequence[StepRow], size: int) -> list[Group]:
    return [
        Group(tuple(steps[place : place + size]), place + 1) for place in range(0, len(steps), size)
    ]


def each_is(size: int, what: str) -> str:
    """`each bar is 20 calls`; nothing where each is one."""
    return t(f"joined.{what}", n=count(size)) if size > 1 else ""
