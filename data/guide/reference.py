"""What the reference tells: names in the order of the seeds, and the run that shows each."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    name: str
    watch: str


class Failure(NamedTuple):
    name: str
    """Of the mode, of the scripted model's habit and of the finding alike."""
    row: str


SHAPES = (
    Shape("react", "visible-thoughts"),
    Shape("plan", "fixed-plan"),
    Shape("execute", "checked-by-code"),
    Shape("reflection", "one-redo"),
)
TOLD_OF_SHAPES = ("when", "loop", "good", "flaw")
"""Columns of seed 003's table (S3-02)."""

FAILURES = (
    Failure("repeated-action", "S3-07"),
    Failure("ignored-observation", "S3-08"),
    Failure("local-optimum", "S3-09"),
    Failure("format-drift", "S3-10"),
)
TOLD_OF_FAILURES = ("looks", "remedy", "here")

RULES = ("default", "react", "plan", "always")
"""Seed 000's summary (S0-46)."""
AXES = ("control", "action", "connection")
"""Seed 001's three questions (S1-01)."""
CHOICES = ("format", "flow", "order", "reach")
"""Its four design choices (S1-10)."""
