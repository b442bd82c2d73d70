"""Which run each span of a trace belongs to: the trace's own, or that of an agent in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from data.importers import otlp_own as own
from data.importers.otlp_around import task_around
from data.importers.otlp_calls import agents, model_calls, tool_calls
from data.importers.otlp_kinds import AGENT, OTHER, TOOL
from data.importers.otlp_listening import Listener, Marks
from data.importers.otlp_span import Span
from data.importers.otlp_tree import Tree
from data.importers.writing import Out, RunOut

KEPT_RAW = 100
"""Spans that are no step, and spans with attributes of their own, that are kept as they are."""

TWICE = "model calls traced by two instrumentors: counted once"
WRAPPERS = "spans that only wrap model calls: not counted"
NO_PARENT = "spans whose parent is not there: placed by their time"
LONG = "attributes that no rule reads and that are longer than 2,000 characters: not kept"
MANY = f"spans beyond the first {KEPT_RAW} that tell more than a step holds: that is not kept"
AROUND = "spans that are no model or tool call: kept raw beside the run"


@dataclass
class Work:
    """A run with the spans that are its own."""

    run: RunOut
    agent: Span | None
    listener: Listener
    steps: list[Span] = field(default_factory=list)
    raw: list[dict[str, Any]] = field(default_factory=list)
    said: set[str] = field(default_factory=set)
    """What its models replied so far."""
    react: bool = False
    native: bool = False

    @cached_property
    def with_spans(self) -> set[str]:
        """Ids of the calls of whose running a span tells, once all steps are there."""
        return {step.call for step in self.steps if step.kind == TOOL}


class Runs:
    def __init__(self, tree: Tree, marks: Marks, out: Out) -> None:
        self._tree = tree
        self._marks = marks
        self._out = out
        calls, twice, wrappers = model_calls(tree)
        self._agents = agents(tree, calls)
        """Sub-agent -> the span that it stands in."""
        self._work: dict[str, Work] = {}
        for what, count in ((TWICE, twice), (WRAPPERS, wrappers),
                            (NO_PARENT, tree.missing_parents())):  # fmt: skip
            if count:
                out.report.lose(what, count)
        self._open(tree.roots())
        for span in sorted([*calls, *tool_calls(tree)], key=order):
            self._owner(span).steps.append(span)
        for span_id, around in self._agents.items():
            span = tree.spans[span_id]
            if tree.spans[around].kind == AGENT and not own.is_run(span.rest):
                self._holder(span_id).steps.append(span)
        self._keep_raw()

    @property
    def main(self) -> Work:
        return self._work[""]

    def __iter__(self) -> Iterator[Work]:
        """The main run first."""
        return iter(self._work.values())

    def of_agent(self, span: Span) -> Work:
        return self._work[span.id]

    def task_around(self, work: Work) -> str:
        return task_around(self._tree, work.steps)

    def work_of(self, span: Span) -> Work:
        """The run that the span is about: of an agent its own, else the one that it stands in."""
        return self._work.get(span.id) or self._owner(span)

    def inside(self, span: Span) -> Iterator[RunOut]:
        """The runs of the agents that a tool call began."""
        for agent_id, around in self._agents.items():
            if around == span.id:
                yield self._work[agent_id].run

    def _open(self, roots: list[Span]) -> None:
        trace = roots[0].trace
        sound = len(trace) == 32
        run = self._out.run(identity=trace if sound else "", paradigm="unknown")
        self._work[""] = self._begun(run, self._main_agent(roots))
        for span_id in sorted(self._agents, key=self._depth):
            holder = self._holder(span_id)
            identity = f"{self._tree.spans[span_id].trace}/{span_id}" if sound else ""
            run = self._out.run(identity=identity, called_by=holder.run, paradigm="unknown")
            self._work[span_id] = self._begun(run, self._tree.spans[span_id])

    def _begun(self, run: RunOut, agent: Span | None) -> Work:
        return Work(run, agent, Listener(self._marks))

    def _depth(self, span_id: str) -> int:
        return sum(1 for _ in self._tree.above(self._tree.spans[span_id]))

    def _main_agent(self, roots: list[Span]) -> Span | None:
        """The outermost agent; else a root that tells its task."""
        found = [
            span
            for span in self._tree.spans.values()
            if span.kind == AGENT and not any(a.kind == AGENT for a in self._tree.above(span))
        ]
        found.sort(key=lambda s: (s.start or 0, s.id))
        return next((s for s in (*found, *roots) if s.kind == AGENT or s.input or s.output), None)

    def _holder(self, agent_id: str) -> Work:
        """The run that a sub-agent was called from."""
        above = next((a.id for a in self._tree.above(self._tree.spans[agent_id])
                      if a.id in self._work and a.id), "")  # fmt: skip
        return self._work[above]

    def _owner(self, span: Span) -> Work:
        above = next((a.id for a in self._tree.above(span) if a.id in self._agents), "")
        return self._work[above]

    def _keep_raw(self) -> None:
        report = self._out.report
        kinds: Counter[str] = Counter()
        kept = left = 0
        for span in sorted(self._tree.spans.values(), key=order):
            kinds[span.kind] += 1
            if span.dropped:
                report.lose(LONG, span.dropped)
            rest = {name: each for name, each in span.rest.items() if name not in own.READ}
            if not (rest or span.kind == OTHER):
                continue
            kept += 1
            if kept > KEPT_RAW:
                left += 1
                continue
            owner = self._owner(span)
            owner.raw.append({"span": span.id, "name": span.name, "start": span.start,
                              "end": span.end, **({"attributes": rest} if rest else {}),
                              **({"error": span.message} if span.failed else {})})  # fmt: skip
        if kinds[OTHER]:
            report.lose(AROUND, kinds[OTHER])
        if left:
            report.lose(MANY, left)


def order(span: Span) -> tuple[float, float, str]:
    return span.at, span.start or 0.0, span.id
