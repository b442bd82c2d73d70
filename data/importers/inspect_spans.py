"""The spans of an Inspect log: in which run an event belongs, and whether a scorer asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from data.importers.hostile import text_of, word
from data.importers.writing import Out, RunOut

MAX_NESTED = 50


@dataclass
class Span:
    kind: str
    name: str
    parent: str
    call_id: str = ""
    """Of a tool's span: the call that it carries out."""
    run: RunOut | None = None
    """Of an agent's span, if it was called as a tool."""


class Spans:
    """Of one sample. Older logs have steps in place of spans."""

    def __init__(self, out: Out, main: RunOut) -> None:
        self._out = out
        self._main = main
        self._spans: dict[str, Span] = {}
        self._steps: list[str] = []

    def begin(self, event: dict[str, Any]) -> None:
        self._spans[word(event.get("id"))] = Span(
            word(event.get("type")), word(event.get("name")), word(event.get("parent_id"))
        )

    def step(self, event: dict[str, Any]) -> None:
        if event.get("action") == "begin":
            self._steps.append(word(event.get("type")))
        elif self._steps:
            self._steps.pop()

    def called(self, event: dict[str, Any]) -> None:
        """Gives the span of a tool the id of the call that it carries out."""
        parent = word(event.get("span_id"))
        for span in self._spans.values():
            same = span.kind == "tool" and span.name == event.get("function")
            if same and span.parent == parent and not span.call_id:
                span.call_id = text_of(event.get("id"))

    def run_of(self, span_id: str, run: RunOut) -> RunOut:
        """An agent's span inside of a tool's is a run of its own."""
        if run is not self._main:
            return run
        agent: Span | None = None
        for _ in range(MAX_NESTED):
            span = self._spans.get(span_id)
            if span is None:
                return run
            if agent is not None and span.kind == "tool":
                if agent.run is None:
                    caller = self.run_of(span.parent, run)
                    agent.run = self._out.run(
                        called_by=caller, called_as=span.call_id, label=agent.name[:200]
                    )
                return agent.run
            if span.kind == "agent":
                agent = span
                if agent.run is not None:
                    return agent.run
            span_id = span.parent
        return run

    def judging(self, event: dict[str, Any]) -> bool:
        span_id = word(event.get("span_id"))
        for _ in range(MAX_NESTED):
            span = self._spans.get(span_id)
            if span is None:
                break
            if span.kind in ("scorer", "scorers"):
                return True
            span_id = span.parent
        return "scorer" in self._steps
