"""How two rigs differ, in words: `paradigm react → function-calling`, `max_iterations 10 → 5`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from agents.messages import canonical
from agents.rig import RigSpec
from data.writing.codec import one_line

LONG = 60
"""Characters of a value that are said; a longer one (a prompt) is only said to be another."""


def rig_changes(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """From `one` to `other`. Of a rig from outside, which may hold anything, only what it says is
    compared: what it leaves out is not known, so it is no change."""
    before, after = _flat(one), _flat(other)
    ours = _is_ours(one) and _is_ours(other)
    names = [*before, *(name for name in after if name not in before)]
    return [
        _said(name, before.get(name), after.get(name))
        for name in names
        if before.get(name) != after.get(name) and (ours or (name in before and name in after))
    ]


def _is_ours(rig: Mapping[str, Any]) -> bool:
    try:
        RigSpec.model_validate(rig)
    except ValidationError:
        return False
    return True


def _flat(rig: Mapping[str, Any]) -> dict[str, Any]:
    """A rig of ours with every default said, limits beside the rest."""
    try:
        whole: dict[str, Any] = RigSpec.model_validate(rig).model_dump(mode="json")
    except ValidationError:
        whole = dict(rig)
    limits = whole.pop("limits", None)
    return whole | (dict(limits) if isinstance(limits, Mapping) else {})


def _said(name: str, before: Any, after: Any) -> str:
    if isinstance(before, list) and isinstance(after, list):
        gone = [f"\N{MINUS SIGN}{_word(each)}" for each in before if each not in after]
        new = [f"+{_word(each)}" for each in after if each not in before]
        return f"{name} {' '.join([*gone, *new]) or 'in another order'}"
    if name == "prompt":
        return "the paradigm's own system prompt" if after is None else "another system prompt"
    return f"{name} {_word(before)} → {_word(after)}"


def _word(value: Any) -> str:
    if value is None:
        return "none"
    return one_line(value if isinstance(value, str) else canonical(value), LONG)
