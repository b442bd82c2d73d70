"""Verdicts and scores of a run as events `gen_ai.evaluation.result` of the GenAI conventions.

An evaluator of ours says passed or not: its label is `pass` or `fail`, its value 1 or 0. What was
not judged has neither. `triptych.evaluation` tells the verdict on the whole, its checks, and scores
that came with an imported trace apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from agents.events import Started
from data.exporters.otlp_json import SpanEvent, nanoseconds
from data.importers.otlp_own import CHECK, EVALUATION, SCORE, VERDICT
from data.importers.otlp_scores import EVENT
from data.scenario import Judgement
from data.scores import beside, scores_of

DETAILS = "details of scores beside name, value, label and explanation"


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
    if any(score.more or score.step is not None for score in scores_of(begun.rig)):
        left_out.add(DETAILS)
    for score in beside(begun.rig, checks):
        yield {
            _name("name"): score.name or "score",
            _name("score.value"): score.value,
            _name("score.label"): score.label,
            _name("explanation"): score.why,
            "error.type": score.error,
            EVALUATION: SCORE,
        }


def _name(last: str) -> str:
    return f"gen_ai.evaluation.{last}"
