"""Verdicts and scores of a run as events `gen_ai.evaluation.result` of the GenAI conventions.

An evaluator of ours says passed or not: its label is `pass` or `fail`, its value 1 or 0. What was
not judged has neither. `triptych.evaluation` tells the verdict on the whole, its checks, and scores
that came with an imported trace apart.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Any

from agents.events import Started
from agents.messages import as_json
from data.exporters.otlp_json import SpanEvent, nanoseconds
from data.importers.hostile import word
from data.importers.inspect_scores import PASSED
from data.importers.otlp_own import CHECK, EVALUATION, SCORE, VERDICT
from data.importers.otlp_scores import EVENT
from data.scenario import Judgement

DETAILS = "details of scores beside name, value, label and explanation"

NAMES = ("name", "key")
VALUES = ("value", "score")
LABELS = ("label", "stringValue")
REASONS = ("explanation", "comment")


def evaluations(
    judgement: Judgement | None, begun: Started | None, at: float, left_out: set[str]
) -> list[SpanEvent]:
    """Events of a span. `begun` holds the scores that an imported trace brought."""
    told: list[dict[str, Any]] = []
    checks: set[str] = set()
    if judgement is not None:
        told.append({**_judged("verdict", judgement.passed), EVALUATION: VERDICT})
        for check in judgement.checks:
            checks.add(check.name)
            about = _judged(check.name, check.passed)
            told.append({**about, _name("explanation"): check.found or None, EVALUATION: CHECK})
    if begun is not None:
        told += _scores(begun, checks, left_out)
    return [{"name": EVENT, "at": nanoseconds(at), "attributes": one} for one in told]


def _judged(name: str, passed: bool | None) -> dict[str, Any]:
    label = None if passed is None else "pass" if passed else "fail"
    value = None if passed is None else float(passed)
    return {_name("name"): name, _name("score.value"): value, _name("score.label"): label}


def _scores(
    begun: Started, checks: Collection[str], left_out: set[str]
) -> Iterator[dict[str, Any]]:
    imported = begun.rig.get("imported")
    held = imported.get("scores") if isinstance(imported, dict) else None
    for name, score in _named(held):
        about = score if isinstance(score, dict) else {"value": score}
        value, label = _first(about, VALUES), _first(about, LABELS)
        known = {*NAMES, *VALUES, *LABELS, *REASONS, "error"}
        if any(about[key] not in (None, "", {}, []) for key in about.keys() - known):
            left_out.add(DETAILS)
        if name in checks and (isinstance(value, bool) or word(value) in PASSED):
            continue  # the check says so already
        number = _number(value)
        if number is None and value is not None:
            if label is not None:
                left_out.add(DETAILS)
            label = value if label is None else label
        why = _first(about, REASONS)
        yield {
            _name("name"): name or "score",
            _name("score.value"): number,
            _name("score.label"): _text(label),
            _name("explanation"): _text(why),
            "error.type": _text(about.get("error")),
            EVALUATION: SCORE,
        }


def _named(held: Any) -> Iterator[tuple[str, Any]]:
    """Importers keep them by their names, or as a list of what has a name."""
    if isinstance(held, dict):
        yield from ((str(name), score) for name, score in held.items())
    elif isinstance(held, list):
        for score in held:
            yield _text(_first(score, NAMES)) or "" if isinstance(score, dict) else "", score


def _first(about: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((about[name] for name in names if about.get(name) is not None), None)


def _number(value: Any) -> float | None:
    if not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) or value is None else as_json(value)


def _name(last: str) -> str:
    return f"gen_ai.evaluation.{last}"
