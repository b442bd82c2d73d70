"""Which tool a model means by a name that no tool bears (seed 000, pitfall 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from agents.tools import Tool

THRESHOLD = 0.8
"""The seed's. Its own pair (analyze_sentiment_advanced, analyze_sentiment) is 0.7907 and thus
not corrected."""
WORTH_SAYING = 0.6
LONGEST = 200
"""A longer name is nobody's slip, and comparing takes the square of its length."""


def meant(name: str, tools: Mapping[str, Tool]) -> Tool | None:
    """The tool of that name, or the one that is plainly meant by it.

    Only what reads is ever put in place of what was written: `get_user` is as near to `set_user`
    (0.875) as a slip is to its word. The nearest name decides, so that a name near to a writing
    tool is not bent to a reading one; two names equally near decide nothing.
    """
    if name in tools:
        return tools[name]
    near = _nearest(name, tools, THRESHOLD)
    if not near or (len(near) > 1 and near[0][0] == near[1][0]):
        return None
    found = tools[near[0][1]]
    return found if found.effect == "reads" else None


def suggestions(name: str, tools: Iterable[str]) -> list[str]:
    """Up to three names that a model may have meant, the nearest first."""
    return [other for _, other in _nearest(name, tools, WORTH_SAYING)[:3]]


def _nearest(name: str, tools: Iterable[str], least: float) -> list[tuple[float, str]]:
    if len(name) > LONGEST:
        return []
    rated = [(SequenceMatcher(None, name, other).ratio(), other) for other in tools]
    return sorted((r for r in rated if r[0] >= least), key=lambda r: (-r[0], r[1]))
