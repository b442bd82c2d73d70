"""What the scripted model knows of the Larkspur question: queries, thoughts, and how to answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agents.models.script import Seen
from data.bundled.larkspur.facts import HandbookFact, asked
from data.bundled.lookups import Fact, Finding, Lookups, record


def script() -> Lookups:
    return Lookups(needs=_needs, say=_say, about=lambda question: bool(asked(question)))


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    return [_fact(fact) for fact in asked(question)] or [_whatever(question)]


@cache
def _fact(fact: HandbookFact) -> Fact:
    return Fact(
        label=fact.label,
        tool="search_handbook",
        wordings=tuple({"query": query} for query in fact.wordings),
        task=fact.task,
        thoughts=fact.thoughts,
        states=fact.stated_in,
        about=fact.asked_in,
    )


def _whatever(question: str) -> Fact:
    """A question on something else: the nearest passage is all there is to say."""
    return Fact(
        label="what the handbook says on this",
        tool="search_handbook",
        wordings=({"query": question},),
        task="Search the handbook for the question itself.",
        thoughts=(
            "This is none of the things I know by name, so I search for the question itself.",
        ),
        states=lambda text: _quote(text) is not None,
        about=lambda text: True,
    )


def _say(question: str, findings: Sequence[Finding]) -> str:
    headings = {fact.label: fact.heading for fact in asked(question)}
    lines = ["From the Larkspur Cloud handbook:"]
    for found in findings:
        heading = headings.get(found.fact.label, "Nearest passage")
        quote = _quote(found.text) if found.text is not None else None
        lines.append(f"- {heading}: {quote or _gap(found.tries)}")
    return "\n".join(lines)


def _quote(text: str) -> str | None:
    """The passage with its id; an observation in another form (a person's edit) as it stands."""
    passage = record(text)
    if not passage:
        return f"“{text.strip()}”" if text.strip() else None
    if not passage.get("text"):
        return None
    source = f" ({passage['id']})" if passage.get("id") else ""
    return f"“{passage['text']}”{source}"


def _gap(tries: int) -> str:
    if not tries:
        return "not found, since no search was made for it."
    return f"not found in the handbook ({tries} {'search' if tries == 1 else 'searches'})."
