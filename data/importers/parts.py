"""The text of messages, whatever form their content has."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import text_of, word

THOUGHTS = frozenset({"reasoning", "thinking", "think"})


def text_in(content: Any) -> str:
    """A text, or the texts of a list of parts; parts without text are named, never dropped."""
    if not isinstance(content, list):
        return text_of(content)
    return "\n".join(_part(part) for part in content if not _is_thought(part))


def thoughts_in(content: Any) -> str:
    if not isinstance(content, list):
        return ""
    found = (
        text_of(part.get("reasoning") or part.get("thinking") or part.get("think")
                or part.get("text"))
        for part in content
        if _is_thought(part)
    )  # fmt: skip
    return "\n\n".join(text for text in found if text)


def _is_thought(part: Any) -> bool:
    return isinstance(part, dict) and word(part.get("type")) in THOUGHTS


def _part(part: Any) -> str:
    if isinstance(part, dict):
        if isinstance(part.get("text"), str):
            return str(part["text"])
        kind = word(part.get("type"))
        return f"[{kind}, kept in the requests]" if kind else text_of(part)
    return text_of(part)
