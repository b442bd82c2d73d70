"""A trace of observations that stand in each other, sorted out: which of them are model calls,
which only wrap one, and which belong to an agent inside the agent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.messages import Usage
from data.importers.replies import reply_in
from data.importers.report import Report

Kind = Literal["model", "tool", "agent", "other"]
TWICE = "observations that stand in the file twice (same id): taken once"
NO_PARENT = "observations whose parent is not in the file: taken as a beginning"
HIGHEST = 500
"""How many levels are looked up from an observation; real ones stand a few tens deep."""
WRAPPERS = "model observations around other model observations: counted once, by the inner ones"
NOTHING: tuple[Any, ...] = (None, "", [], {}, "None")
"""What stands for no text at all; the last one is Python's, as OpenLIT prints it."""


@dataclass
class Span:
    id: str
    parent: str
    kind: Kind
    name: str
    started: float | None = None
    ended: float | None = None
    first_token: float | None = None
    input: Any = None
    output: Any = None
    """As JSON says it, with texts that hold JSON opened."""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    error: str = ""
    """What went wrong; empty for nothing."""
    settings: dict[str, Any] = field(default_factory=dict)
    tools: list[Any] = field(default_factory=list)
    call_id: str = ""
    order: int = 0

    def begins(self) -> tuple[float, int, int]:
        """By when it began; of two that began together the model call comes first."""
        at = self.started if self.started is not None else self.ended
        return (at if at is not None else float("inf"), self.kind != "model", self.order)


@dataclass
class Tree:
    """The spans of one trace. `strand` says to which run a span belongs: the id of the agent's
    span that is a sub-run, or nothing for the main run."""

    spans: dict[str, Span]
    strand: dict[str, str]
    outer: dict[str, str]
    """Sub-run -> the run it belongs to."""
    called: dict[str, str]
    """Sub-run -> the tool span that it carries out."""
    wrappers: set[str]
    failed_inside: set[str] = field(default_factory=set)
    """Spans in which another one failed already: their own error is the same one, handed up."""

    def of(self, strand: str) -> list[Span]:
        """Those of one run, in the order in which they began."""
        mine = [span for span in self.spans.values() if self.strand[span.id] == strand]
        return sorted(mine, key=Span.begins)

    def above(self, span: Span) -> Iterator[Span]:
        yield from _above(self.spans, span)


def sort_out(found: list[Span], report: Report) -> Tree:
    spans: dict[str, Span] = {}
    for number, span in enumerate(found):
        span.order = number
        span.id = span.id or f"#{number}"
        if span.id in spans:
            report.lose(TWICE)
            continue
        spans[span.id] = span
    orphans = sum(bool(span.parent) and span.parent not in spans for span in spans.values())
    if orphans:
        report.lose(NO_PARENT, orphans)
    wrappers = _wrappers(spans)
    if wrappers:
        report.lose(WRAPPERS, len(wrappers))
    tree = Tree(spans, {}, {}, {}, wrappers)
    for span in spans.values():
        if span.error:
            tree.failed_inside.update(above.id for above in tree.above(span))
    _strands(tree)
    return tree


def _above(spans: dict[str, Span], span: Span) -> Iterator[Span]:
    """From the nearest outwards; ids that stand in each other end it."""
    seen = {span.id}
    at = spans.get(span.parent)
    while at is not None and at.id not in seen and len(seen) < HIGHEST:
        seen.add(at.id)
        yield at
        at = spans.get(at.parent)


def _wrappers(spans: dict[str, Span]) -> set[str]:
    """Model spans with model spans inside: an SDK's own span around a client's, or a helper's
    around its steps. Their usage is a sum, or somebody's estimate of the same call; what only
    they tell is handed down."""
    inner: dict[str, list[Span]] = defaultdict(list)
    order: list[str] = []
    for span in sorted((s for s in spans.values() if s.kind == "model"), key=Span.begins):
        for above in _above(spans, span):
            if above.kind in ("tool", "agent"):
                break
            if above.kind == "model":
                inner[above.id].append(span)
                break
    # outer ones first, so that what is handed down goes all the way
    depth = {one: sum(1 for _ in _above(spans, spans[one])) for one in inner}
    order = sorted(inner, key=lambda one: depth[one])
    for one in order:
        _hand_down(spans[one], inner[one])
    return set(inner)


def _hand_down(wrapper: Span, inner: list[Span]) -> None:
    first, last = inner[0], inner[-1]
    if first.input in NOTHING:
        first.input = wrapper.input
    if last.output in NOTHING or (len(inner) == 1 and _more_calls(wrapper, last)):
        last.output = wrapper.output
    last.error = last.error or wrapper.error
    for span in inner:
        span.model = span.model or wrapper.model
        span.tools = span.tools or wrapper.tools
    if all(span.usage == Usage() for span in inner):
        last.usage = wrapper.usage
        last.usd = last.usd if last.usd is not None else wrapper.usd


def _more_calls(wrapper: Span, inner: Span) -> bool:
    """Whether only the outer one of two that tell one call holds what tools the model asked for."""
    told, known = reply_in(wrapper.output), reply_in(inner.output)
    return bool(told and told.said.calls) and not (known and known.said.calls)


def _strands(tree: Tree) -> None:
    spans = tree.spans
    own: dict[str, int] = defaultdict(int)
    inside: dict[str, list[str]] = defaultdict(list)
    whole: dict[str, int] = defaultdict(int)
    nearest: dict[str, str] = {}
    by_tool: dict[str, str] = {}
    for span in spans.values():
        agents = [one for one in _above(spans, span) if one.kind == "agent"]
        nearest[span.id] = agents[0].id if agents else ""
        if span.kind in ("model", "tool"):
            own[nearest[span.id]] += 1
            for agent in agents:
                whole[agent.id] += 1
        if span.kind == "agent":
            tool = next((o for o in _above(spans, span) if o.kind in ("tool", "agent")), None)
            if tool is not None and tool.kind == "tool":
                by_tool[span.id] = tool.id
    for span in spans.values():
        if span.kind == "agent" and whole[span.id]:
            inside[nearest[span.id]].append(span.id)
    runs = {  # in the order of the file: a set has another one in each process
        agent: None
        for outer, agents_in in inside.items()
        for agent in agents_in
        if agent in by_tool or own[outer] or len(agents_in) > 1
    }

    def home(span: Span) -> str:
        return next((one.id for one in _above(spans, span) if one.id in runs), "")

    for span in spans.values():
        tree.strand[span.id] = span.id if span.id in runs else home(span)
    for run in runs:
        tree.outer[run] = home(spans[run])
        if run in by_tool:
            tree.called[run] = by_tool[run]
