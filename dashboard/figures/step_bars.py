"""A step as a bar of the timeline: where it lies, how thick it is, and what is written on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dashboard.figures.groups import FAILURES, Group
from dashboard.figures.spans import Span, Track
from dashboard.figures.text import hover, inert, step_lines
from dashboard.formats import duration, origin_glyph, short
from dashboard.palette import ROLES, Role, actor_name, role_of
from dashboard.words import t

TOP, BOTTOM = 0.34, 0.92
"""The bars' part of a lane's block of height 1; the lane's name stands above them."""


@dataclass(frozen=True, slots=True)
class Bar:
    group: Group
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
        return self.group.door


def bars(track: Track, place: int, lane: str, least: float) -> Iterable[Bar]:
    """A lane's steps; none is shorter than `least` seconds, so that it can be seen and clicked."""
    turn = 0
    for span in track.spans:
        turn += span.step.actor == "agent"
        yield _bar(span, place, lane, turn, least)


def shares(track: Track, place: int, lane: str, size: int, least: float) -> Iterable[Bar]:
    """A lane with too many steps for bars of their own: `size` steps are a block from the first
    one's beginning to the last one's end, divided by the time that each role took; what is left
    blank is time in which nothing ran."""
    for at in range(0, len(track.spans), size):
        spans = track.spans[at : at + size]
        start, end = spans[0].start, max(span.end for span in spans)
        spent: dict[Role, list[Span]] = {}
        for span in spans:
            spent.setdefault(role_of(span.step), []).append(span)
        busy = sum(span.end - span.start for span in spans)
        whole = max(busy, end - start)
        top = place + TOP
        for role in sorted(spent, key=ROLES.index):
            mine = spent[role]
            took = sum(span.end - span.start for span in mine)
            part = took / whole if whole else len(mine) / len(spans)
            thickness = part * (BOTTOM - TOP)
            group = Group(tuple(span.step for span in mine), mine[0].step.seq)
            failed = any(step.status in FAILURES or step.fault for step in group.steps)
            said = t(
                "timeline.share",
                part=duration(took * 1000),
                whole=duration((end - start) * 1000),
                role=t(f"timeline.role.{role}"),
            )
            yield Bar(
                group=group,
                role=role,
                start=start,
                length=max(end - start, least),
                middle=top + thickness / 2,
                thickness=thickness,
                label="",
                letters=0,
                hover=hover(*group.lines(lane), said),
                failed=failed,
                silence=None,
            )
            top += thickness


def _bar(span: Span, place: int, lane: str, turn: int, least: float) -> Bar:
    step = span.step
    slot = (BOTTOM - TOP) / span.rows
    # a tool call alone is slimmer than a model call: told apart without colour
    fill = 0.84 if span.rows > 1 else 0.6 if step.kind == "tool" else 1.0
    failed = step.status in FAILURES or bool(step.fault)
    label = step.name if step.kind == "tool" else actor_name(step.actor)
    if step.actor == "agent":
        label = t("timeline.turn", n=turn)
    silence = None
    if step.first_token_at is not None:
        silence = min(step.first_token_at, step.ended_at) - step.started_at
    mark = f"{'✗ ' if failed else ''}{origin_glyph(step.origin)} {short(label, 40)}"
    return Bar(
        group=Group((step,), span.step.seq),
        role=role_of(step),
        start=span.start,
        length=max(span.end - span.start, least),
        middle=place + TOP + slot * (span.row + 0.5),
        thickness=slot * fill,
        label=inert(mark + "\u2002\u2002" * failed),  # room for its cross
        letters=len(mark),
        hover=hover(*step_lines(step, lane), t("timeline.began", time=duration(span.start * 1000))),
        failed=failed,
        silence=silence,
    )
