"""What a request holds of results and of the user's words, kept so that it can be put together
from all spans of a trace, in whatever order they came.

A mark is a result or a word: `[id, text, at, before]`. `id` is None for a word; `at` names the mark
by the conversation up to it, and `before` the mark that stands before it there. A span keeps the
name of its request's last mark, and those marks that no span before it has, so that a history of a
thousand turns is kept once (see otlp_listening).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from data.importers.heard import OBSERVED
from data.importers.otlp_said import Said

NONE: list[list[Any]] = []
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


@dataclass(slots=True)
class Place:
    """Where a conversation stands."""

    mark: str = ""
    """The name of the last one."""
    asked: bool = False
    """Whether the user has spoken."""
    turn: bool = False
    """Whether the user's next word answers an answer: only such a one is surely a person's."""
    program: bool = False
    """Whether a program has spoken in the user's name: after that nobody knows who speaks."""

    def copy(self) -> Place:
        return Place(self.mark, self.asked, self.turn, self.program)

    def hear(self, message: Any, said: Said, role: str, digest: str) -> list[list[Any]]:
        """The marks of one more message."""
        if role in ASSISTANT and not said.results:
            self.turn = not _acts(said)
            return NONE
        if role in SYSTEM:
            return NONE
        at = digest[:DIGITS]
        found: list[list[Any]] = []
        for number, (native, text) in enumerate(said.results):
            before, self.mark = self.mark, f"{at}.{number}" if number else at
            found.append([native, text, self.mark, before])
        if role in USER and said.text and not said.text.isspace():
            if self._believed(message, said):
                before, self.mark = self.mark, f"{at}.u" if found else at
                found.append([None, said.text, self.mark, before])
        elif role in ASSISTANT:
            self.turn = not _acts(said)
        elif found or role not in USER:
            self.turn = False
        return found

    def _believed(self, message: Any, said: Said) -> bool:
        """Whether what the user says here is a mark: the question, or surely a person's word."""
        if not self.asked:
            self.turn, self.asked = False, not OBSERVED.match(said.text)
            return self.asked
        self.program = self.program or _of_program(message, said)
        self.turn = self.turn and not self.program and not said.results
        return self.turn


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
