"""What is new to a run in each of its requests: the results and the words that it has not heard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from data.importers.heard import Heard
from data.importers.otlp_span import Span


class Mark(NamedTuple):
    """See otlp_marks."""

    before: str
    native: str | None
    text: str


class Marks:
    """Of all spans of a trace: those that stand for nothing else have their part in it too."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._marks: dict[str, Mark] = {}
        marks = self._marks
        for span in spans:
            before = span.before
            for told in span.results:
                if len(told) > 2:
                    native, text, at = told
                    if at not in marks:
                        marks[at] = Mark(before, native, text)
                    before = at

    def up_to(self, at: str, known: set[str]) -> list[Mark]:
        """The marks of a conversation up to this one and after the last one that is known, which
        are known then."""
        found = []
        while at not in known and (mark := self._marks.get(at)):
            known.add(at)
            found.append(mark)
            at = mark.before
        found.reverse()
        return found


class New(NamedTuple):
    """What a request tells a run."""

    question: str
    """The first word of the user in a request that begins a conversation, or that goes on with
    one in words that are new; empty in any other."""
    results: list[tuple[str, str]]
    words: list[str]
    """What a person said later."""


class Listener:
    """Of one run."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._known: set[str] = set()
        self._heard = Heard()

    def new(self, span: Span) -> New:
        """Of the run's next request, in the order of their times."""
        marks = self._marks.up_to(span.mark, self._known)
        results = [(m.native, m.text) for m in marks if m.native is not None]
        # files of before there were marks have, with a span, what was new when it came
        results += [(told[0], told[1]) for told in span.results if len(told) < 3]
        if all(mark.native is not None for mark in marks):
            return New("", results, [])
        every = self._marks.up_to(span.mark, set())
        words = [mark.text for mark in every if mark.native is None]
        later = self._heard.new(words)
        # a program that says the task again says nothing new
        return New(words[0], results, [one for one in later if one.strip() != words[0].strip()])
