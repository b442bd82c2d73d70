"""What code can say of an answer without a model: conditions, then the comparison with what was
read. Stronger than any model's opinion, so it is looked at first (seed 003)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from agents.evidence.contradictions import contradictions
from agents.evidence.story import story_of
from agents.evidence.support import outdated, unsupported
from agents.evidence.words import promises
from agents.reading.conditions import holds
from agents.reviews import Problem, Review
from agents.rig import RigSpec
from agents.state import State

PROVED = "no model was asked: code had already proved the failure"


def code_review(state: State, answer: str, spec: RigSpec) -> Review:
    """Of an answer to `state`. Both kinds of check are made, because there is only one redo."""
    problems = (*_hard(answer, spec), *_evidence(state, answer))
    why = "; ".join(problem.text for problem in problems)
    skipped = PROVED if problems else ""
    return Review(not problems, problems, ("hard", "evidence"), why, skipped)


def _hard(answer: str, spec: RigSpec) -> Iterator[Problem]:
    result = {**_fields(answer), "answer": answer}
    for condition in spec.criteria:
        if not holds(condition, result, {}):
            yield Problem(f"The answer does not meet the condition: {condition}", "hard")
    if promises(answer):
        yield Problem("It ends by announcing a look-up instead of answering", "hard")


def _evidence(state: State, answer: str) -> Iterator[Problem]:
    story = story_of(state)
    for claims in (contradictions, unsupported, outdated):
        for text, _ in claims(story, answer):
            yield Problem(text, "evidence")


def _fields(answer: str) -> dict[str, Any]:
    try:
        value = json.loads(answer)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
