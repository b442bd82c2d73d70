"""What stands in the requests of a foreign run and in none of its events: prompts that a program
wrote, documents put into them, observations that no tool's result tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from agents.evidence.records import parsed
from agents.messages import Part

TOLD: tuple[Part, ...] = ("system", "question", "note")
READ: tuple[Part, ...] = ("observation",)
SAID: tuple[Part, ...] = ("reasoning",)
_BEGIN = re.compile(r"\W{0,5}(?:observation|function (?:output|result))s?\b", re.IGNORECASE)
_END = re.compile(r"\W{0,5}(?:thought|action|function name|final answer)\b", re.IGNORECASE)
"""Some programs put a result into the model's own words, under these labels."""


class Beside(NamedTuple):
    told: str = ""
    """What the model was told to do, and with what."""
    read: str = ""
    """What it was shown of results."""


def beside(pieces: Iterable[tuple[Part, str]]) -> Beside:
    """Of the pieces of a request, each its part and its body: text, or JSON of a message."""
    found: dict[Part, list[str]] = {}
    for part, body in pieces:
        if part in (*TOLD, *READ, *SAID):
            text = "\n".join(_texts(parsed(body)))
            found.setdefault(part, []).append(_shown(text) if part in SAID else text)
    told, read = (
        [text for part in parts for text in found.get(part, ())] for parts in (TOLD, (*READ, *SAID))
    )
    return Beside("\n".join(told), "\n".join(read))


def _texts(value: Any) -> Iterator[str]:
    """All that a message says, each text beginning a line."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("role", "type"):
                yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)


def _shown(text: str) -> str:
    """The lines under the label of a result; a text inside a text has its line breaks escaped."""
    lines: list[str] = []
    inside = False
    for line in text.replace("\\n", "\n").splitlines():
        inside = bool(_BEGIN.match(line)) or (inside and not _END.match(line))
        if inside:
            lines.append(line)
    return "\n".join(lines)
