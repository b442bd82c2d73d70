"""A small mind for questions that are answered by looking facts up.

A scenario says which facts a question needs (given what was seen, since one fact may lead to the
next) and how to say them; everything a script must do follows from that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.messages import canonical
from agents.models.script import Seen, Wish
from agents.plans import Verdict

_TRANSIENT = re.compile(
    r"retryable\W+true|try again|temporar|timed? ?out|for a moment", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to find out. `wordings` are the arguments to call `tool` with, best first; after
    the last one it is given up. `thoughts` has one text for each wording."""

    label: str
    tool: str
    wordings: tuple[Mapping[str, Any], ...]
    task: str
    thoughts: tuple[str, ...]
    states: Callable[[str], bool]
    """Does this observation state the fact, about the right subject?"""
    about: Callable[[str], bool] = lambda text: False
    """Is this task or query, in whatever words, a question for the fact?"""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a fact: `text` None where nothing that may be used came back."""

    fact: Fact
    text: str | None
    tries: int


Needs = Callable[[str, Sequence[Seen]], list[Fact]]
Say = Callable[[str, Sequence[Finding]], str]


@dataclass(frozen=True, slots=True)
class Lookups:
    """Is a `Script`."""

    needs: Needs
    say: Say
    about: Callable[[str], bool]
    """Is the question about what this mind knows?"""

    def knows(self, question: str) -> bool:
        return self.about(question)

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        facts = self.needs(question, seen)
        found = [next_try(fact, attempts(facts, fact, seen)) for fact in facts]
        return [wish for wish in found if wish]

    def plan(self, question: str) -> list[Wish]:
        return [Wish(f.task, f.tool, f.wordings[0]) for f in self.needs(question, ())]

    def judge(self, question: str, seen: Seen) -> Verdict:
        return verdict(owner(self.needs(question, (seen,)), seen), seen)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        history = [*done, failed]
        facts = self.needs(question, history)
        again = owner(facts, failed)
        wishes = []
        if again and (wording := reworded(again, failed)):
            wishes.append(Wish(f"{again.task.rstrip('.')}, in other words.", again.tool, wording))
        for task in rest:
            if fact := owner_of_task(facts, task):
                wishes.append(Wish(fact.task, fact.tool, fact.wordings[0]))
        return wishes

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        facts = self.needs(question, seen)
        return self.say(question, [finding(f, attempts(facts, f, seen)) for f in facts])


def owner(facts: Sequence[Fact], seen: Seen) -> Fact | None:
    """The fact that this call was made for: by its exact arguments, its task, or its words."""
    mine = [fact for fact in facts if fact.tool == seen.name]
    made = dict(seen.arguments)
    for fact in mine:
        if any(made == dict(wording) for wording in fact.wordings):
            return fact
    if seen.task and (by_task := owner_of_task(mine, seen.task)):
        return by_task
    words = " ".join(str(value) for value in seen.arguments.values() if value is not None)
    return next((fact for fact in mine if fact.about(words)), None)


def owner_of_task(facts: Sequence[Fact], task: str) -> Fact | None:
    exact = (f for f in facts if task == f.task or task.startswith(f.task.rstrip(".") + ","))
    named = sorted((f for f in facts if f.label in task), key=lambda f: -len(f.label))
    about = (f for f in facts if f.about(task))
    return next(exact, None) or next(iter(named), None) or next(about, None)


def attempts(facts: Sequence[Fact], fact: Fact, seen: Sequence[Seen]) -> list[Seen]:
    return [s for s in seen if owner(facts, s) is fact]


def untried(fact: Fact, tried: Sequence[Seen]) -> Mapping[str, Any] | None:
    """The best wording not used yet; None once as many calls differed as there are wordings."""
    used = {canonical(dict(s.arguments)) for s in tried}
    if len(used) >= len(fact.wordings):
        return None
    return next((w for w in fact.wordings if canonical(dict(w)) not in used), None)


def reworded(fact: Fact, failed: Seen) -> Mapping[str, Any] | None:
    """Only forwards, because a replanner may not be shown what failed before this."""
    made = canonical(dict(failed.arguments))
    known = [canonical(dict(w)) for w in fact.wordings]
    following = known.index(made) + 1 if made in known else 0
    return fact.wordings[following] if following < len(fact.wordings) else None


def next_try(fact: Fact, tried: Sequence[Seen]) -> Wish | None:
    """The call to make for a fact; None when it is known or must be given up."""
    if any(not s.failed and fact.states(s.text) for s in tried):
        return None
    if tried and tried[-1].failed and _TRANSIENT.search(tried[-1].text):
        last = canonical(dict(tried[-1].arguments))
        if sum(canonical(dict(s.arguments)) == last for s in tried) == 1:
            thought = f"That failure may pass, so I ask once more for {fact.label}."
            return Wish(thought, fact.tool, tried[-1].arguments)
    wording = untried(fact, tried)
    if wording is None:
        return None
    thought = fact.thoughts[fact.wordings.index(wording)]
    if tried and tried[-1].failed:
        thought = f"That call failed; I try other words for {fact.label}."
    return Wish(thought, fact.tool, wording)


def verdict(fact: Fact | None, seen: Seen) -> Verdict:
    if seen.failed:
        return Verdict("", False, f"The call failed: {seen.text}")
    if fact is None:
        return Verdict("", True, "The call returned a result.")
    if fact.states(seen.text):
        return Verdict("", True, f"It states {fact.label}.")
    title = record(seen.text).get("title")
    what = f"The passage “{title}”" if title else "The result"
    return Verdict("", False, f"{what} does not state {fact.label}.")


def finding(fact: Fact, tried: Sequence[Seen]) -> Finding:
    """A step of a plan is taken at its word, since whoever carries it out may not have checked it
    (and what a check rejected is no longer here); otherwise only what states the fact counts."""
    heard = [s for s in tried if not s.failed]
    stating = [s for s in heard if fact.states(s.text)]
    usable = stating or [s for s in heard if s.task]
    return Finding(fact, usable[-1].text if usable else None, len(tried))


def record(text: str) -> dict[str, Any]:
    """An observation as an object; empty where it is something else, such as edited text."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
