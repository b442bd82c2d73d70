"""What is new to a run in each of its requests: the results and the words that it has not heard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.importers.heard import Heard
from data.importers.otlp_span import Span


class Marks:
    """Of all spans of a trace (see otlp_marks): those that stand for nothing else have their part
    in it too."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._marks: dict[str, list[Any]] = {}
        for span in spans:
            for mark in span.results:
                if len(mark) > 2:
                    self._marks[mark[2]] = mark

    def up_to(self, at: str, known: set[str]) -> list[list[Any]]:
        """The marks of a conversation up to this one and after the last one that is known, which
        are known then."""
        found = []
        while at not in known and (mark := self._marks.get(at)):
            known.add(at)
            found.append(mark)
            at = mark[3]
        found.reverse()
        return found


class Listener:
    """Of one run, whose requests it is told of in the order of their times."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._known: set[str] = set()
        self._heard = Heard()

    def new(self, span: Span) -> list[list[Any]]:
        """The marks in its request that no earlier one held."""
        marks = self._marks.up_to(span.mark, self._known)
        # files of before there were marks have, with a span, what was new when it came
        old = [told for told in span.results if len(told) < 3]
        return old + marks if old else marks

    def words(self, span: Span) -> list[str]:
        """The question of a request that holds new words, and those of them that a person said
        after it; nothing of a later request than the last that `new` was asked of."""
        marks = self._marks.up_to(span.mark, set())
        words = [text for native, text, *_ in marks if native is None]
        later = self._heard.new(words)
        # a program that says the task again says nothing new
        return [words[0], *(one for one in later if one.strip() != words[0].strip())]
