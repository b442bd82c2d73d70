"""The spans of one trace, told as a run and its sub-runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Dialect, Finish, Usage
from data.importers import otlp_own as own
from data.importers.chains import EMPTY, Chain
from data.importers.costs import told
from data.importers.hostile import word
from data.importers.otlp_calls import Tree, agents, model_calls, tool_calls
from data.importers.otlp_messages import FINISHES, loaded, plain_text
from data.importers.otlp_spans import AGENT, LLM, OTHER, TOOL, Span
from data.importers.writing import Out, RunOut

KEPT_RAW = 100
"""Spans that are no step, and spans with attributes of their own, that are kept as they are."""
REACT = re.compile(
    r"^\s*(?:Thought|Action)\s*\d*\s*:.*^\s*Action(?: Input)?\s*\d*\s*:", re.M | re.S
)

TWICE = "model calls traced by two instrumentors: counted once"
WRAPPERS = "spans that only wrap model calls: not counted"
NO_PARENT = "spans whose parent is not there: placed by their time"
UNANSWERED = "calls that a model asked for, of whose running there is no trace"
LONG = "attributes that no rule reads and that are longer than 2,000 characters: not kept"
MANY = f"spans beyond the first {KEPT_RAW} that are no step: their attributes are not kept"
NO_REQUEST = "model calls without their messages: the instrumentor left them out"
AROUND = "spans that are no model or tool call: kept raw beside the run"


class Linked(Chain):
    """A request whose links are in the store already: only its digest is at hand."""

    __slots__ = ()

    def __init__(self, digest: str) -> None:
        super().__init__()
        self.digest = digest


@dataclass
class _Work:
    """A run with the spans that are its own."""

    run: RunOut
    agent: Span | None
    steps: list[Span] = field(default_factory=list)
    raw: list[dict[str, Any]] = field(default_factory=list)
    calls: dict[str, Any] = field(default_factory=dict)
    """Sub-agent -> the call that it carries out."""
    react: bool = False
    native: bool = False


def tell(spans: Iterable[Span], out: Out) -> RunOut:
    """The run of a trace. `spans` is not empty; they may be in any order and repeat."""
    tree = Tree(spans)
    told_ = _Telling(tree, out)
    return told_.run()


class _Telling:
    def __init__(self, tree: Tree, out: Out) -> None:
        self._tree = tree
        self._out = out
        self._report = out.report
        self._calls, twice, wrappers = model_calls(tree)
        self._tools = tool_calls(tree)
        self._agents = agents(tree, self._calls)
        self._work: dict[str, _Work] = {}
        for what, count in ((TWICE, twice), (WRAPPERS, wrappers),
                            (NO_PARENT, tree.missing_parents())):  # fmt: skip
            if count:
                self._report.lose(what, count)

    def run(self) -> RunOut:
        roots = self._tree.roots()
        top = roots[0]
        agent = self._main_agent(roots)
        sound = len(top.trace) == 32
        run = self._out.run(identity=top.trace if sound else "", paradigm="unknown")
        main = self._work[""] = _Work(run, agent)
        for span_id in sorted(self._agents, key=lambda i: len([*self._tree.above(self._span(i))])):
            self._open_sub_run(self._span(span_id), sound)
        for span in sorted([*self._calls, *self._tools], key=_order):
            self._owner(span).steps.append(span)
        for span_id in self._agents:
            holder = self._holder(span_id)
            if self._span(self._agents[span_id]).kind == AGENT:
                holder.steps.append(self._span(span_id))
        self._keep_raw()
        for owner in [main, *(w for key, w in self._work.items() if key)]:
            self._steps(owner)
        self._end(main, roots)
        self._about(main, roots)
        return run

    def _span(self, span_id: str) -> Span:
        return self._tree.spans[span_id]

    def _main_agent(self, roots: list[Span]) -> Span | None:
        """The outermost agent; else a root that tells its task."""
        found = [
            span
            for span in self._tree.spans.values()
            if span.kind == AGENT and not any(a.kind == AGENT for a in self._tree.above(span))
        ]
        found.sort(key=lambda s: (s.start or 0, s.id))
        return next((s for s in (*found, *roots) if s.kind == AGENT or s.input or s.output), None)

    def _open_sub_run(self, agent: Span, sound: bool) -> None:
        holder = self._holder(agent.id)
        identity = f"{agent.trace}/{agent.id}" if sound else ""
        run = self._out.run(identity=identity, called_by=holder.run, paradigm="unknown")
        self._work[agent.id] = _Work(run, agent)

    def _holder(self, agent_id: str) -> _Work:
        """The run that a sub-agent was called from."""
        above = next((a.id for a in self._tree.above(self._span(agent_id)) if a.id in self._work
                      and a.id), "")  # fmt: skip
        return self._work[above]

    def _owner(self, span: Span) -> _Work:
        above = next((a.id for a in self._tree.above(span) if a.id in self._agents), "")
        return self._work[above]

    def _keep_raw(self) -> None:
        kinds: Counter[str] = Counter()
        kept = left = 0
        for span in sorted(self._tree.spans.values(), key=_order):
            kinds[span.kind] += 1
            if span.dropped:
                self._report.lose(LONG, span.dropped)
            if not (span.rest or span.kind == OTHER):
                continue
            kept += 1
            if kept > KEPT_RAW:
                left += 1
                continue
            owner = self._owner(span)
            owner.raw.append({"span": span.id, "name": span.name, "start": span.start,
                              "end": span.end, **({"attributes": span.rest} if span.rest else {}),
                              **({"error": span.message} if span.failed else {})})  # fmt: skip
        if kinds[OTHER]:
            self._report.lose(AROUND, kinds[OTHER])
        if left:
            self._report.lose(MANY, left)

    # steps

    def _steps(self, owner: _Work) -> None:
        owner.steps.sort(key=_order)
        run = owner.run
        for span in owner.steps:
            if span.kind == LLM:
                self._replied(owner, span)
            elif span.kind == TOOL:
                self._returned(owner, span)
            else:
                self._sub_agent(owner, span)
        if waiting := len(run.pairing.open()):
            self._report.lose(UNANSWERED, waiting)
        agent = owner.agent
        if agent is not None and agent.kind == AGENT:
            run.label = run.label or agent.tool
        run.question = run.question or _task(agent)
        run.paradigm = (
            "function-calling" if owner.native else "react" if owner.react else run.paradigm
        )
        if owner.raw:
            run.imported["spans"] = owner.raw
        if owner is not self._work[""] and agent is not None:
            _stop(run, agent)

    def _replied(self, owner: _Work, span: Span) -> None:
        run = owner.run
        self._results_in_request(owner, span)
        calls = [run.pairing.wish(str(i), str(n) or "unknown", a) for i, n, a in span.calls]
        owner.native = owner.native or bool(calls)
        owner.react = owner.react or bool(REACT.search(span.output[:4000]))
        if not run.tools and span.tools:
            run.tools = span.tools
        run.question = run.question or span.question
        run.provider = maker(span.provider)
        self._report.errors += span.failed
        if not span.request:
            self._report.lose(NO_REQUEST)
        chain = span.chain if span.chain is not None else (
            Linked(span.request) if span.request else EMPTY
        )  # fmt: skip
        run.replied(
            at=span.end if span.end is not None else span.start,
            started_at=span.start,
            model=span.model,
            text=span.output or (span.message if span.failed else ""),
            calls=calls,
            thinking=span.thinking,
            usage=_usage(span),
            finish=_finish(span),
            dialect=_dialect(span),
            cost=own.cost(span.rest, span.cost)
            or (told(span.cost) if span.cost is not None else None),
            forced=own.forced(span.rest),
            notes=own.notes(span.rest),
            request=chain,
            rebuilt=False,
        )

    def _results_in_request(self, owner: _Work, span: Span) -> None:
        """Where no span tells of a tool's running, its result stands in the next request."""
        pairing = owner.run.pairing
        waiting = {call.id for call in pairing.open()} if span.results else set()
        for native, output in span.results:
            if native in waiting and not self._has_span(owner, native):
                self._report.tool_calls += 1
                owner.run.answer(native, output, at=span.start, notes=("from the next request",))

    def _has_span(self, owner: _Work, call_id: str) -> bool:
        return any(step.kind == TOOL and step.call == call_id for step in owner.steps)

    def _returned(self, owner: _Work, span: Span) -> None:
        run = owner.run
        call = run.pairing.answer(span.call, span.tool)
        if call is None and span.call:
            call = run.pairing.answer("", span.tool)
        if call is None:
            call = run.pairing.wish(span.call, span.tool or "unknown", _arguments(span.input))
            run.pairing.answer(span.call, span.tool)
        self._report.tool_calls += 1
        self._call_of_inner(span, call.id)
        output = span.output or (span.message if span.failed else "")
        run.returned(
            call,
            plain_text(loaded(output)) if output.startswith("[{") else output,
            at=span.end if span.end is not None else span.start,
            started_at=span.start,
            outcome=own.outcome(span.rest, span.failed),
            notes=own.notes(span.rest),
        )

    def _call_of_inner(self, span: Span, call_id: str) -> None:
        for agent_id, holder in self._agents.items():
            if holder == span.id:
                self._work[agent_id].run.called_as = call_id

    def _sub_agent(self, owner: _Work, span: Span) -> None:
        """An agent that another one handed over to, without a tool call."""
        run = owner.run
        call = run.pairing.answer("", span.tool) if span.tool else None
        if call is None:
            call = run.pairing.wish("", span.tool or span.name or "agent", _arguments(span.input))
            run.pairing.answer("")
        self._work[span.id].run.called_as = call.id
        run.returned(
            call,
            span.output or (span.message if span.failed else ""),
            at=span.end if span.end is not None else span.start,
            started_at=span.start,
            outcome="error" if span.failed else "ok",
            notes=("a sub-agent's span, not a tool's",),
        )

    # the whole

    def _end(self, main: _Work, roots: list[Span]) -> None:
        """The trace has ended when its root has: a span is sent at its end."""
        whole = [root for root in roots if not root.parent]
        if len(whole) == 1 and whole[0].kind != LLM:
            _stop(main.run, whole[0])
        elif whole:
            main.run.stop_if_answered()

    def _about(self, main: _Work, roots: list[Span]) -> None:
        run = main.run
        run.imported["trace"] = roots[0].trace
        run.imported["spans_in_trace"] = len(self._tree.spans)
        for root in roots:
            for key, value in root.resource.items():
                run.imported.setdefault("resource", {})[key] = value
        scopes = sorted({s.scope for s in self._tree.spans.values() if s.scope})
        if scopes:
            run.imported["scopes"] = scopes[:20]


def _order(span: Span) -> tuple[float, float, str]:
    return span.at, span.start or 0.0, span.id


def _stop(run: RunOut, span: Span) -> None:
    answer = (span.output if span.finish else _answer(span.output)) or None
    end = own.ENDS.get(word(span.rest.get("triptych.status")))
    if end is not None:
        run.stopped(end, word(span.rest.get("triptych.reason")), answer, span.at or None)
        return
    if span.failed:
        run.stopped("error", span.message or "The trace ended in an error.", at=span.at or None)
        return
    if answer is None and run.last is not None and run.last.kind == "replied":
        answer = run.last.reading.answer
    run.stopped("success", "answered" if answer else "the trace ended", answer, span.at or None)


def _answer(output: str) -> str:
    value = loaded(output)
    if isinstance(value, dict):
        for name in ("answer", "output", "result", "response", "final_answer", "content"):
            if isinstance(value.get(name), str):
                return str(value[name])
    return value if isinstance(value, str) else output


def _task(agent: Span | None) -> str:
    if agent is None:
        return ""
    value = loaded(agent.input)
    if isinstance(value, dict):
        for name in ("question", "input", "query", "task", "prompt"):
            if isinstance(value.get(name), str):
                return str(value[name])
    return agent.input


def _arguments(text: str) -> Any:
    value = loaded(text)
    return value if isinstance(value, dict) else ({"input": text} if text else {})


def _usage(span: Span) -> Usage:
    if not span.usage:
        return Usage()
    whole, output, read, written, thought = span.usage
    return Usage(whole, output, read, written, thought, own.usage_source(span.rest))


def _finish(span: Span) -> Finish:
    if span.failed:
        return "error"
    if span.calls:
        return "tool_calls"
    return FINISHES.get(span.finish.lower(), "stop")


def _dialect(span: Span) -> Dialect:
    return "anthropic" if maker(span.provider) == "anthropic" else "chat"


def maker(provider: str) -> str:
    low = provider.lower()
    return next((m for m in ("anthropic", "openai") if m in low), "")
