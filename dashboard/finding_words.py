"""Findings in the language that is spoken: they are on no record, but read from the events in
English, for programs too; so they are known again by their English words."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from dashboard.words import ENGLISH, TEXTS, spoken, t

_VALUE = re.compile(r"\\\{(\w+)\\\}")


def finding_words(text: str) -> str:
    """What is in none of our words stays as it is."""
    return text if spoken() == ENGLISH else _said(text, spoken())


@lru_cache(maxsize=4096)
def _said(text: str, language: str, group: str = "found.") -> str:
    for key, pattern in _patterns():
        if key.startswith(group) and (found := pattern.fullmatch(text)):
            values = found.groupdict()
            if "why" in values:
                values["why"] = _said(values["why"], language, "found.why.")
            return t(key, language, **values)
    return text


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """In their order: a text that goes further stands before one that it contains."""
    return tuple(
        (key, re.compile(_VALUE.sub(r"(?P<\1>.+?)", re.escape(said[ENGLISH])), re.DOTALL))
        for key, said in TEXTS.items()
        if key.startswith("found.")
    )
