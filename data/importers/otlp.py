"""OTLP traces of agents: GenAI conventions in their dialects, and OpenInference.

JSON (one request, or a list of them), JSONL as the collector's file exporter writes it, protobuf
(one request, or many with their lengths before them), and the same spans as Phoenix and the SDK's
console exporter write them. One trace is one run; spans may be in any order, repeated, without
their root and spread over the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from agents.errors import BadInput
from data.importers.head import Head
from data.importers.otlp_bytes import Malformed, fields
from data.importers.otlp_decode import RESOURCE_LOGS, RESOURCE_SPANS, from_json
from data.importers.otlp_flat import is_flat
from data.importers.otlp_raw import Log, Raw
from data.importers.otlp_scores import take_logs
from data.importers.otlp_span import Span
from data.importers.otlp_spans import Histories
from data.importers.otlp_trace import tell
from data.importers.otlp_wire import from_protobuf
from data.importers.source import Source
from data.importers.writing import Out

name = "otlp"

NO_LLM = "traces without a model or tool call: kept as runs of no step"
ORPHAN_LOGS = "log records of no span in the file"


def looks_like(head: Head) -> float:
    if head.kind in ("text", "binary") and _is_protobuf(head.start):
        return 0.9
    for record in head.objects():
        if any(isinstance(record.get(k), list) for k in RESOURCE_SPANS | RESOURCE_LOGS):
            return 0.95
        if is_flat(record) or any(isinstance(v, list) and v and is_flat(v[0])
                                  for v in record.values()):  # fmt: skip
            return 0.9
        if {"severity_number", "body"} <= record.keys():
            return 0.3
    return 0.0


def _is_protobuf(start: bytes) -> bool:
    """A request begins with a group of spans, which begins with its resource or scope."""
    for begin in (0, 4):
        at = begin
        try:
            for _ in range(2):
                number, _, at, end = next(fields(start + b"\0" * (1 << 16), at, 1 << 62))
                if number not in (1, 2) or end <= at:
                    break
            else:
                if b"service.name" in start or b"gen_ai." in start or b"telemetry.sdk" in start \
                        or b"openinference" in start:  # fmt: skip
                    return True
        except (Malformed, StopIteration):
            continue
    return False


def read(source: Source, out: Out) -> None:
    histories = Histories()
    traces: dict[str, list[Span]] = defaultdict(list)
    late: list[Raw] = []
    logs: dict[tuple[str, str], list[Log]] = defaultdict(list)
    for found in _found(source, out, histories):
        if isinstance(found, Log):
            logs[found.trace, found.span].append(found)
        elif not found.trace or not found.id:
            out.report.lose("spans without an id: skipped")
        elif _wants_logs(found):
            late.append(found)
        else:
            _noted(found, out)
            traces[found.trace].append(histories.span(found))
    for raw in late:
        for log in logs.pop((raw.trace, raw.id), ()):
            raw.events.append((log.name, log.attributes))
        _noted(raw, out)
        traces[raw.trace].append(histories.span(raw))
    if not traces:
        if logs:
            raise BadInput(f"{source.path} holds log records and no spans: it is not a trace.")
        raise BadInput(f"{source.path} holds no spans: it is not a trace.")
    take_logs(chain.from_iterable(traces.values()), logs)
    if left := sum(map(len, logs.values())):
        out.report.lose(ORPHAN_LOGS, left)
    for spans in traces.values():
        run = tell(spans, out)
        if run.events == 1:
            out.report.lose(NO_LLM)


def _noted(raw: Raw, out: Out) -> None:
    if raw.start is not None or raw.end is not None:
        out.report.zones["UTC"] += 1


def _wants_logs(raw: Raw) -> bool:
    """A model call without messages of its own; they may stand in log records."""
    attributes = raw.attributes
    return (
        "gen_ai.operation.name" in attributes
        and not raw.known
        and not raw.events
        and not any(
            key.startswith(("gen_ai.input", "gen_ai.prompt", "gen_ai.output", "gen_ai.tool.name"))
            for key in attributes
        )
    )


def _found(source: Source, out: Out, histories: Histories) -> Iterator[Raw | Log]:
    head = source.head
    unknown = out.report.unknown_record
    if head.kind in ("text", "binary"):
        yield from _protobuf(source, histories)
    elif head.kind == "json" and not (head.records and isinstance(head.value, dict)):
        yield from from_json(source.document(), unknown)
    else:
        for _, record in source.records(out.report):
            yield from from_json(record, unknown)


def _protobuf(source: Source, histories: Histories) -> Iterator[Raw]:
    data = source.content()
    try:
        plain = list(fields(data, 0, len(data)))
    except Malformed:
        plain = []
    if plain and all(number == 1 for number, *_ in plain):
        yield from from_protobuf(data, histories)
        return
    at = 0
    while at + 4 <= len(data):
        size = int.from_bytes(data[at : at + 4])
        at += 4
        if size > len(data) - at:
            raise BadInput(f"{source.path} is no OTLP protobuf, or it breaks off.")
        yield from from_protobuf(data[at : at + size], histories)
        at += size
