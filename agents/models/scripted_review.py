"""How the scripted model reviews an answer: against the one it would give from what was read.

By facts and words, not letter by letter, so that another model's wording can pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.evidence.words import ID, NEGATION, numbers, sentences, words
from agents.messages import as_json
from agents.models.script import Script, Seen

ENOUGH = 0.6
"""Share of a line's words that a line of the answer must have to say the same."""


def review(script: Script, question: str, seen: Sequence[Seen], answer: str) -> str:
    """The verdict as JSON."""
    problems = list(_problems(script.answer(question, unasked(seen)), question, seen, answer))
    count = len(problems)
    parts = "1 part" if count == 1 else f"{count} parts"
    why = f"{parts} of the answer {'is' if count == 1 else 'are'} not what was read"
    return as_json({"pass": not problems, "problems": problems, "why": why if problems else ""})


def unasked(seen: Sequence[Seen]) -> list[Seen]:
    """Without the tasks, so that a step's result is not taken at its word."""
    return [replace(s, task="") for s in seen]


def _problems(right: str, question: str, seen: Sequence[Seen], answer: str) -> list[str]:
    said = _lines(answer)
    read = "\n".join([question, right, *(s.text for s in seen)])
    found = []
    for line in _lines(right):
        like = max(said, key=lambda other: _share(line, other), default="")
        if _share(line, like) < ENOUGH:
            found.append(f"It does not say: “{line}”")
        elif not _facts(line) <= _facts(like) or _denies(line) != _denies(like):
            found.append(f"It says “{like}”, where what was read gives: “{line}”")
    told = [line for line in said if not _facts(line) <= _facts(read)]
    return found + [f"Nothing that was read holds: “{line}”" for line in told]


def _lines(text: str) -> list[str]:
    """Of prose in one paragraph, its sentences."""
    lines = [line.strip("-*• ").strip() for line in text.splitlines() if line.strip("-*• ")]
    return lines if len(lines) > 1 else sentences(text)


def _share(line: str, other: str) -> float:
    mine = words(line)
    return len(mine & words(other)) / len(mine) if mine else float(line in other)


def _facts(text: str) -> set[str]:
    return set(ID.findall(text)) | numbers(ID.sub(" ", text))


def _denies(text: str) -> bool:
    return NEGATION.search(text) is not None
