"""Which parts of an answer speak of which ticket, whoever wrote it."""

from __future__ import annotations

import re

TICKET = re.compile(r"\b[A-Z]{2,5}-\d+\b")
_HARD = re.compile(r"[;\n]|(?<=[.?!])\s+(?=[A-Z“\"*-])")
_TURN = re.compile(
    r",?\s+(?:but|while|whereas|though|although|however)\s+|,\s+|\s+and\s+|:\s+(?=[A-Z]{2,5}-\d)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b(and|or|both|tickets?|for|the|unlike|of|in)\b|[\W_]", re.IGNORECASE)


def clauses(answer: str) -> list[tuple[str, tuple[str, ...]]]:
    """Each clause with the tickets it is about: those that it names, or else those of the clause
    before it. `PX-17 and PX-24 are blocked` stays one clause; `PX-17 waits for a review and
    PX-24 has no note` becomes two, because each ticket is told something of its own."""
    found: list[tuple[str, tuple[str, ...]]] = []
    about: tuple[str, ...] = ()
    for sentence in _HARD.split(answer):
        for clause in _divided(sentence):
            about = tuple(dict.fromkeys(TICKET.findall(clause))) or about
            if clause.strip():
                found.append((clause.strip(), about))
    return found


def _divided(sentence: str) -> list[str]:
    """Cut where a conjunction or a comma is followed by more about another ticket, and what
    stands before it already says something."""
    pieces: list[str] = []
    start = 0
    for turn in _TURN.finditer(sentence):
        before, after = sentence[start : turn.start()], sentence[turn.end() :]
        adversative = re.search(r"[a-z]{3,}", turn.group()) and "and" not in turn.group().lower()
        if (TICKET.match(_from_first_name(after)) or adversative) and _says_something(before):
            pieces.append(before)
            start = turn.end()
    return [*pieces, sentence[start:]]


def _from_first_name(text: str) -> str:
    """Without the few words that may stand before a ticket's id: `for`, `no reason for`."""
    first = TICKET.search(text)
    lead = text[: first.start()] if first else text
    return text[len(lead) :] if first and len(lead.split()) <= 4 else text


def _says_something(text: str) -> bool:
    words = _LINK.sub(" ", TICKET.sub(" ", text)).split()
    return bool(TICKET.search(text)) and bool(words)
