"""Reading a reviewer's verdict. What cannot be acted on is refused: advice instead of a problem, a
pass with problems, a failure without any (seed 003: no "suggestions")."""

from __future__ import annotations

import re
from typing import Any

from agents.reading import loose_json
from agents.reviews import Problem, Review

ADVICE = re.compile(
    r"^\W*(?:(?:i|we)\s+)?(?:would\s+|could\s+)?(?:suggest|recommend|advise|consider)\w*\b"
    r"|\bsuggestions?\s*:|建议|可以考虑",
    re.IGNORECASE,
)
PRAISE = re.compile(
    r"\bcould (?:be|use|have been) (?:\w+er|more|better)\b|\bmight (?:want|help|be nice)\b"
    r"|\bwould be (?:nice|better|good)\b|\bnice to have\b|\boverall\b|\blooks? (?:good|fine)\b"
    r"|\b(?:improve|polish|refine)\w*\b|\bmore (?:details?|context|depth)\b|整体不错|完善|优化",
    re.IGNORECASE,
)
CONCRETE = re.compile(r"\d|[“\"「『]")
"""A number, an id or a quotation: something that the answer can be looked through for."""
LEAST = 2
"""Words that a problem needs to say anything."""


class ReviewFault(ValueError):
    """`kind`: no_review, vague_review, torn_review. Its text is for the model."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        super().__init__(text)


def read_review(text: str) -> Review:
    """Raises ReviewFault. A vague problem beside concrete ones is left out and said to be."""
    found = _object(text)
    if found is None:
        raise ReviewFault("no_review", "There is no JSON object with a boolean “pass” in it.")
    passed: bool = found["pass"]
    given = found.get("problems") or []
    if not isinstance(given, list) or not all(isinstance(p, str) for p in given):
        raise ReviewFault("no_review", "“problems” must be a list of texts.")
    told = [p.strip() for p in given if p.strip()]
    problems = tuple(Problem(p, "model") for p in told if not _vague(p))
    if passed and told:
        raise ReviewFault("torn_review", "An answer with problems does not pass: decide which.")
    if not passed and not problems:
        raise ReviewFault(
            "vague_review",
            "Name each problem: what is wrong or missing, and what was read instead. Advice and "
            "suggestions are not accepted; an answer without a problem passes.",
        )
    left_out = len(told) - len(problems)
    skipped = f"{left_out} of the remarks named no problem" if left_out else ""
    why = "" if passed else str(found.get("why") or "").strip()
    return Review(passed, problems, ("model",), why or _listed(problems), skipped)


def _vague(problem: str) -> bool:
    words = re.findall(r"[^\W_]+|[\u3400-\u9fff]", problem)
    hazy = PRAISE.search(problem) and not CONCRETE.search(problem)
    return bool(ADVICE.search(problem) or hazy) or len(words) < LEAST


def _listed(problems: tuple[Problem, ...]) -> str:
    return "; ".join(problem.text for problem in problems)


def _object(text: str) -> dict[str, Any] | None:
    """The first JSON object in the text with a boolean `pass`."""
    for start, char in enumerate(text):
        if char != "{":
            continue
        try:
            value = loose_json.parse(loose_json.balanced(text, start))
        except ValueError:
            continue
        if isinstance(value, dict) and isinstance(value.get("pass"), bool):
            return value
    return None
