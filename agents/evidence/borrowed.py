"""An explanation told of one subject that was read about another one only (seed 001: PX-17's
reason is not PX-24's)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.evidence.clauses import clauses
from agents.evidence.story import Story
from agents.evidence.words import ID, NEGATION, words

LEAST = 2
"""Words that a clause must share with the other subject's records alone."""

HEADING = 4
"""Words; fewer without a subject of their own are a heading, not told of the subject before it."""


def borrowed(story: Story, answer: str) -> Iterator[tuple[str, str, list[int]]]:
    """(subject, the one it was borrowed from, events that hold it)."""
    about: dict[str, set[str]] = {}
    found_at: dict[str, list[int]] = {}
    for record in story.records if ID.search(answer) else ():
        if not record.ids:
            continue
        told = words(ID.sub(" ", record.text))
        for id_ in record.ids:
            about.setdefault(id_, set()).update(told)
            found_at.setdefault(id_, []).append(record.seq)
    known = words(ID.sub(" ", story.questions)) | {
        w for r in story.records for w in _names(r.fields)
    }
    done: set[tuple[str, str]] = set()
    for clause, named in clauses(answer):
        if not ID.search(clause) and len(clause.split()) < HEADING:
            continue
        if NEGATION.search(re.sub(r"“[^”]*”", " ", clause)):
            continue
        said = words(ID.sub(" ", clause)) - known
        for id_ in named:
            if said & about.get(id_, set()) or id_ not in about:
                continue
            for other, told in about.items():
                if other != id_ and len(said & told) >= LEAST and (id_, other) not in done:
                    done.add((id_, other))
                    yield id_, other, found_at[other]
                    break


def _names(fields: dict[str, object]) -> set[str]:
    return words(" ".join(fields))
