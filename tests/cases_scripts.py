"""Small minds for the plan cases and the seed's lab: so many look-ups, so many wrong at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.errors import ModelError
from agents.messages import Reply, Request
from agents.models.base import Hear, deaf
from agents.models.script import Seen, Wish
from agents.models.scripted import ScriptedModel
from agents.plans import Verdict

WRONG = "This passage is about something else."


@dataclass
class Steps:
    """Is a Script: carries out named steps, judges them, and replans to given ones."""

    steps: Sequence[Wish]
    replans: Sequence[Wish] | None = None
    """What every replan says; None writes the failed one and the rest anew, unchanged."""
    rejects: bool = False
    """The evaluator accepts nothing."""

    def knows(self, question: str) -> bool:
        return True

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        done = [s.name for s in seen if not s.failed]
        return [w for w in self.steps if w.name not in done]

    def plan(self, question: str) -> list[Wish]:
        return list(self.steps)

    def judge(self, question: str, seen: Seen) -> Verdict:
        good = not (self.rejects or seen.failed)
        return Verdict("", good, "as asked" if good else "not what was asked for")

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        if self.replans is not None:
            return list(self.replans)
        return [w for w in self.steps if w.name == failed.name or w.thought in rest]

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        known = {(s.name, str(dict(s.arguments))) for s in seen if not s.failed}
        lines = []
        for wish in self.steps:
            found = (wish.name, str(dict(wish.arguments))) in known
            lines.append(f"{wish.thought}: {'done' if found else 'not found'}")
        return "\n".join(lines)


@dataclass
class Lookups:
    """Is a Script for `count` facts; the searches of the first ones are wrong at first."""

    count: int
    wrong: int
    searched: list[str] = field(default_factory=list)

    async def search(self, query: str) -> str:
        """Looks one fact up."""
        self.searched.append(query)
        fact, attempt = self._read(query)
        return WRONG if attempt < self._tries_wrong(fact) else f"{query}: it is so."

    def knows(self, question: str) -> bool:
        return True

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        wishes = []
        for fact in range(1, self.count + 1):
            mine = [s for s in seen if self._read(str(s.arguments.get("query")))[0] == fact]
            if not any(self._good(s) for s in mine):
                wishes.append(self._wish(fact, len(mine)))
        return wishes

    def plan(self, question: str) -> list[Wish]:
        return [self._wish(fact, 0) for fact in range(1, self.count + 1)]

    def judge(self, question: str, seen: Seen) -> Verdict:
        good = self._good(seen)
        return Verdict("", good, "stated" if good else "about something else")

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        fact, attempt = self._read(str(failed.arguments.get("query")))
        after = [self._wish(self._read(task)[0], 0) for task in rest]
        return [self._wish(fact, attempt + 1), *after]

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        good = {self._read(str(s.arguments.get("query")))[0] for s in seen if self._good(s)}
        facts = range(1, self.count + 1)
        return "\n".join(f"fact {n}: {'found' if n in good else 'not found'}" for n in facts)

    def _wish(self, fact: int, attempt: int) -> Wish:
        query = f"fact {fact} wording {attempt}"
        return Wish(query, "search", {"query": query})

    def _read(self, query: str) -> tuple[int, int]:
        words = query.split()
        return int(words[1]), int(words[3])

    def _tries_wrong(self, fact: int) -> int:
        """`wrong` searches are wrong in all, spread over the facts from the first one on."""
        each, more = divmod(self.wrong, self.count)
        return each + (fact <= more)

    def _good(self, seen: Seen) -> bool:
        return not seen.failed and "it is so" in seen.text


class Failing(ScriptedModel):
    """A model that gives way under one kind of request."""

    def __init__(self, script: Any, wanted: str, said: str) -> None:
        super().__init__(script)
        self.wanted, self.said = wanted, said

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        from agents.models.conversation import read

        if read(request).wanted == self.wanted:
            raise ModelError(f"The server failed ({self.said}).", sent=self.wire(request))
        return await super().reply(request, hear)
