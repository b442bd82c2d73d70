"""Langfuse's traces: `{trace, observations}` as the app downloads them, a trace of its API with
the observations inside, exports of observations alone, lists and lines of each.

Input, output and metadata are texts of JSON, often of a text of JSON again. Usage stands on every
observation that anybody gave it to; only that of the innermost generations is counted.
"""

from __future__ import annotations

import re
from typing import Any

from agents.errors import BadInput
from agents.messages import Usage
from data.importers.head import Head
from data.importers.hostile import text_of
from data.importers.langfuse_observation import span_of
from data.importers.observed import Span, sort_out
from data.importers.observed_run import tell_tree
from data.importers.question_answer import answer_in, question_in
from data.importers.records import records_of, unknown
from data.importers.request_forms import opened
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "langfuse"

Json = dict[str, Any]
EVENTS = re.compile(r"^(tool|backend)\.(.+)\.(start|success|error|finish)-(\d+)$")
"""BeeAI tells one call as a span an event: `backend.openai.chat.start-15`, `….success-15`."""
AGENT_EVENT = re.compile(r"^agent\..+\.[a-z_]+-\d+$")
"""So it does what its agent does, and each of these spans calls itself an agent."""


def looks_like(head: Head) -> float:
    value = head.value
    if isinstance(value, dict) and _observed(value):
        return 0.95
    return max((0.9 for one in head.objects() if _observed(one) or _observation(one)), default=0.0)


def _observed(value: Json) -> bool:
    trace, inside = value.get("trace"), value.get("observations")
    if isinstance(inside, list) and (isinstance(trace, dict) or "projectId" in value):
        return True
    return isinstance(inside, list) and any(_observation(one) for one in inside[:3])


def _observation(value: Any) -> bool:
    return isinstance(value, dict) and {"traceId", "type", "startTime"} <= value.keys()


def read(source: Source, out: Out) -> None:
    loose: dict[str, list[Json]] = {}
    for record in records_of(source, out.report, page="data"):
        if not isinstance(record, dict):
            unknown(out.report, record)
        elif isinstance(record.get("observations"), list):
            trace = record.get("trace")
            _trace(out, trace if isinstance(trace, dict) else record, record["observations"])
        elif _observation(record):
            loose.setdefault(text_of(record["traceId"]), []).append(record)
        else:
            unknown(out.report, record)
    for trace_id, observations in loose.items():
        _trace(out, {"id": trace_id}, observations)
    if not out.runs:
        raise BadInput(f"{source.path} holds no observations of Langfuse.")


def _trace(out: Out, trace: Json, observations: list[Any]) -> None:
    report, trace_id = out.report, text_of(trace.get("id"))
    identity = f"langfuse {trace_id}" if trace_id else ""
    if identity and any(getattr(run, "identity", "") == identity for run in out.runs):
        report.lose("traces that stand in the file twice (same id): taken once")
        return
    spans: list[Span] = []
    events: dict[tuple[str, str], Span] = {}
    for one in observations:
        if not isinstance(one, dict):
            report.unknown_record(type(one).__name__, one)
            continue
        span = span_of(out, one)
        if span.kind == "agent" and AGENT_EVENT.match(span.name):
            span.kind = "other"
        event = EVENTS.match(span.name)
        if event is None or span.kind not in ("model", "tool"):
            spans.append(span)
            continue
        key = (f"{event[1]}.{event[2]}", event[4])
        if key in events:
            _join(events[key], span)
            report.lose("observations that tell a call's start, success and end: one call")
        else:
            events[key] = span
            spans.append(span)
            span.name = event[2].rpartition(".")[2]
    run = tell_tree(out, sort_out(spans, report), identity=identity)
    _about(run, trace)
    _end(run, trace, spans)


def _join(first: Span, more: Span) -> None:
    first.input = first.input if first.input is not None else more.input
    first.output = first.output if first.output is not None else more.output
    first.error = first.error or more.error
    if first.usage == Usage():
        first.usage = more.usage
    for name, best in (("started", min), ("ended", max)):
        known = [t for t in (getattr(first, name), getattr(more, name)) if t is not None]
        setattr(first, name, best(known) if known else None)


def _about(run: RunOut, trace: Json) -> None:
    kept = ("environment", "release", "version", "userId", "sessionId", "tags", "corrections")
    run.imported |= {key: trace[key] for key in kept if trace.get(key)}
    scores = trace.get("scores")
    if isinstance(scores, list) and scores:
        told = ("name", "value", "stringValue", "dataType", "source", "comment", "observationId")
        run.imported["scores"] = [
            {key: score[key] for key in told if score.get(key) is not None}
            for score in scores
            if isinstance(score, dict)
        ]
    run.label = text_of(trace.get("name"))[:200]


def _root(spans: list[Span]) -> Span | None:
    """The one that holds the others. Where a trace begins in a service that is not traced here,
    its parent is in no file."""
    root = next((span for span in spans if not span.parent), None)
    ids = {span.id for span in spans}
    orphans = [span for span in spans if span.parent not in ids] if root is None else []
    return orphans[0] if len(orphans) == 1 else root


def _end(run: RunOut, trace: Json, spans: list[Span]) -> None:
    root = _root(spans)
    whole = root if root is not None and root.kind not in ("model", "tool") else None
    asked = question_in(opened(trace.get("input"))) or run.question
    run.question = asked or (question_in(whole.input) if whole else "")
    if root is not None and root.error:
        run.stopped("error", root.error, at=root.ended)
        return
    answer = answer_in(opened(trace.get("output"))) or (answer_in(whole.output) if whole else "")
    said = run.last_text
    if not said or answer == said or not answer.endswith(said):  # else its beginning is lost
        run.stop_if_answered()
    if answer and not run.ended():
        run.stopped("success", "answered", answer, at=root.ended if root else None)
