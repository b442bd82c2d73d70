"""One observation of Langfuse, as what it is a span of: a model call, a tool, an agent."""

from __future__ import annotations

import re
from typing import Any

from agents.messages import Usage
from data.importers.hostile import count_of, text_of, word
from data.importers.observed import Kind, Span
from data.importers.replies import reply_in
from data.importers.request_forms import messages_in, opened
from data.importers.spoken import role_of
from data.importers.usages import usage_of
from data.importers.writing import Out

Json = dict[str, Any]

KINDS: dict[str, Kind] = {"GENERATION": "model", "TOOL": "tool", "AGENT": "agent"}
MARKED: dict[str, Kind] = {"TOOL": "tool", "AGENT": "agent", "execute_tool": "tool",
                           "invoke_agent": "agent"}  # fmt: skip
"""What instrumentors call their spans, which arrive as SPAN where Langfuse does not know them."""
OVER = "usage totals above input and output together: the rest (thinking, perhaps) is in neither"
BEGINNING = "pieces of streamed replies before the first that their span holds: the end is told"


def span_of(out: Out, one: Json) -> Span:
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
        span.input = _with_system(span.input, _system(marks, span.output))
    if kind == "tool" and span.input is None:
        span.input = opened(marks.get("tool.parameters"))
    if span.output is None:
        span.output = opened(marks.get("output.value"))
        if span.output is None and kind == "model":
            span.output = _pieces(out, marks)
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


def _system(marks: Json, output: Any) -> Any:
    """What a request does not tell itself: GenAI's conventions have it apart from the messages, and
    OpenAI's Responses say it again in the reply."""
    apart = opened(marks.get("gen_ai.system_instructions"))
    reply = output if isinstance(output, dict) else {}
    return apart or (reply.get("instructions") if word(reply.get("object")) == "response" else None)


def _with_system(asked: Any, system: Any) -> Any:
    messages = messages_in(asked) if system else None
    if messages is None or any(role_of(message) == "system" for message in messages):
        return asked
    return [{"role": "system", "content": system}, *messages]


def _with_calls(output: Any, calls: Any) -> Any:
    """Langfuse reads the calls out of some outputs that are not read here."""
    told = [opened(call) for call in calls] if isinstance(calls, list) else []
    reply = reply_in(output)
    if not told or (reply is not None and reply.said.calls):
        return output
    text = reply.said.text if reply is not None else text_of(output)
    return {"role": "assistant", "content": text, "tool_calls": told}


def _pieces(out: Out, marks: Json) -> str | None:
    """A streamed reply that OpenInference tells as one output message a piece; a span holds no
    more than so many attributes, and drops the first ones."""
    found: list[tuple[int, str]] = []
    for key, value in marks.items():
        told = re.match(r"^llm\.output_messages\.(\d{1,9})\.message\.content$", key)
        if told:
            found.append((int(told[1]), text_of(value)))
    if found and min(found)[0] > 0:
        out.report.lose(BEGINNING)
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
