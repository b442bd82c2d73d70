"""A step as a bar of the timeline: where it lies, how thick it is, and what is written on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dashboard.figures.spans import Span, Track
from dashboard.figures.text import hover, inert, step_lines
from dashboard.formats import duration, origin_glyph, short
from dashboard.palette import Role, role_of
from data.rows import StepRow

FAILURES = ("error", "timeout", "unknown_tool", "invalid", "refused", "refusal", "cancelled")

TOP, BOTTOM = 0.34, 0.92
"""The bars' part of a lane's block of height 1; the lane's name stands above them."""


@dataclass(frozen=True, slots=True)
class Bar:
    step: StepRow
    role: Role
    start: float
    length: float
    middle: float
    thickness: float
    label: str
    letters: int
    hover: str
    failed: bool
    silence: float | None
    """Seconds until the first token."""

    @property
    def door(self) -> list[Any]:
        return [self.step.run_id, self.step.seq]


def bars(track: Track, place: int, lane: str, least: float) -> Iterable[Bar]:
    """A lane's steps; none is shorter than `least` seconds, so that it can be seen and clicked."""
    turn = 0
    for span in track.spans:
        turn += span.step.actor == "agent"
        yield _bar(span, place, lane, turn, least)


def _bar(span: Span, place: int, lane: str, turn: int, least: float) -> Bar:
    step = span.step
    slot = (BOTTOM - TOP) / span.rows
    # a tool call alone is slimmer than a model call: told apart without colour
    fill = 0.84 if span.rows > 1 else 0.6 if step.kind == "tool" else 1.0
    failed = step.status in FAILURES or bool(step.fault)
    label = step.name if step.kind == "tool" else step.actor
    if step.actor == "agent":
        label = f"turn {turn}"
    silence = None
    if step.first_token_at is not None:
        silence = min(step.first_token_at, step.ended_at) - step.started_at
    mark = f"{'✗ ' if failed else ''}{origin_glyph(step.origin)} {short(label, 40)}"
    return Bar(
        step=step,
        role=role_of(step),
        start=span.start,
        length=max(span.end - span.start, least),
        middle=place + TOP + slot * (span.row + 0.5),
        thickness=slot * fill,
        label=inert(mark + "\u2002\u2002" * failed),  # room for its cross
        letters=len(mark),
        hover=hover(*step_lines(step, lane), f"began {duration(span.start * 1000)} into the run"),
        failed=failed,
        silence=silence,
    )
