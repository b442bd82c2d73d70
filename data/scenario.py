"""A scenario: a question with tools over a small world, a judge of answers, and a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agents.events import Event
from agents.models.script import Script
from agents.tools import Tool


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the evaluator looked at, with what it found."""

    name: str
    passed: bool
    found: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """`passed` is None where nothing could be judged (no answer yet, no criterion)."""

    passed: bool | None
    checks: tuple[Check, ...] = ()


Evaluate = Callable[[str | None, Sequence[Event]], Judgement]
"""Judges a run by its answer and its events (what was really retrieved). Pure."""


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    """As typed: `larkspur-6`."""
    title: str
    teaches: str
    """One sentence: what watching it shows."""
    question: str
    tools: tuple[Tool, ...]
    evaluate: Evaluate
    script: Script
    faults: Mapping[str, Callable[[tuple[Tool, ...]], tuple[Tool, ...]]] = field(
        default_factory=dict
    )
    """Fault name -> the same tools with that fault switched on."""
    retell: Callable[[Sequence[Event]], list[str]] | None = None
    """The run as its source prints it, line by line; None where it prints none."""
    teaches_zh: str = ""
    """The same in Chinese, where the scenario itself is Chinese."""
