"""What the scorers of an Inspect log say of a sample."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import text_of, word
from data.importers.inspect_texts import Aside
from data.scenario import Check

PASSED = {"C": True, "I": False}
"""What Inspect's scorers say; P (partly) and N (no answer) are neither."""


def scores_of(sample: dict[str, Any], aside: Aside) -> dict[str, Any]:
    found = sample.get("scores")
    if not isinstance(found, dict):
        single = sample.get("score")
        found = {"score": single} if isinstance(single, dict) else {}
    resolved: dict[str, Any] = aside.resolved(found)
    return resolved


def checks_of(scores: dict[str, Any]) -> list[Check]:
    """Those of the scores that pass or fail something."""
    found = []
    for scorer, score in scores.items():
        value = score.get("value") if isinstance(score, dict) else score
        passed = value if isinstance(value, bool) else PASSED.get(word(value))
        if passed is not None:
            found.append(Check(scorer[:200], passed, _why(score)))
    return found


def passed_by(checks: list[Check]) -> bool | None:
    return all(check.passed for check in checks) if checks else None


def _why(score: Any) -> str:
    found = score.get("explanation") if isinstance(score, dict) else None
    return text_of(found)
