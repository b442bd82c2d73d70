"""What the scripted model knows of an atlas: one search a fact, other words after a wrong entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.models.script import Seen
from data.bundled.atlas.asking import asked, named, topics_of
from data.bundled.atlas.atlas import Entry, places, speaks_of
from data.bundled.lookups import Fact, Finding, Lookups, record

HINTS = {"georgia": "in the South Caucasus, around Tbilisi", "georgia-us": "around Atlanta"}


def script() -> Lookups:
    return Lookups(needs=_needs, say=_say, about=lambda question: bool(asked(question)))


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    return [_fact(one, number) for number, one in enumerate(asked(question))]


def label(one: Entry) -> str:
    current = "current " if one.topic == "population" else ""
    return f"the {current}{one.topic} of {places()[one.place].name}"


def _fact(one: Entry, number: int) -> Fact:
    name = places()[one.place].name
    if one.topic == "capital":
        other = f"seat of the government of {name} on the Potomac" if one.place == "us" else ""
        other = other or f"where {name} has the seat of its government"
    else:
        other = f"people who live in {name}, {HINTS.get(one.place, 'estimate')}"
    opener = "First, I will find" if number == 0 else "Next, I will find"
    return Fact(
        label=label(one),
        tool="search_atlas",
        wordings=({"query": f"{one.topic} of {name}"}, {"query": other}),
        task=f"Find {label(one)}.",
        thoughts=(
            f"{opener} {label(one)}.",
            f"That entry is about something else; in other words, {label(one)}.",
        ),
        states=lambda text: states(one, text),
        about=lambda text: one.topic in topics_of(text) and one.place in named(text),
    )


def states(one: Entry, text: str) -> bool:
    """Some value for the right topic and the right one of two namesakes; whichever value it is,
    for a person may have edited it."""
    entry = record(text)
    said = f"{entry.get('title') or ''}\n{entry.get('text') or ''}" if entry else text
    if not speaks_of(said, one.place) or one.topic not in topics_of(said):
        return False
    value = r"\d[\d.,]*" if one.topic == "population" else r"[,:] [A-Z]|is [A-Z]|Tokyo"
    whole = re.sub(r"\b(18|20)\d\d\b", "", str(entry.get("text") or "") if entry else text)
    return bool(re.search(value, whole))


def _say(question: str, findings: Sequence[Finding]) -> str:
    lines = ["From the atlas:"]
    for found in findings:
        entry = record(found.text or "")
        source = f"{entry['id']}, " if entry.get("id") else ""
        lines.append(f"- {source}{found.fact.label}: {_told(found)}")
    if len(lines) == 1:
        return "The atlas holds no place that the question names, so the answer was not found."
    return "\n".join(lines)


def _told(found: Finding) -> str:
    entry = record(found.text or "")
    if found.text and not entry:
        return f"“{found.text.strip()}”"
    if entry.get("text"):
        return f"“{entry['text']}”"
    if not found.tries:
        return "not found, since no search was made for it."
    count = "1 search" if found.tries == 1 else f"{found.tries} searches"
    return f"not found in the atlas ({count})."
