"""Every colour of the dashboard, once, for light and dark.

Tuned (from Okabe and Ito's set) so that each stands out from its page at 3:1 or more and any two
of a set stay apart for protan, deutan and tritan readers; tests/test_figures.py measures both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dashboard.words import t
from data.rows import StepRow

Role = Literal["model", "planner", "evaluator", "tool", "edit"]

ROLE_OF_ACTOR: Mapping[str, Role] = {
    "agent": "model",
    "synthesizer": "model",
    "planner": "planner",
    "replanner": "planner",
    "evaluator": "evaluator",
    "reflector": "evaluator",
}

ROLES: tuple[Role, ...] = ("model", "planner", "evaluator", "tool", "edit")

# Readable without colour: each role has its own hatching, plain for the two most common.
ROLE_PATTERNS: Mapping[Role, str] = {
    "model": "",
    "planner": "|",
    "evaluator": "x",
    "tool": "",
    "edit": ".",
}

PARTS = ("tools", "system", "question", "reasoning", "observation", "note", "settings")

PART_PATTERNS: Mapping[str, str] = {"tools": "/", "question": ".", "note": "x", "settings": "-"}

LANE_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "pentagon", "star")
LANE_DASHES = ("solid", "solid", "solid", "dash", "dash", "dash")


def role_name(role: Role) -> str:
    return t(f"role.{role}")


def actor_name(actor: str) -> str:
    """Who asked a model; of an imported run it may be anybody."""
    return t(f"actor.{actor}") if actor in ROLE_OF_ACTOR else actor


def part_name(part: str) -> str:
    """A part that is none of ours bears the name that it has."""
    return t(f"part.{part}") if part in PARTS else part


def role_of(step: StepRow) -> Role:
    if step.origin == "edited":
        return "edit"
    return "tool" if step.kind == "tool" else ROLE_OF_ACTOR.get(step.actor, "model")


@dataclass(frozen=True, slots=True)
class Palette:
    page: str
    panel: str
    text: str
    muted: str
    grid: str
    line: str
    waiting: str
    error: str
    roles: Mapping[Role, str]
    on_roles: Mapping[Role, str]
    """The colour of text that stands on a role's."""
    lanes: tuple[str, ...]
    parts: Mapping[str, str]

    def lane(self, place: int) -> str:
        return self.lanes[place % len(self.lanes)]


LIGHT = Palette(
    page="#FFFFFF",
    panel="#F5F6F9",
    text="#1A2033",
    muted="#5A6478",
    grid="#E6E9EF",
    line="#C9CFDA",
    waiting="#8A93A5",
    error="#D21F2B",
    roles={
        "model": "#4038C2",
        "planner": "#A26CF0",
        "evaluator": "#C87408",
        "tool": "#0D857B",
        "edit": "#A3104F",
    },
    on_roles={
        "model": "#FFFFFF",
        "planner": "#1A1033",
        "evaluator": "#1F1200",
        "tool": "#FFFFFF",
        "edit": "#FFFFFF",
    },
    lanes=("#1D5BC9", "#E45A1B", "#1F9E80", "#A0208A", "#6A5200", "#1A2033"),
    parts={
        "tools": "#586275",
        "system": "#8690A3",
        "question": "#2E93DB",
        "reasoning": "#4038C2",
        "observation": "#0D857B",
        "note": "#C87408",
        "settings": "#8A93A5",
    },
)

DARK = Palette(
    page="#11141B",
    panel="#1A1F29",
    text="#E6E9F0",
    muted="#9BA5B7",
    grid="#262C38",
    line="#3C4454",
    waiting="#737D90",
    error="#FF5C61",
    roles={
        "model": "#6D78FF",
        "planner": "#D2A6FF",
        "evaluator": "#D6950F",
        "tool": "#3FD9C2",
        "edit": "#E5358F",
    },
    on_roles={
        "model": "#0B0D1A",
        "planner": "#1A1033",
        "evaluator": "#1F1200",
        "tool": "#00201C",
        "edit": "#16000B",
    },
    lanes=("#64B8FF", "#E6622A", "#159A77", "#C65FCF", "#D2C63A", "#EBEFF4"),
    parts={
        "tools": "#69748A",
        "system": "#9AA4B7",
        "question": "#4FA8E8",
        "reasoning": "#6D78FF",
        "observation": "#3FD9C2",
        "note": "#D6950F",
        "settings": "#737D90",
    },
)


def palette(dark: bool) -> Palette:
    return DARK if dark else LIGHT


def colours(dark: bool) -> dict[str, str]:
    """The palette as CSS variables of the components."""
    p = palette(dark)
    return {
        **p.roles,
        **{f"part-{name}": colour for name, colour in p.parts.items()},
        "muted": p.muted,
        "line": p.grid,
        "error": p.error,
        "good": "#4CC38A" if dark else "#177A45",
        "warn": p.roles["evaluator"],
        "hover": "rgba(127,127,160,0.14)",
    }


def player_colours(dark: bool) -> dict[str, str]:
    """With those that the player paints its axis in."""
    return {**colours(dark), "waiting": palette(dark).waiting, "ground": palette(dark).page}
