"""A span with its meaning: a model call, a tool call, an agent, or something around them.

The request of a model call becomes a chain (see data.importers.chains) as soon as the span is
read, so that a conversation that grows with each span is kept once, whatever its length.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from agents.messages import Part, Usage
from data.importers import otlp_messages as messages
from data.importers import otlp_settings as numbers
from data.importers.chains import EMPTY, Chain
from data.importers.hostile import body_of, finite, word
from data.importers.otlp_decode import Attributes, Raw
from data.importers.otlp_messages import loaded, read_message
from data.importers.otlp_settings import text_at
from data.importers.otlp_wire import Region, Regions, restored

LONGEST_ATTRIBUTE = 2_000
TRACES_KEPT = 256
MOST_BYTES = 100_000_000
"""Of requests that are kept to be recognised, of all traces together."""
REQUESTS_KEPT = 4
"""A planner, an evaluator and sub-agents each grow a conversation of their own in one trace."""

READ = ("llm.", "gen_ai.", "input.", "output.", "openinference.span.kind", "tool.", "tool_call.",
        "traceloop.", "message.", "ai.")  # fmt: skip

MODEL = {"chat", "text_completion", "generate_content", "completion", "generate_text", "responses",
         "messages", "message"}  # fmt: skip
LLM, TOOL, AGENT, OTHER = "llm", "tool", "agent", "other"
OPENINFERENCE = {"LLM": LLM, "TOOL": TOOL, "AGENT": AGENT}
TRACELOOP = {"tool": TOOL, "agent": AGENT, "workflow": AGENT}


@dataclass(slots=True)
class Span:
    """Fit to be kept as JSON, but for `chain`. Of a kind, only its own fields are filled."""

    trace: str
    id: str
    parent: str = ""
    name: str = ""
    scope: str = ""
    kind: str = OTHER
    start: float | None = None
    end: float | None = None
    failed: bool = False
    message: str = ""
    rest: dict[str, Any] = field(default_factory=dict)
    """Attributes that nothing here reads, as they are."""
    dropped: int = 0
    """Attributes too long to be kept so."""
    input: str = ""
    """Of an agent or a root its task, of a tool call its arguments."""
    output: str = ""
    resource: dict[str, Any] = field(default_factory=dict)
    """Of a root only."""
    # a model call
    request: str = ""
    """The digest of its chain."""
    chain: Chain | None = field(default=None, repr=False)
    question: str = ""
    model: str = ""
    provider: str = ""
    usage: list[int | None] = field(default_factory=list)
    cost: float | None = None
    calls: list[list[Any]] = field(default_factory=list)
    results: list[list[str]] = field(default_factory=list)
    """Id and text of the results that are new in its request."""
    thinking: str = ""
    finish: str = ""
    """Of an agent, set where its output is a message, whose text is the answer as it is."""
    settings: dict[str, Any] = field(default_factory=dict)
    tools: list[Any] = field(default_factory=list)
    response: str = ""
    # a tool call
    call: str = ""
    """The id that the model gave the call."""
    tool: str = ""

    def told(self) -> dict[str, Any]:
        """What is not empty, for `Span(**...)`."""
        return {name: value for name, value in zip(TOLD, _values(self), strict=True) if value}

    @property
    def at(self) -> float:
        return next((t for t in (self.end, self.start) if t is not None), 0.0)


TOLD = [one.name for one in fields(Span) if one.name != "chain"]
_values = attrgetter(*TOLD)


def kind_of(raw: Raw) -> str:
    """By what the span says of itself; a name alone is believed for tools and agents only."""
    attributes = raw.attributes
    told = word(attributes.get("openinference.span.kind")).upper()
    if told:
        return OPENINFERENCE.get(told, OTHER)
    operation = word(attributes.get("gen_ai.operation.name"))
    if operation in MODEL:
        return LLM
    if operation == "execute_tool":
        return TOOL
    if operation in ("invoke_agent", "create_agent", "invoke_workflow"):
        return AGENT if operation != "create_agent" else OTHER
    told = word(attributes.get("traceloop.span.kind"))
    if told in TRACELOOP:
        return TRACELOOP[told]
    if word(attributes.get("llm.request.type")) in ("chat", "completion"):
        return LLM
    if raw.name.startswith("ai.toolCall"):
        return TOOL
    if raw.name.startswith("ai."):
        return LLM if raw.name.endswith((".doGenerate", ".doStream")) else OTHER
    if operation or told:
        return OTHER
    if "gen_ai.tool.name" in attributes and "gen_ai.request.model" not in attributes:
        return TOOL
    if "gen_ai.request.model" in attributes and raw.name.split(" ")[0] not in (
        "embeddings", "invoke_agent",
    ):  # fmt: skip
        return LLM
    return OTHER


@dataclass(slots=True)
class _Request:
    """A request that was read: its messages, and the chain up to and including each."""

    base: Chain
    bodies: list[str]
    chains: list[Chain]
    system: int
    """How many of its messages stand outside `region`."""
    question: str
    region: Region | None = None

    @property
    def size(self) -> int:
        return len(self.region.data) if self.region else 0


@dataclass(slots=True)
class _Trace:
    requests: deque[_Request] = field(default_factory=lambda: deque(maxlen=REQUESTS_KEPT))
    bases: dict[str, Chain] = field(default_factory=dict)


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
                    raw.failed, raw.message or _exception(raw))  # fmt: skip
        if kind == LLM:
            self._model_call(raw, span)
        else:
            restored(raw)
            _task(raw, span)
        if kind == TOOL:
            _tool_call(raw.attributes, span)
        if not span.parent:
            span.resource = finite({k: v for k, v in raw.resource.items() if _short(v)})
        for key, value in raw.attributes.items():
            if not key.startswith(READ) or (kind == OTHER and not key.startswith("llm.")):
                if _short(value):
                    span.rest[key] = finite(value)
                else:
                    span.dropped += 1
        return span

    def _model_call(self, raw: Raw, span: Span) -> None:
        attributes = raw.attributes
        trace = self._trace(raw.trace)
        span.tools = numbers.tools(attributes)
        base = _base(trace, span.tools)
        request = _grown(trace, base, raw, span) or _compared(trace, base, raw, span)
        if request is not None:
            self._remember(trace, request)
            span.question = request.question
            end = request.chains[-1] if request.chains else base
        else:
            end = base
        span.settings = finite(numbers.settings(attributes))
        if span.settings and end is not EMPTY:
            end = end.add("settings", "settings", span.settings)
        span.chain, span.request = end, end.digest
        said = messages.output_of(raw)
        span.output, span.thinking = said.text, said.thinking
        span.calls = [[i, n, a if isinstance(a, str) else finite(a)] for i, n, a in said.calls]
        span.finish = said.finish
        span.model = text_at(attributes, "gen_ai.response.model", "llm.response.model",
                             "llm.model_name", "gen_ai.request.model", "ai.response.model",
                             "ai.model.id")  # fmt: skip
        span.provider = text_at(attributes, "gen_ai.provider.name", "gen_ai.system", "llm.provider",
                                "llm.system", "ai.model.provider")  # fmt: skip
        span.response = text_at(attributes, "gen_ai.response.id", "ai.response.id")
        used = numbers.usage(attributes)
        if used != Usage():
            span.usage = [
                used.input_tokens,
                used.output_tokens,
                used.cache_read_input_tokens,
                used.cache_creation_input_tokens,
                used.reasoning_output_tokens,
            ]
        cost = attributes.get("llm.cost.total", attributes.get("operation.cost"))
        if isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost < 1e9:
            span.cost = float(cost)

    def _remember(self, trace: _Trace, request: _Request) -> None:
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


def _grown(trace: _Trace, base: Chain, raw: Raw, span: Span) -> _Request | None:
    """The request where its beginning was recognised as bytes; None where it was not, or where
    what follows does not simply go on."""
    region: Region | None = raw.known
    before = region.before if region else None
    known = next((r for r in trace.requests if before and r.region is before), None)
    if region is None or known is None:
        return None
    if region.as_json:
        text = region.fresh.lstrip()
        new = loaded((b"[" + text.removeprefix(b",") + b"]").decode("utf-8", "replace"))
        smooth = isinstance(new, list)
        system = [body_of(m) for m in messages.system_of(raw.attributes)]
    else:
        flat = messages.unflattened(raw.attributes, "llm.input_messages")
        new = [messages.openinference(one) for one in flat.values()]
        smooth, system = next(iter(flat), len(known.bodies)) == len(known.bodies), []
    if not smooth or known.base is not base or known.bodies[: known.system] != system:
        return None
    region.before = None
    request = _Request(base, list(known.bodies), list(known.chains), known.system, known.question,
                       region)  # fmt: skip
    _add(request, new, span)
    return request


def _compared(trace: _Trace, base: Chain, raw: Raw, span: Span) -> _Request | None:
    """The request decoded in full, and compared text by text with those before it."""
    restored(raw)
    region: Region | None = raw.known
    found = messages.inputs_of(raw)
    if not found:
        return None
    bodies = [body_of(message) for message in found]
    best, share = None, 0
    for one in trace.requests:
        if one.base is base and (same := _same(one.bodies, bodies)) > share:
            best, share = one, same
    request = _Request(base, [], [], len(messages.system_of(raw.attributes)), "", region)
    if best is not None:
        request.bodies, request.chains = best.bodies[:share], best.chains[:share]
        request.question = best.question
    _add(request, found[share:], span, bodies[share:])
    return request


def _add(request: _Request, new: list[Any], span: Span, bodies: list[str] | None = None) -> None:
    chain = request.chains[-1] if request.chains else request.base
    for place, message in enumerate(new):
        body = bodies[place] if bodies is not None else body_of(message)
        said = read_message(message)
        role = word(said.role) or "user"
        chain = chain.add(_part(role, said), role, body)
        request.bodies.append(body)
        request.chains.append(chain)
        if role == "user" and said.text and not request.question:
            request.question = said.text
        span.results += [[native, text] for native, text in said.results]


def _same(one: list[str], other: list[str]) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


def _part(role: str, said: messages.Said) -> Part:
    if role in ("system", "developer"):
        return "system"
    if role in ("assistant", "model", "ai"):
        return "reasoning"
    if role in ("tool", "function") or (said.results and not said.text):
        return "observation"
    return "question" if role in ("user", "human") else "note"


def _base(trace: _Trace, tools: list[Any]) -> Chain:
    if not tools:
        return EMPTY
    key = body_of(tools)
    if key not in trace.bases:
        trace.bases[key] = EMPTY.tools(tools)
    return trace.bases[key]


def _task(raw: Raw, span: Span) -> None:
    attributes = raw.attributes
    if span.kind == OTHER and span.parent:
        return
    span.input = text_at(attributes, "input.value", "traceloop.entity.input", "ai.prompt")
    span.output = text_at(attributes, "output.value", "traceloop.entity.output", "ai.response.text")
    span.tool = text_at(attributes, "gen_ai.agent.name", "traceloop.entity.name", "agent.name")
    if not span.input and "gen_ai.input.messages" in attributes:
        asked = [read_message(m) for m in messages.inputs_of(raw)]
        users = [m.text for m in asked if m.role == "user" and m.text]
        span.input = users[0] if users else ""
    if not span.output and "gen_ai.output.messages" in attributes:
        said = messages.output_of(raw)
        span.output, span.finish = said.text, said.finish or "stop"


def _tool_call(attributes: Attributes, span: Span) -> None:
    span.call = text_at(attributes, "gen_ai.tool.call.id", "tool_call.id", "tool.id",
                        "ai.toolCall.id")  # fmt: skip
    span.tool = text_at(
        attributes, "gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name"
    ) or span.name.removeprefix("execute_tool ")
    span.input = text_at(
        attributes, "gen_ai.tool.call.arguments", "ai.toolCall.args", "tool_arguments",
        "input.value", "traceloop.entity.input", "tool.parameters",
    )  # fmt: skip
    span.output = text_at(
        attributes, "gen_ai.tool.call.result", "ai.toolCall.result", "tool_response",
        "output.value", "traceloop.entity.output",
    )  # fmt: skip


def _exception(raw: Raw) -> str:
    for name, about in raw.events:
        if name == "exception":
            kind, said = (word(about.get(f"exception.{n}")) for n in ("type", "message"))
            return ": ".join(filter(None, (kind, said)))
    return ""


def _short(value: Any) -> bool:
    return len(str(value)) <= LONGEST_ATTRIBUTE
