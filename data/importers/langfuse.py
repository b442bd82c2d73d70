"""Langfuse's traces: `{trace, observations}` as the app downloads them, a trace of its API with
the observations inside, exports of observations alone, lists and lines of each.

Input, output and metadata are texts of JSON, often of a text of JSON again. Usage stands on every
observation that anybody gave it to; only that of the innermost generations is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from agents.messages import Usage
from data.importers.head import Head
from data.importers.hostile import count_of, text_of, word
from data.importers.observed import Kind, Span, sort_out
from data.importers.observed_run import tell_tree
from data.importers.replies import reply_in
from data.importers.source import Source
from data.importers.spoken import messages_in, opened, said
from data.importers.usages import usage_of
from data.importers.writing import Out, RunOut

name = "langfuse"

Json = dict[str, Any]
KINDS: dict[str, Kind] = {"GENERATION": "model", "TOOL": "tool", "AGENT": "agent"}
MARKED: dict[str, Kind] = {"TOOL": "tool", "AGENT": "agent", "execute_tool": "tool",
                           "invoke_agent": "agent"}  # fmt: skip
"""What instrumentors call their spans, which arrive as SPAN where Langfuse does not know them."""
OVER = "usage totals above input and output together: the rest (thinking, perhaps) is in neither"
EVENTS = re.compile(r"^(tool|backend)\.(.+)\.(start|success|error|finish)-(\d+)$")
"""BeeAI tells one call as a span an event: `backend.openai.chat.start-15`, `….success-15`."""


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
    for record in _records(source, out):
        if not isinstance(record, dict):
            out.report.unknown_record(type(record).__name__, record)
        elif isinstance(record.get("observations"), list):
            trace = record.get("trace")
            _trace(out, trace if isinstance(trace, dict) else record, record["observations"])
        elif _observation(record):
            loose.setdefault(text_of(record["traceId"]), []).append(record)
        else:
            out.report.unknown_record(record.get("type"), record)
    for trace_id, observations in loose.items():
        _trace(out, {"id": trace_id}, observations)
    if not out.runs:
        raise BadInput(f"{source.path} holds no observations of Langfuse.")


def _records(source: Source, out: Out) -> Iterator[Any]:
    if source.head.kind == "jsonl":
        for _, record in source.records(out.report):
            yield record
        return
    document = source.document()
    if isinstance(document, dict) and isinstance(document.get("data"), list):
        document = document["data"]  # a page of the API
    yield from document if isinstance(document, list) else [document]


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
        span = _span(out, one)
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


def _span(out: Out, one: Json) -> Span:
    report = out.report
    metadata = opened(one.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    marks = metadata.get("attributes")
    marks = marks if isinstance(marks, dict) else metadata
    kind = KINDS.get(word(one.get("type")), "other")
    if kind == "other":
        kind = MARKED.get(word(marks.get("openinference.span.kind"))) or MARKED.get(
            word(marks.get("gen_ai.operation.name")), "other"
        )
    settings = opened(one.get("modelParameters"))
    span = Span(
        id=text_of(one.get("id")),
        parent=text_of(one.get("parentObservationId")),
        kind=kind,
        name=text_of(marks.get("ai.toolCall.name")) or text_of(one.get("name")),
        started=report.time(one.get("startTime")),
        ended=report.time(one.get("endTime")),
        first_token=report.time(one.get("completionStartTime")),
        input=opened(one.get("input")),
        output=opened(one.get("output")),
        model=text_of(one.get("model")),
        usd=_dollars(one) if kind == "model" else None,
        settings=settings if isinstance(settings, dict) else {},
        tools=_tools(one, marks),
        call_id=text_of(marks.get("gen_ai.tool.call.id") or marks.get("ai.toolCall.id")),
    )
    if kind == "model":
        span.usage = _usage(out, one)
        span.output = _with_calls(span.output, opened(one.get("toolCalls")))
    if kind == "tool" and span.input is None:
        span.input = opened(marks.get("tool.parameters"))
    if span.output is None:
        span.output = opened(marks.get("output.value"))
        if span.output is None and kind == "model":
            span.output = _pieces(marks)
    if word(one.get("level")) == "ERROR":
        span.error = text_of(one.get("statusMessage")) or "it failed, and the trace says no more"
    return span


def _tools(one: Json, marks: Json) -> list[Any]:
    """Definitions of tools: in the request, in OpenTelemetry's attribute, or in Langfuse's own
    table of them by name."""
    asked = opened(one.get("input"))
    for told in (asked.get("tools") if isinstance(asked, dict) else None,
                 opened(marks.get("gen_ai.tool.definitions"))):  # fmt: skip
        if isinstance(told, list) and told:
            return told
    table = opened(one.get("toolDefinitions"))
    if not isinstance(table, dict):
        return []
    found = [(key, opened(value)) for key, value in table.items()]
    return [{"name": key, **(v if isinstance(v, dict) else {"about": v})} for key, v in found]


def _with_calls(output: Any, calls: Any) -> Any:
    """Langfuse reads the calls out of some outputs that are not read here."""
    told = [opened(call) for call in calls] if isinstance(calls, list) else []
    reply = reply_in(output)
    if not told or (reply is not None and reply.said.calls):
        return output
    text = reply.said.text if reply is not None else text_of(output)
    return {"role": "assistant", "content": text, "tool_calls": told}


def _pieces(marks: Json) -> str | None:
    """A streamed reply that OpenInference tells as one output message a piece."""
    found: list[tuple[int, str]] = []
    for key, value in marks.items():
        told = re.match(r"^llm\.output_messages\.(\d{1,9})\.message\.content$", key)
        if told:
            found.append((int(told[1]), text_of(value)))
    return "".join(text for _, text in sorted(found)) or None


def _usage(out: Out, one: Json) -> Usage:
    """Langfuse adds up everything that is called input or output; a zero beside no details is
    nothing that was told."""
    details = opened(one.get("usageDetails"))
    details = details if isinstance(details, dict) else {}
    old = one.get("usage")
    old = old if isinstance(old, dict) else {}
    counts = {str(k): n for k, v in details.items() if (n := count_of(v)) is not None}
    entered = _told(one, old, counts, "input", "prompt")
    answered = _told(one, old, counts, "output", "completion")
    total = count_of(one.get("totalUsage")) or count_of(old.get("total")) or counts.get("total")
    if total and entered is not None and answered is not None and total > entered + answered:
        out.report.lose(OVER)
    cached = _part(counts, "cache_read", "cached", "input_cache")
    written = _part(counts, "cache_creation", "cache_write")
    if entered is not None and entered < (cached or 0) + (written or 0):
        entered = entered + (cached or 0) + (written or 0)
    return usage_of(entered, answered, cached, written, _part(counts, "reasoning", "thought"))


def _told(one: Json, old: Json, counts: dict[str, int], now: str, before: str) -> int | None:
    whole = count_of(one.get(f"{now}Usage"))
    named = [n for key, n in counts.items() if now in key]
    if whole or named:
        return whole or sum(named)
    found = count_of(old.get(now)) or count_of(old.get(f"{before}Tokens"))
    found = found or count_of(one.get(f"{before}Tokens"))
    return found or None


def _part(counts: dict[str, int], *names: str) -> int | None:
    return next((n for key, n in counts.items() for name in names if name in key), None)


def _dollars(one: Json) -> float | None:
    """Zero is what Langfuse says where it knows no price."""
    told = one.get("totalCost", one.get("calculatedTotalCost"))
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 < told < 1e9:
        return None
    return float(told)


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


def _end(run: RunOut, trace: Json, spans: list[Span]) -> None:
    asked = question_in(opened(trace.get("input")))
    run.question = asked or run.question
    root = next((span for span in spans if not span.parent), None)
    if root is not None and root.error:
        run.stopped("error", root.error, at=root.ended)
        return
    run.stop_if_answered()
    answer = answer_in(opened(trace.get("output")))
    if answer and not run.ended():
        run.stopped("success", "answered", answer, at=root.ended if root else None)


def question_in(value: Any) -> str:
    """What was asked, out of a trace's input in any form; empty where it holds none."""
    if isinstance(value, str):
        return value
    messages = messages_in(value)
    if messages is not None:
        return next((m.text for m in map(said, messages) if m.role == "user" and m.text), "")
    if isinstance(value, dict):
        for key in ("question", "query", "input", "prompt", "task", "user_input", "text"):
            inner = value.get(key)
            if isinstance(inner, str) and inner:
                return inner
            if isinstance(inner, dict) and (found := question_in(inner)):
                return found
    return ""


def answer_in(value: Any) -> str:
    if isinstance(value, str):
        return value
    reply = reply_in(value)
    if reply is not None:
        return "" if reply.said.calls else reply.said.text
    if isinstance(value, dict):
        for key in ("answer", "output", "response", "result", "final_answer"):
            if isinstance(value.get(key), str):
                return text_of(value[key])
    return ""
