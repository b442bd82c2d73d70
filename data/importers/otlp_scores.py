"""What evaluators said of a trace: events `gen_ai.evaluation.result`, on the span they are about.

Newer instrumentors send them as log records, some as spans of their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from data.importers import otlp_own as own
from data.importers.hostile import finite, text_of, word
from data.importers.otlp_raw import Log, Raw
from data.importers.otlp_span import Score, Span

EVENT = "gen_ai.evaluation.result"
NAME = "gen_ai.evaluation.name"


def scores_of(raw: Raw) -> list[Score]:
    found = [score(told) for name, told in raw.events if name == EVENT or NAME in told]
    return [*found, score(raw.attributes)] if NAME in raw.attributes else found


def score(told: Mapping[str, Any]) -> Score:
    """What it does not say is not in it."""
    value = told.get("gen_ai.evaluation.score.value")
    label = text_of(told.get("gen_ai.evaluation.score.label"))
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        label, value = label or text_of(finite(value)), None
    found = {
        "name": text_of(told.get(NAME)),
        "value": value,
        "label": label,
        "explanation": text_of(told.get("gen_ai.evaluation.explanation")),
        "error": word(told.get("error.type")),
        "own": own.evaluation(told),
    }
    return {key: value for key, value in found.items() if value not in (None, "")}


def take_logs(spans: Iterable[Span], logs: dict[tuple[str, str], list[Log]]) -> None:
    """Those that are evaluations go to their span, named by its id or by that of its response."""
    keys = [key for key, found in logs.items() if any(map(_is_score, found))]
    if not keys:
        return
    by_id = {(span.trace, span.id): span for span in spans}
    by_response = {span.response: span for span in by_id.values() if span.response}
    for key in keys:
        rest = []
        for log in logs.pop(key):
            response = word(log.attributes.get("gen_ai.response.id"))
            span = by_id.get(key) or by_response.get(response)
            if span is not None and _is_score(log):
                span.scores.append(score(log.attributes))
            else:
                rest.append(log)
        if rest:
            logs[key] = rest


def _is_score(log: Log) -> bool:
    return log.name == EVENT or NAME in log.attributes
