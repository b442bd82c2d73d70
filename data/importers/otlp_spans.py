"""A span with its meaning: a model call, a tool call, an agent, or something around them.

The request of a model call becomes a chain (see data.importers.chains) as soon as the span is
read, so that a conversation that grows with each span is kept once, whatever its length.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

from data.importers import otlp_settings as numbers
from data.importers.chains import EMPTY, Chain
from data.importers.hostile import body_of, finite
from data.importers.otlp_kinds import LLM, OTHER, TOOL, kind_of
from data.importers.otlp_layout import laid
from data.importers.otlp_outputs import output_of
from data.importers.otlp_raw import Raw
from data.importers.otlp_regions import Region, Regions
from data.importers.otlp_requests import Request, compared, grown
from data.importers.otlp_scores import NAME as SCORED
from data.importers.otlp_scores import scores_of
from data.importers.otlp_settings import text_at
from data.importers.otlp_span import Span
from data.importers.otlp_tasks import exception, task, tool_call
from data.importers.otlp_wire import restored

__all__ = ["Histories", "Span"]

LONGEST_ATTRIBUTE = 2_000
TRACES_KEPT = 256
MOST_BYTES = 100_000_000
"""Of requests that are kept to be recognised, of all traces together."""
REQUESTS_KEPT = 4
"""A planner, an evaluator and sub-agents each grow a conversation of their own in one trace."""


@dataclass(slots=True)
class _Trace:
    requests: deque[Request] = field(default_factory=lambda: deque(maxlen=REQUESTS_KEPT))
    bases: dict[str, Chain] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)
    """Those that stand with a span."""


class Histories(Regions):
    """The conversations of the traces that were read last. Not thread-safe."""

    def __init__(self) -> None:
        self._traces: OrderedDict[str, _Trace] = OrderedDict()
        self._bytes = 0

    def of(self, trace: str) -> list[Region]:
        known = self._traces.get(trace)
        return [r.region for r in reversed(known.requests) if r.region] if known else []

    def clear(self) -> None:
        self._traces.clear()
        self._bytes = 0

    def span(self, raw: Raw) -> Span:
        """What the span means. Its request is added to the trace's chains."""
        kind = kind_of(raw)
        span = Span(raw.trace, raw.id, raw.parent, raw.name, raw.scope, kind, raw.start, raw.end,
                    raw.failed, raw.message or exception(raw))  # fmt: skip
        if kind == LLM:
            self._model_call(raw, span)
        else:
            restored(raw)
            task(raw, span)
        if raw.events or SCORED in raw.attributes:
            span.scores = scores_of(raw)
        if kind == TOOL:
            tool_call(raw.attributes, span)
        if not span.parent:
            span.resource = finite({k: v for k, v in raw.resource.items() if _short(v)})
        # of a span that is no step, nothing but what an instrumentor says of a model is read
        rest = laid(raw).rest if kind != OTHER else [
            key for key in raw.attributes if not key.startswith("llm.")
        ]  # fmt: skip
        for key in rest:
            value = raw.attributes[key]
            if _short(value):
                span.rest[key] = finite(value)
            else:
                span.dropped += 1
        return span

    def _model_call(self, raw: Raw, span: Span) -> None:
        attributes = raw.attributes
        trace = self._trace(raw.trace)
        span.tools = numbers.tools(raw)
        base = _base(trace, span.tools)
        request = grown(trace.requests, base, raw, span, trace.marks) or compared(
            trace.requests, base, raw, span, trace.marks
        )
        if request is not None:
            self._remember(trace, request)
            end = request.chain
        else:
            end = base
        span.settings = finite(numbers.settings(attributes))
        if span.settings and end is not EMPTY:
            end = end.add("settings", "settings", span.settings)
        span.chain, span.request = end, end.digest
        said = output_of(raw)
        span.output, span.thinking = said.text, said.thinking
        span.calls = [[i, n, a if isinstance(a, str) else finite(a)] for i, n, a in said.calls]
        span.finish = said.finish
        span.model = text_at(attributes, "gen_ai.response.model", "llm.response.model",
                             "llm.model_name", "gen_ai.request.model", "ai.response.model",
                             "ai.model.id")  # fmt: skip
        span.provider = text_at(attributes, "gen_ai.provider.name", "gen_ai.system", "llm.provider",
                                "llm.system", "ai.model.provider")  # fmt: skip
        span.response = text_at(attributes, "gen_ai.response.id", "ai.response.id")
        span.usage = numbers.usage(attributes)
        cost = attributes.get("llm.cost.total", attributes.get("operation.cost"))
        if isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost < 1e9:
            span.cost = float(cost)

    def _remember(self, trace: _Trace, request: Request) -> None:
        if len(trace.requests) == REQUESTS_KEPT:
            self._bytes -= trace.requests.popleft().size
        trace.requests.append(request)
        self._bytes += request.size
        while self._bytes > MOST_BYTES and len(self._traces) > 1:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, old = self._traces.popitem(last=False)
        self._bytes -= sum(request.size for request in old.requests)

    def _trace(self, trace: str) -> _Trace:
        known = self._traces.get(trace)
        if known is None:
            known = self._traces[trace] = _Trace()
            while len(self._traces) > TRACES_KEPT:
                self._drop_oldest()
        else:
            self._traces.move_to_end(trace)
        return known


def _base(trace: _Trace, tools: list[Any]) -> Chain:
    if not tools:
        return EMPTY
    key = body_of(tools)
    if key not in trace.bases:
        trace.bases[key] = EMPTY.tools(tools)
    return trace.bases[key]


def _short(value: Any) -> bool:
    return len(value if isinstance(value, str) else str(value)) <= LONGEST_ATTRIBUTE
