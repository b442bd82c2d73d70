"""Answers against observations: another status, another number for it, a sentence turned round."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from agents.evidence.clauses import clauses
from agents.evidence.records import Record
from agents.evidence.story import Story
from agents.evidence.words import ID, NEGATION, normal, numbers, sentences, unquoted, words

FAMILIES = (
    {"open", "closed", "blocked", "resolved", "reopened"},
    {"pending", "approved", "rejected", "accepted", "denied"},
    {"paid", "unpaid", "shipped", "delivered", "cancelled", "returned"},
    {"active", "inactive", "enabled", "disabled"},
    {"available", "unavailable"},
)
"""States that exclude each other. A blocked ticket may well wait for a pending review."""
STATES: frozenset[str] = frozenset[str]().union(*FAMILIES)
_STATE_FIELD = re.compile(r"^(status|state|phase|result|decision)$")
_SUBJECT = ("id", "ticket_id", "key", "name", "city", "title", "customer", "order_id")
_PAST = re.compile(r"\b(was|were|had been|formerly|previously|used to)\b", re.IGNORECASE)
_OPEN_POINT = re.compile(
    r"\b(remains|stays|left) open\b|\bopen (question|point|gap)|\bblocked (by|on)\b", re.IGNORECASE
)
_ENOUGH = 0.8
"""Share of a sentence's words that must stand in the observation it turns round."""

_LONGEST = 1000
"""Characters of a sentence; what is longer is a table or a dump, and no claim turns it round."""

Contradiction = tuple[str, list[int]]


def contradictions(story: Story, answer: str) -> Iterator[Contradiction]:
    """What is wrong, and the events that hold what was read."""
    yield from _states(story, answer)
    yield from _amounts(story, answer)
    yield from _turned(story, answer)


def _states(story: Story, answer: str) -> Iterator[Contradiction]:
    own: dict[str, set[str]] = defaultdict(set)
    seen_at: dict[str, list[int]] = defaultdict(list)
    for record in story.records:
        for field, value in record.fields.items():
            if _STATE_FIELD.match(field) and str(value).lower() in STATES:
                for id_ in ID.findall(str(record.fields.get("id", ""))):
                    own[id_].add(str(value).lower())
                    seen_at[id_].append(record.seq)
    for clause, about in clauses(answer):
        said = _OPEN_POINT.sub(" ", unquoted(clause))
        if NEGATION.search(said) or _PAST.search(said):
            continue
        told = {s for s in STATES if re.search(rf"\b{s}\b", said, re.IGNORECASE)}
        for id_ in about:
            rivals = {s for f in FAMILIES if f & own.get(id_, set()) for s in f & told}
            if rivals and not rivals & own[id_]:
                text = (
                    f"The answer gives {id_} as {' and '.join(sorted(rivals))}; it was read as "
                    f"{' and '.join(sorted(own[id_]))}"
                )
                yield text, seen_at[id_]


def _amounts(story: Story, answer: str) -> Iterator[Contradiction]:
    """`12 % chance of rain` for Bergen, whose record says chance_of_rain 95."""
    fields = sorted({f for r in story.records for f in r.fields if _numeric(r, f)})
    for line in re.split(r"\n|;|(?<=[.!?])\s+(?=[A-Z])", answer):
        for field in fields:
            label = field.replace("_", " ")
            if label.casefold() not in line.casefold():
                continue
            mine = _nearest([r for r in story.records if _numeric(r, field)], line)
            known = {normal(str(r.fields[field])) for r in mine}
            pattern = rf"(\d[\d.,]*)\s*(?:%|percent)?\s*{re.escape(label)}\b"
            for amount in re.findall(pattern, line, re.IGNORECASE):
                if known and normal(amount.rstrip(".,")) not in known:
                    text = f"The answer says {amount} for {label}, where {_list(known)} was read"
                    yield text, [r.seq for r in mine]


class _Read(NamedTuple):
    """A sentence of an observation, looked through once however many claims it is held against."""

    seq: int
    text: str
    words: set[str]
    numbers: set[str]
    nots: int


def _turned(story: Story, answer: str) -> Iterator[Contradiction]:
    """The same sentence with the same number, but once with a not and once without."""
    claims = [s for s in sentences(re.sub(r"[“”\"]", " ", answer)) if numbers(s)]
    claims = [claim for claim in claims if NEGATION.search(claim)]
    read = list(_read(story)) if claims else []
    for claim in claims:
        figures, said, nots = numbers(claim), words(claim), _nots(claim)
        for one in read:
            told = {word for word in one.words if not word[0].isdigit()}
            if len(told) < 3 or not one.numbers <= figures or nots == one.nots:
                continue
            if len(told & said) / len(told) >= _ENOUGH and not _held(said, nots, read):
                yield f"The answer turns round what was read: “{one.text}”", [one.seq]
                break


def _read(story: Story) -> Iterator[_Read]:
    for record in story.records:
        for value in record.fields.values():
            for text in sentences(value) if isinstance(value, str) else ():
                if len(text) <= _LONGEST and (figures := numbers(text)):
                    yield _Read(record.seq, text, words(text), figures, _nots(text))


def _held(said: set[str], nots: int, read: list[_Read]) -> bool:
    """Does the sentence stand, with its negation, in an observation?"""
    return any(one.nots == nots and len(said & one.words) >= _ENOUGH * len(said) for one in read)


def _nots(text: str) -> int:
    return len(NEGATION.findall(text))


def _numeric(record: Record, field: str) -> bool:
    value = record.fields.get(field)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _nearest(records: list[Record], line: str) -> list[Record]:
    """Those whose subject the line names, and of these the ones of which it names most: a city
    has a record for each day."""
    about = [r for r in records if _about(r, line)]
    shared = [sum(_within(v, line) for v in r.fields.values() if isinstance(v, str)) for r in about]
    return [r for r, count in zip(about, shared, strict=True) if count == max(shared)]


def _within(value: str, line: str) -> bool:
    if not value or value.casefold() not in line.casefold():
        return False
    return re.search(rf"\b{re.escape(value)}\b", line, re.IGNORECASE) is not None


def _about(record: Record, line: str) -> bool:
    named = [str(record.fields[k]) for k in _SUBJECT if record.fields.get(k)]
    return any(_within(name, line) for name in named)


def _list(values: set[str]) -> str:
    return " or ".join(sorted(values))
