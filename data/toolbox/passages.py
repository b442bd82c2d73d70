"""Cuts a text into passages short enough to quote, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TARGET = 800
"""Characters of a passage. Only a single line may be cut, every other cut is between lines."""


@dataclass(frozen=True, slots=True)
class Passage:
    file: str
    first: int
    last: int
    """Lines, counted from 1, both in the passage."""
    text: str

    def as_dict(self) -> dict[str, Any]:
        return {"file": self.file, "lines": f"{self.first}-{self.last}", "text": self.text}


def passages(file: str, text: str) -> list[Passage]:
    """Whole paragraphs together up to the target; a longer paragraph by its lines."""
    found: list[Passage] = []
    lines: list[tuple[int, str]] = []
    for number, line, opens in _pieces(text):
        size = sum(len(held) + 1 for _, held in lines)
        full = size + len(line) > TARGET
        # a heading or a new paragraph is a good place to stop once half of the room is used
        if lines and (full or (opens and size > TARGET // 2)):
            _close(found, file, lines)
            lines = []
        lines.append((number, line))
    _close(found, file, lines)
    return found


def _pieces(text: str) -> Iterator[tuple[int, str, bool]]:
    """(line number, line or a piece of it, whether a paragraph or a section opens with it)."""
    blank = True
    for number, line in enumerate(text.splitlines(), 1):
        opens = blank or line.startswith("#")
        blank = not line.strip()
        for start in range(0, max(len(line), 1), TARGET):
            yield number, line[start : start + TARGET], opens and not blank and start == 0


def _close(found: list[Passage], file: str, lines: list[tuple[int, str]]) -> None:
    while lines and not lines[-1][1].strip():
        lines = lines[:-1]
    while lines and not lines[0][1].strip():
        lines = lines[1:]
    if lines:
        text = "\n".join(line for _, line in lines)
        found.append(Passage(file, lines[0][0], lines[-1][0], text))
