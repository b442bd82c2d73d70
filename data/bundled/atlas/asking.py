"""What an atlas question asks: which of capital and population, of which places."""

from __future__ import annotations

import re

from data.bundled.atlas.atlas import Entry, entry, places

TOPICS = {
    "capital": r"\bcapitals?\b|seat of (its |the )?government",
    "population": r"\bpopulation|\bpeople\b|\binhabitants|\bpopulous|\blive in\b|how many",
}
_CLAUSE = re.compile(r"[;?\n]|\.\s|,? and (?=what|which|how|who)|, (?=what|which|how|who)")


def asked(question: str) -> tuple[Entry, ...]:
    """In the order asked for; what the atlas does not hold is left out."""
    found: dict[str, Entry] = {}
    topics: list[str] = []
    for clause in _CLAUSE.split(question):
        topics = topics_of(clause) or topics
        for key in named(clause):
            for topic in topics:
                if one := entry(key, topic):
                    found[one.id] = one
    return tuple(found.values())


def topics_of(text: str) -> list[str]:
    return [t for t, words in TOPICS.items() if re.search(words, text, re.IGNORECASE)]


def named(text: str) -> list[str]:
    """Keys of the places, as they come; a Georgia of no kind is both of them."""
    spots = [(m.start(), key) for key, p in places().items() if (m := re.search(p.named, text))]
    plain = re.search(r"\bGeorgia\b", text)
    if plain and not any(key.startswith("georgia") for _, key in spots):
        spots += [(plain.start(), "georgia"), (plain.start(), "georgia-us")]
    return [key for _, key in sorted(spots)]
