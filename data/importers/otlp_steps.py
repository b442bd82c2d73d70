"""The spans of one run of a trace, told one after another."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from agents.events import Returned
from agents.messages import Dialect, Finish, Usage
from data.importers import otlp_own as own
from data.importers.chains import EMPTY, Chain
from data.importers.costs import told
from data.importers.heard import task_in
from data.importers.otlp_kinds import LLM, TOOL
from data.importers.otlp_outputs import FINISHES
from data.importers.otlp_runs import Runs, Work
from data.importers.otlp_said import plain_text
from data.importers.otlp_span import Span
from data.importers.otlp_values import loaded
from data.importers.report import Report

REACT = re.compile(
    r"^\s*(?:Thought|Action)\s*\d*\s*:.*^\s*Action(?: Input)?\s*\d*\s*:", re.M | re.S
)
SHORT = 20
"""A text of so many characters may be said by two without the one repeating the other."""
NO_REQUEST = "model calls without their messages: the instrumentor left them out"


class Linked(Chain):
    """A request whose links are in the store already: only its digest is at hand."""

    __slots__ = ()

    def __init__(self, digest: str) -> None:
        super().__init__()
        self.digest = digest


def tell_step(runs: Runs, owner: Work, span: Span, report: Report) -> None:
    if span.kind == LLM:
        _replied(owner, span, report)
    elif span.kind == TOOL:
        _returned(runs, owner, span, report)
    else:
        _sub_agent(runs, owner, span)


def _replied(owner: Work, span: Span, report: Report) -> None:
    run = owner.run
    results, words = owner.listener.new(span)
    after_tool = isinstance(run.last, Returned)
    if results:
        _results_in_request(owner, span, results, report)
    calls = [run.pairing.wish(str(i), str(n) or "unknown", a) for i, n, a in span.calls]
    owner.native = owner.native or bool(calls)
    owner.react = owner.react or bool(REACT.search(span.output[:4000]))
    if not run.tools and span.tools:
        run.tools = span.tools
    run.question = run.question or span.question or (words[0] if words else "")
    run.question = task_in(run.question, words[0] if words else "")
    # where a tool ran after the answer, it is its result, in the user's name
    for text in words[1:] if not after_tool else ():
        if text not in owner.said:  # another agent's reply, handed on
            run.follow_up(text, span.start)
    if len(span.output) > SHORT:
        owner.said.add(span.output)
    run.provider = maker(span.provider)
    report.errors += span.failed
    if not span.request:
        report.lose(NO_REQUEST)
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
        cost=own.cost(span.rest, span.cost) or (told(span.cost) if span.cost is not None else None),
        forced=own.forced(span.rest),
        notes=own.notes(span.rest),
        request=chain,
        rebuilt=False,
    )


def _results_in_request(
    owner: Work, span: Span, results: list[tuple[str, str]], report: Report
) -> None:
    """Where no span tells of a tool's running, its result stands in the next request. Of results
    with one id the last ones are those of the calls that wait."""
    waiting = owner.run.pairing.waiting
    found = [
        (native, output)
        for native, output in results
        if waiting(native) and native not in owner.with_spans
    ]
    if not found:
        return
    left = Counter(native for native, _ in found)
    for native, output in found:
        left[native] -= 1
        if left[native] < waiting(native):
            report.tool_calls += 1
            owner.run.answer(native, output, at=span.start, notes=("from the next request",))


def _returned(runs: Runs, owner: Work, span: Span, report: Report) -> None:
    run = owner.run
    call = run.pairing.answer(span.call, span.tool)
    if call is None and span.call:
        call = run.pairing.answer("", span.tool)
    if call is None:
        call = run.pairing.wish(span.call, span.tool or "unknown", _arguments(span.input))
        run.pairing.answer(span.call, span.tool)
    report.tool_calls += 1
    for inner in runs.inside(span):
        inner.called_as = call.id
    output = span.output or (span.message if span.failed else "")
    run.returned(
        call,
        plain_text(loaded(output)) if output.startswith("[{") else output,
        at=span.end if span.end is not None else span.start,
        started_at=span.start,
        outcome=own.outcome(span.rest, span.failed),
        notes=own.notes(span.rest),
    )


def _sub_agent(runs: Runs, owner: Work, span: Span) -> None:
    """An agent that another one handed over to, without a tool call."""
    run = owner.run
    call = run.pairing.answer("", span.tool) if span.tool else None
    if call is None:
        call = run.pairing.wish("", span.tool or span.name or "agent", _arguments(span.input))
        run.pairing.answer("")
    runs.of_agent(span).run.called_as = call.id
    run.returned(
        call,
        span.output or (span.message if span.failed else ""),
        at=span.end if span.end is not None else span.start,
        started_at=span.start,
        outcome="error" if span.failed else "ok",
        notes=("a sub-agent's span, not a tool's",),
    )


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
