"""What a request holds of results and of the user's words, kept so that it can be put together
from all spans of a trace, in whatever order they came.

A mark is a result or a word: `[id, text, at, before]`. `id` is None for a word; `at` names the mark
by the conversation up to it, and `before` the mark that stands before it there. A span keeps the
name of its request's last mark, and those marks that no span before it has, so that a history of a
thousand turns is kept once (see otlp_listening).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from data.importers.heard import OBSERVED
from data.importers.otlp_said import Said

DIGITS = 12
"""Of a digest; enough to tell the messages of one trace apart."""
USER = ("user", "human")
SYSTEM = ("system", "developer")
ASSISTANT = ("assistant", "model", "ai")
ACTS = re.compile(r"^\s*Action(?: Input)?\s*\d*\s*:|<(?:tool_call|function|execute)", re.M)
COMMAND = re.compile(r"```(?:bash|sh|shell|console)?[ \t]*\n")
"""How a reply calls a tool in its text, or ends in a command: what follows answers no answer."""
PROGRAM = re.compile(
    r"\s*(?:[<{[]|(?:observation|tool|function|execution|command|terminal|error|output|result"
    r"|stdout|stderr|exit code|call id|validation feedback|for context)\b[^\n:]{0,30}:)",
    re.I,
)
"""How a program begins that speaks in the user's name: with a tag, JSON, or what it tells of."""


class Place(NamedTuple):
    """Where a conversation stands after a message."""

    mark: str = ""
    """The name of the last one."""
    asked: bool = False
    """Whether the user has spoken."""
    turn: bool = False
    """Whether the user's next word answers an answer: only such a one is surely a person's."""
    program: bool = False
    """Whether a program has spoken in the user's name: after that nobody knows who speaks."""


BEGIN = Place()


def after(
    place: Place, message: Any, said: Said, role: str, digest: str, marks: list[list[Any]]
) -> Place:
    """The place after one more message, whose marks are added to `marks`."""
    at = digest[:DIGITS]
    mark = place.mark
    for number, (native, text) in enumerate(said.results):
        before, mark = mark, f"{at}.{number}" if number else at
        marks.append([native, text, mark, before])
    if role in ASSISTANT:
        turn = not _acts(said)
        return place if mark == place.mark and turn is place.turn else Place(
            mark, place.asked, turn, place.program
        )  # fmt: skip
    if role in SYSTEM:
        return place
    if role not in USER or not said.text:
        turn = place.turn and role in USER and not said.results
        return Place(mark, place.asked, turn, place.program)
    first = not place.asked
    program = not first and (place.program or _of_program(message, said))
    if not first and (program or not place.turn or said.results):
        return Place(mark, True, False, program)
    at = f"{at}.u" if said.results else at
    marks.append([None, said.text, at, mark])
    return Place(at, True, not first, False)


def _acts(said: Said) -> bool:
    if said.calls and not said.results:
        return True
    text = said.text
    if ("Action" in text or "<" in text) and ACTS.search(text):
        return True
    inner, fence, after = text.rpartition("```")
    return (
        bool(fence) and not after.strip() and COMMAND.match(inner, inner.rfind("```")) is not None
    )


def _of_program(message: Any, said: Said) -> bool:
    named = isinstance(message, dict) and bool(message.get("name"))
    return named or bool(PROGRAM.match(said.text) or OBSERVED.match(said.text))
