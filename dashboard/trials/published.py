"""What others have published, with what may not be concluded from it: beside one's own numbers,
and never mixed with them (rows S1-05, S1-30 to S1-32, S1-34; read in seed 001 and its sources)."""

from __future__ import annotations

from typing import NamedTuple

from dashboard.words import t


class Published(NamedTuple):
    source: str
    asked: str
    found: str
    limit: str
    """Of the inference."""


NAMES = ("react", "toolformer", "tau", "turpin")


def findings() -> list[Published]:
    """In the language that is spoken."""
    return [
        Published(*(t(f"published.{name}.{told}") for told in Published._fields)) for name in NAMES
    ]


TAU_AIRLINE = (0.420, 0.273, 0.220, 0.200)
"""pass^1 to pass^4 that tau-bench publishes for the airline run of gpt-4o which it ships."""
