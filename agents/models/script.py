"""What the scripted model needs to know of a scenario: a small mind, asked in plain terms.

Every method is pure and sees only what the conversation holds, so that an edited observation
or question changes what it does next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.plans import Merge, OnFail, Verdict


@dataclass(frozen=True, slots=True)
class Seen:
    """A call that the conversation holds, with its observation. `task` is set where a plan's
    step was being carried out."""

    name: str
    arguments: Mapping[str, Any]
    text: str
    failed: bool = False
    task: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A call worth making, and the thought that says why. `inputs` are the numbers (1-based, in
    the list it stands in) of the wishes whose results it refers to with `@N.field`."""

    thought: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[int, ...] = ()
    done_when: str = ""
    """For a plan: the condition that code checks."""
    on_fail: OnFail | None = None
    into: str = ""
    """A shared field of the plan that the result is put into, with the rule for several writers."""
    merge: Merge | None = None


class Script(Protocol):
    def knows(self, question: str) -> bool:
        """Is this a question that it can say something about? Otherwise it is not asked at all,
        because whatever it said would be made up."""

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        """Every call worth making now, given what was seen; empty when it is time to answer.
        ReAct makes the first one, function calling makes all of them together."""

    def plan(self, question: str) -> list[Wish]:
        """The calls that can be listed from the question alone."""

    def judge(self, question: str, seen: Seen) -> Verdict:
        """Does the result state what its task asks for? The verdict's `step` is ignored."""

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        """The calls still to be made after `failed` was rejected: it rewritten, never unchanged,
        then the ones in `rest` (the tasks not yet carried out), all of them anew."""

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        """The best answer from what was seen, which names what could not be found."""
