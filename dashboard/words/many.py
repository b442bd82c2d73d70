"""Texts with a number in them, for languages that say one thing otherwise than several."""

from __future__ import annotations

from dashboard.words import TEXTS, spoken, t


def many(key: str, number: int, language: str = "", /, **values: object) -> str:
    """`KEY.one` where the number is 1 and the language has such a form, else KEY; the number
    itself is {n} in it, as 1,234."""
    one = TEXTS.get(f"{key}.one", {})
    alone = number == 1 and (language or spoken()) in one
    return t(f"{key}.one" if alone else key, language, **{"n": f"{number:,}", **values})
