"""What was asked of an agent and how it ended, by the span that stands for the whole of it."""

from __future__ import annotations

from typing import Any

from data.importers import otlp_own as own
from data.importers.hostile import word
from data.importers.otlp_span import Span
from data.importers.otlp_values import loaded
from data.importers.writing import RunOut


def task_of(agent: Span | None) -> str:
    return "" if agent is None else task_in(agent.input, or_else=agent.input)


def task_in(given: str, or_else: str) -> str:
    """The task in what a span was given; `or_else` where that is JSON without one."""
    value = loaded(given)
    if isinstance(value, dict):
        for name in ("question", "input", "query", "task", "prompt"):
            if isinstance(value.get(name), str):
                return str(value[name])
    return value if isinstance(value, str) else or_else


def stop(run: RunOut, span: Span) -> None:
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


def about(run: RunOut, roots: list[Span], spans: dict[str, Span]) -> None:
    """What is known of the trace as a whole."""
    run.imported["trace"] = roots[0].trace
    run.imported["spans_in_trace"] = len(spans)
    resource: dict[str, Any] = {key: v for root in roots for key, v in root.resource.items()}
    if resource:
        run.imported["resource"] = resource
    scopes = sorted({span.scope for span in spans.values() if span.scope})
    if scopes:
        run.imported["scopes"] = scopes[:20]
