"""The cases of the public bug reports: where they are, what they are called, what is left out."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

FILE = Path(os.environ.get("TRIPTYCH_CASES") or Path(__file__).with_name("agent_cases.jsonl"))
ALL = [json.loads(line) for line in FILE.read_text("utf-8").splitlines() if line.strip()]
LEFT_OUT: dict[str, str] = {}
"""Cases that we hold to be wrong: id and reason."""

Case = dict[str, Any]
ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
SUFFIXES = ("_not_contains", "_contains", "_nonempty", "_max", "_min", "_in")


def of(kind: str) -> list[Case]:
    return [case for case in ALL if case["kind"] == kind and case["id"] not in LEFT_OUT]


def named(case: Case) -> str:
    return f"{case['id']}-{re.sub(r'[^a-zA-Z0-9]+', '_', str(case.get('symptom', '')))[:50]}"


def unchecked(case: Case, part: str, names: Collection[str]) -> None:
    """Says aloud what an adapter does not know, so that nothing passes for checked unseen."""
    if names:
        listed = ", ".join(sorted(names))
        warnings.warn(f"{case['id']}: {part} not looked at: {listed}", stacklevel=2)


def hold(case: Case, expected: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Each expectation against what was seen: `x` equal, `x_max`, `x_min`, `x_in`, `x_contains`,
    `x_not_contains`, `x_nonempty` by their meaning."""
    unknown = []
    for name, wanted in expected.items():
        if name in seen:
            assert alike(seen[name], wanted), f"{name}: {seen[name]!r}, expected {wanted!r}"
            continue
        suffix = next((s for s in SUFFIXES if name.endswith(s)), "")
        of_what = name.removesuffix(suffix)
        if not suffix or of_what not in seen:
            unknown.append(name)
            continue
        assert meets(suffix, seen[of_what], wanted), (
            f"{name}: {seen[of_what]!r}, expected {wanted!r}"
        )
    unchecked(case, "expectations", unknown)


def meets(suffix: str, value: Any, wanted: Any) -> bool:
    match suffix:
        case "_max":
            return value <= wanted
        case "_min":
            return value >= wanted
        case "_in":
            return value in wanted
        case "_nonempty":
            return bool(value) == wanted
    texts = wanted if isinstance(wanted, list) else [wanted]
    held = [str(text).casefold() in str(value).casefold() for text in texts]
    return all(held) if suffix == "_contains" else not any(held)


def alike(value: Any, wanted: Any) -> bool:
    if value == wanted:
        return True
    numbers = isinstance(value, float) and isinstance(wanted, int | float)
    return bool(numbers and abs(value - wanted) < 1e-9)


class Within(float):
    """Equal to every limit that it keeps."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float) and float(self) <= other

    __hash__ = float.__hash__
