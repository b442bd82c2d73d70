"""The spans of a trace, each once, and which stands in which, in whatever order they came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from data.importers.hostile import body_of
from data.importers.otlp_span import Span

DEEPEST = 10_000


class Tree:
    """The spans of a trace, by their ids: of two with one id the later one to end counts. A parent
    that is not there, or that is a span's own descendant, is no parent."""

    def __init__(self, spans: Iterable[Span]) -> None:
        found: dict[str, Span] = {}
        for span in spans:
            held = found.get(span.id)
            if held is None or _counts_before(span, held):
                found[span.id] = span
        self.spans = {span_id: found[span_id] for span_id in sorted(found)}
        self._parents: dict[str, str] = {}
        for span in self.spans.values():
            if span.parent in self.spans and not self._circular(span):
                self._parents[span.id] = span.parent

    def parent(self, span: Span) -> Span | None:
        return self.spans.get(self._parents.get(span.id, ""))

    def above(self, span: Span) -> Iterator[Span]:
        at = self.parent(span)
        while at is not None:
            yield at
            at = self.parent(at)

    def roots(self) -> list[Span]:
        """By their beginning."""
        tops = [span for span in self.spans.values() if span.id not in self._parents]
        return sorted(tops, key=lambda s: (s.start or 0, s.id))

    def missing_parents(self) -> int:
        return sum(bool(s.parent) and s.id not in self._parents for s in self.spans.values())

    def _circular(self, span: Span) -> bool:
        at, steps = span.parent, 0
        while at and steps < DEEPEST:
            if at == span.id:
                return True
            at, steps = self._parents.get(at, ""), steps + 1
        return steps >= DEEPEST


def _counts_before(one: Span, other: Span) -> bool:
    """Of two with one id; in which order they came says nothing."""
    ends = one.end or 0, other.end or 0
    if ends[0] != ends[1] or one == other:
        return ends[0] > ends[1]
    fuller = fullness(one), fullness(other)
    if fuller[0] != fuller[1]:
        return fuller[0] > fuller[1]
    return _content(one) > _content(other)


def _content(span: Span) -> str:
    """But for what depends on the spans that came before it."""
    told = span.told()
    return body_of([told[name] for name in sorted(told) if name != "results"])


def fullness(span: Span) -> int:
    return sum(map(bool, (span.request, span.output or span.calls, span.usage, span.calls)))
