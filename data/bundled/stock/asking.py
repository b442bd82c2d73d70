"""Which companies a question on shares names."""

from __future__ import annotations

import re

from data.bundled.stock.market import market

_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][A-Za-z]{2,}\b")
_NO_NAME = frozenset({"How", "What", "Which", "And", "Has", "The", "Stock", "Share", "Give", "Is"})


def subjects(question: str) -> list[str]:
    """Names as they are known, in order; else whatever is written like a name."""
    known: dict[str, int] = {}
    for one in market()["companies"]:
        names = "|".join(re.escape(n) for n in (one["name"], one["symbol"]) if n)
        if match := re.search(rf"\b({names})\b", question, re.IGNORECASE):
            known[one["name"]] = match.start()
    if known:
        return sorted(known, key=lambda name: known[name])
    return list(dict.fromkeys(n for n in _NAME.findall(question) if n not in _NO_NAME))


def on_shares(question: str) -> bool:
    words = r"\b(stocks?|shares?|price|symbol|market)\b"
    return bool(subjects(question)) and bool(re.search(words, question, re.IGNORECASE))
