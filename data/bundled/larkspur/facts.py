"""The six facts: which of them a question asks for, where each stands, and what it says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

_ANY_CASE = re.IGNORECASE | re.DOTALL


@dataclass(frozen=True, slots=True)
class HandbookFact:
    label: str
    heading: str
    """As an answer's heading."""
    named: str
    """As a question names it."""
    task: str
    thoughts: tuple[str, ...]
    wordings: tuple[str, ...]
    asks: str
    """Regex: a question (or a query) asks for this."""
    states: tuple[str, ...]
    """Regexes, all of which a text that states some such fact matches, whatever its figures."""
    passage: str
    figures: tuple[str, ...]
    """Regexes, all of which a text that states the true fact matches."""
    truth: str

    def asked_in(self, text: str) -> bool:
        return bool(re.search(self.asks, text, re.IGNORECASE))

    def stated_in(self, text: str) -> bool:
        return all(re.search(p, text, _ANY_CASE) for p in self.states)

    def true_in(self, text: str) -> bool:
        return all(re.search(p, text, _ANY_CASE) for p in self.figures)


@cache
def all_facts() -> tuple[HandbookFact, ...]:
    rows = json.loads((Path(__file__).parent / "facts.json").read_text(encoding="utf-8"))
    return tuple(HandbookFact(**_tuples(row)) for row in rows)


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}


@lru_cache(maxsize=64)
def asked(question: str) -> tuple[HandbookFact, ...]:
    """The facts that a question names; all six for one that only speaks of cancelling."""
    named = tuple(fact for fact in all_facts() if fact.asked_in(question))
    if not named and re.search(r"cancel|(leave|quit)\w* larkspur", question, re.IGNORECASE):
        return all_facts()
    return named


def question_for(count: int) -> str:
    names = [fact.named for fact in all_facts()[:count]]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if count > 1 else names[0]
    return f"A Larkspur Cloud customer wants to cancel an annual plan. Tell them {listed}."
