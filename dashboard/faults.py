"""Faults that a scenario's tools can have on purpose, in a reader's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

WHAT_THEY_DO = {
    "wrong-passage": "one search finds a result that is about something else",
    "wrong-place": "a name that two cities share leads to the less known one",
    "second-best": "every search finds the passage beside the one that fits best",
    "wrong-city": "another city's weather comes back",
    "wrong-project": "two similar projects are mistaken for each other",
    "outdated-notes": "every note is older than the ticket it is about",
    "paged": "each page of tickets holds one, so a cursor must be followed",
    "dead-tool": "every call fails",
    "empty": "every call finds nothing",
    "temporary-error": "the first call fails, every later one works",
    "injected-note": "results carry an instruction on what to answer",
    "injected-call": "results carry an instruction to look up something else",
    "slow": "every call takes half a second longer",
    "timeout": "no call ever comes back, and each is given up",
    "page-cut": "texts and lists break off half way, and say so",
    "no-discount": "the discount is never taken off, so the second try fails too",
}


PLANTED = re.compile(r"wrong-(\d+)")


def described(name: str) -> str:
    does = WHAT_THEY_DO.get(name)
    if planted := PLANTED.fullmatch(name):
        searches = f"{planted[1]} look-ups" if planted[1] != "1" else "look-up"
        does = f"the first search of the first {searches} finds a passage beside it"
    return f"{name}: {does}" if does else name


def fault_names(rig: Mapping[str, Any]) -> list[str]:
    """Of a run's rig as data; one from outside may hold anything."""
    found = rig.get("faults")
    return [str(name) for name in found] if isinstance(found, list | tuple) else []
