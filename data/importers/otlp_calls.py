"""Which spans of a trace are model calls, tool calls and agents of their own, each counted once.

Two instrumentors may trace one call, one span inside the other or side by side; a framework may
wrap several calls in a span that repeats their usage. All spans are known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from data.importers.otlp_kinds import AGENT, LLM, TOOL
from data.importers.otlp_span import Span
from data.importers.otlp_tree import Tree, fullness

REQUEST = ("request", "chain", "results", "mark", "question", "tools")


def model_calls(tree: Tree) -> tuple[list[Span], int, int]:
    """The model calls, how many were traced a second time, and how many only wrap others."""
    found = [span for span in tree.spans.values() if span.kind == LLM]
    inner: dict[str, list[Span]] = defaultdict(list)
    for span in found:
        for above in tree.above(span):
            if above.kind == LLM:
                inner[above.id].append(span)
                break
    gone: set[str] = set()
    merged: dict[str, Span] = {}
    wrappers = twice = 0
    for span in sorted(found, key=lambda s: len(list(tree.above(s))), reverse=True):
        inside = inner.get(span.id, [])
        if len(inside) > 1:
            gone.add(span.id)
            wrappers += 1
            # what it wraps may itself stand in a wrapper
            for above in tree.above(span):
                if above.kind == LLM:
                    inner[above.id] += inside
                    break
        elif len(inside) == 1:
            gone.add(inside[0].id)
            twice += 1
            merged[span.id] = one_of(span, merged.get(inside[0].id, inside[0]))
    calls = [merged.get(span.id, span) for span in found if span.id not in gone]
    calls, beside = _without_siblings(calls)
    return sorted(calls, key=lambda s: (s.at, s.start or 0, s.id)), twice + beside, wrappers


def one_of(one: Span, other: Span) -> Span:
    """Two tellings of one call: the fuller one, and from the other what it does not know."""
    best, rest = (one, other) if fullness(one) >= fullness(other) else (other, one)
    known = {
        name: value
        for name in ("usage", "cost", "model", "provider", "thinking", "finish", "settings",
                     "response")
        if not getattr(best, name) and (value := getattr(rest, name))
    }  # fmt: skip
    if not best.request and rest.request:
        known |= {n: getattr(rest, n) for n in REQUEST}
    if not best.output and not best.calls:
        known |= {n: getattr(rest, n) for n in ("output", "calls")}
    failed = one.failed or other.failed
    return replace(best, id=one.id, parent=one.parent, failed=failed,
                   message=one.message or other.message, **known)  # fmt: skip


def _without_siblings(calls: list[Span]) -> tuple[list[Span], int]:
    """Drops a call that lies wholly inside one of another instrumentor, of the same model."""
    timed = sorted((s for s in calls if s.start is not None and s.end is not None),
                   key=lambda s: (s.start or 0, -(s.end or 0), s.id))  # fmt: skip
    if len({span.scope for span in timed}) < 2:
        return calls, 0
    gone: set[str] = set()
    merged: dict[str, Span] = {}
    open_: list[Span] = []
    for span in timed:
        start, end = span.start or 0, span.end or 0
        open_ = [one for one in open_ if (one.end or 0) >= start]
        around = next((one for one in open_ if (one.end or 0) >= end and one.scope != span.scope
                       and _same_model(one, span)), None)  # fmt: skip
        if around is None:
            open_.append(span)
        else:
            gone.add(span.id)
            merged[around.id] = one_of(merged.get(around.id, around), span)
    return [merged.get(s.id, s) for s in calls if s.id not in gone], len(gone)


def _same_model(one: Span, other: Span) -> bool:
    a, b = (s.model.rsplit("/", 1)[-1].lower() for s in (one, other))
    return not a or not b or a.startswith(b) or b.startswith(a)


def tool_calls(tree: Tree) -> list[Span]:
    """Of two spans of one tool of which one stands directly in the other, the outer one, with what
    only the inner one knows."""
    found: dict[str, Span] = {s.id: s for s in tree.spans.values() if s.kind == TOOL}
    for span_id in sorted(found, key=lambda s: len(list(tree.above(tree.spans[s]))), reverse=True):
        span = found[span_id]
        outer = tree.parent(span)
        held = found.get(outer.id) if outer else None
        if held is not None and held.tool == span.tool:
            del found[span.id]
            known = {n: getattr(span, n) for n in ("call", "input", "output", "message")
                     if not getattr(held, n)}  # fmt: skip
            found[held.id] = replace(held, failed=held.failed or span.failed, **known)
    return sorted(found.values(), key=lambda s: (s.at, s.start or 0, s.id))


def agents(tree: Tree, calls: Iterable[Span]) -> dict[str, str]:
    """Sub-run -> the span of the agent or the tool call that it stands in; empty for the run.

    An agent inside another is a run of its own where it makes model calls, unless the outer one
    makes none itself and has no other agent: then the two are one agent, told twice.
    """

    def nearest(span: Span) -> Span | None:
        return next((a for a in tree.above(span) if a.kind == AGENT), None)

    own: dict[str, int] = defaultdict(int)
    inner: dict[str, set[str]] = defaultdict(set)
    busy: dict[str, None] = {}
    for call in calls:
        above = [a for a in tree.above(call) if a.kind == AGENT]
        if above:
            own[above[0].id] += 1
        busy |= {a.id: None for a in above}
    for span_id in busy:
        outer = nearest(tree.spans[span_id])
        if outer is not None:
            inner[outer.id].add(span_id)
    found: dict[str, str] = {}
    for span_id in busy:
        span = tree.spans[span_id]
        through_tool = next((a.id for a in tree.above(span) if a.kind in (AGENT, TOOL)), "")
        if not through_tool:
            continue
        holder = tree.spans[through_tool]
        if holder.kind == AGENT and not own[holder.id] and len(inner[holder.id]) < 2:
            continue
        found[span_id] = through_tool
    return found
