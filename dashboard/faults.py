"""Faults that a scenario's tools can have on purpose, in a reader's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dashboard.words import t
from dashboard.words.many import many

FAULTS = (
    "wrong-passage", "wrong-place", "second-best", "wrong-city", "wrong-project", "outdated-notes",
    "paged", "dead-tool", "empty", "temporary-error", "injected-note", "injected-call", "slow",
    "timeout", "page-cut", "no-discount",
)  # fmt: skip


PLANTED = re.compile(r"wrong-(\d+)")


def described(name: str) -> str:
    if planted := PLANTED.fullmatch(name):
        does = many("fault.planted", int(planted[1]), n=planted[1])
    elif name in FAULTS:
        does = t(f"fault.{name}")
    else:
        return name
    return t("fault.said", name=name, does=does)


def fault_names(rig: Mapping[str, Any]) -> list[str]:
    """Of a run's rig as data; one from outside may hold anything."""
    found = rig.get("faults")
    return [str(name) for name in found] if isinstance(found, list | tuple) else []
