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

    def new(self, span: Span) -> tuple[list[tuple[str, str]], list[str]]:
        """What no earlier request held: results, by id and text, and the user's words: where there
        are new ones, the question of the request, and those that a person said after it."""
        marks = self._marks.up_to(span.mark, self._known)
        results = [(mark[0], mark[1]) for mark in marks if mark[0] is not None]
        words = self._words(span) if len(results) < len(marks) else []
        for told in span.results:
            if len(told) < 3:  # of an old file: what was new when the span came
                results.append((told[0], told[1]))
        return results, words

    def _words(self, span: Span) -> list[str]:
        marks = self._marks.up_to(span.mark, set())
        words = [mark[1] for mark in marks if mark[0] is None]
        later = self._heard.new(words)
        # a program that says the task again says nothing new
        return [words[0], *(one for one in later if one.strip() != words[0].strip())]
