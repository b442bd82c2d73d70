"""The scores that came with an imported trace, whatever tool wrote them down."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from agents.messages import as_json
from data.importers.hostile import word
from data.importers.inspect_scores import PASSED

NAMES = ("name", "key")
VALUES = ("value", "score")
LABELS = ("label", "stringValue")
REASONS = ("explanation", "comment")
STEPS = ("span", "observationId")
_KNOWN = {*NAMES, *VALUES, *LABELS, *REASONS, *STEPS, "error"}


class Score(NamedTuple):
    name: str
    said: Any
    """The value as it was written: a number, a text, a truth value, or nothing."""
    value: float | None
    """Of a number."""
    label: str | None
    """In words; the value's text where that is no number and there is no label."""
    why: str | None
    error: str | None
    step: str | None
    """The foreign id of what it is about, where that is not the whole run."""
    more: bool
    """There is something else about it, which this does not hold."""


def scores_of(rig: Mapping[str, Any]) -> Iterator[Score]:
    """In the order of the trace. `rig` is that of the run."""
    imported = rig.get("imported")
    held = imported.get("scores") if isinstance(imported, dict) else None
    for name, score in _named(held):
        about = score if isinstance(score, dict) else {"value": score}
        said, label = _first(about, VALUES), _first(about, LABELS)
        number = _number(said)
        untold = number is None and said is not None
        more = any(about[key] not in (None, "", {}, []) for key in about.keys() - _KNOWN)
        yield Score(
            name,
            said,
            number,
            _text(said if untold and label is None else label),
            _text(_first(about, REASONS)),
            _text(about.get("error")),
            _text(_first(about, STEPS)),
            more or (untold and label is not None),
        )


def beside(rig: Mapping[str, Any], checks: Collection[str]) -> Iterator[Score]:
    """Those that no check of the verdict, named so, says already."""
    for score in scores_of(rig):
        passes = isinstance(score.said, bool) or word(score.said) in PASSED
        if score.name not in checks or not passes:
            yield score


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
