"""Runs as OTLP/JSON by OpenTelemetry's GenAI conventions: each a trace, its steps spans of it.

Ids follow from the run's id, so that exporting twice gives the same spans. A run that has not
ended has no root span, as with a program that is still running: its steps have no parent. What is
Triptych's own stands under `triptych.`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Any

from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Started, Stopped, end_of
from agents.messages import Link, as_json
from data.exporters.chat_span import chat_span, tool_span
from data.exporters.evaluated import evaluations
from data.exporters.otlp_json import ERROR, INTERNAL, Span, SpanEvent, nanoseconds, request
from data.exporters.recorded import rows_of
from data.exporters.spoken import Listener
from data.importers.writing import UNTIMED
from data.requests.of_run import RunRequests
from data.rows import RunRow
from data.store import Store
from data.writing.codec import plain

MOST_CHARS = 500_000_000
DEEPEST = 50

LATE = "times that the source did not tell: each is that of the event before it"
OPEN = "runs that have not ended: their traces have no root span"
STEPLESS = "runs that have neither a step nor an end: no span"
SURROGATES = "lone surrogates, which no UTF-8 holds: U+FFFD stands for each"


def export(store: Store, run_ids: Iterable[str]) -> tuple[str, list[str]]:
    """One JSON document, and what of the runs is not in it as it was. Sub-runs go with the run
    they are of. Raises BadInput for a run that is not there, and for more than 500 MB (each span
    of a model call repeats its whole request)."""
    traces = _Traces(store)
    rows = rows_of(store, list(run_ids))
    chosen = {row.run_id for row in rows}
    for row in rows:
        if not _within(store, row, chosen):
            traces.add(row)
    text = request(traces.spans)
    fit = plain(text)
    if fit != text:
        traces.left_out.add(SURROGATES)
    return fit, sorted(traces.left_out)


def _within(store: Store, row: RunRow, chosen: Collection[str]) -> bool:
    """Whether it goes with a run that is chosen too."""
    for _ in range(DEEPEST):
        if row.called_by is None:
            return False
        if row.called_by in chosen:
            return True
        above = store.run(row.called_by)
        if above is None:
            return False
        row = above
    return False


class _Traces:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._listener = Listener()
        self._chars = 0
        self._number = 0
        self._trace = self._prefix = ""
        self.spans: list[str] = []
        self.left_out: set[str] = set()

    def add(self, row: RunRow) -> None:
        digest = blake2b(row.run_id.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()
        self._trace, self._prefix, self._number = digest[:32], digest[32:], 0
        self._run(row, "", 0)

    def _next_id(self) -> str:
        """In the order of the events, for readers that sort spans of one time by their ids."""
        self._number += 1
        return f"{self._prefix}{self._number:08x}"

    def _put(self, span: Span) -> None:
        text = span.json()
        self._chars += len(text)
        if self._chars > MOST_CHARS:
            raise BadInput(
                "As OTLP this is more than 500 MB, since each span repeats its whole request: "
                "export fewer runs at once, or choose jsonl, which holds each text once."
            )
        self.spans.append(text)

    def _run(self, row: RunRow, parent: str, depth: int) -> None:
        events = self._store.events(row.run_id)
        late = row.origin == "imported" and self._borrows_times(row.run_id)
        if late:
            self.left_out.add(LATE)
        requests = RunRequests(self._store, row.run_id)
        inner = self._store.sub_runs(row.run_id) if row.sub_runs and depth < DEEPEST else []
        stopped = next((e for e in reversed(events) if isinstance(e, Stopped)), None)
        ended = stopped is not None or bool(parent)
        root = self._next_id() if ended else ""
        if not ended:
            self.left_out.add(OPEN)
            if not any(isinstance(e, Replied | Returned) for e in events):
                self.left_out.add(STEPLESS)
        judged = self._judged(row, events)
        last = next((e for e in reversed(events) if isinstance(e, Replied | Returned)), None)
        holder = root or parent
        notes: list[SpanEvent] = []
        for event in events:
            if isinstance(event, Edited):
                notes.append(_edit(event))
            elif isinstance(event, Replied | Returned):
                links = requests.links(event.request) if isinstance(event, Replied) else []
                facts: dict[str, Any] = {}
                if event is last and not ended:  # there is no span of the whole run
                    notes += judged
                    facts = {
                        **_facts(row),
                        "triptych.question": row.question,
                        "triptych.open": True,
                    }
                span_id = self._step(event, links, holder, row, notes, facts)
                notes = []
                if isinstance(event, Returned):
                    for sub in [one for one in inner if _carried_out(one, event)]:
                        inner.remove(sub)
                        self._run(sub, span_id, depth + 1)
        for sub in inner:
            self._run(sub, holder, depth + 1)
        if ended:
            notes += judged
            self._put(self._root(row, events, stopped, root, parent, notes, late))

    def _judged(self, row: RunRow, events: list[Event]) -> list[SpanEvent]:
        begun = next((e for e in events if isinstance(e, Started)), None)
        own = begun if row.origin == "imported" else None  # a fork has its parent's beginning
        at = max(map(end_of, events), default=row.started_at)
        return evaluations(self._store.verdict(row.run_id), own, at, self.left_out)

    def _borrows_times(self, run_id: str) -> bool:
        lost = self._store.report(run_id).get("lost", [])
        return any(one.get("what") == UNTIMED for one in lost)

    def _step(
        self,
        event: Replied | Returned,
        links: list[Link],
        parent: str,
        row: RunRow,
        notes: list[SpanEvent],
        facts: dict[str, Any],
    ) -> str:
        span_id = self._next_id()
        span = Span(self._trace, span_id, parent, event.started_at, event.ended_at)
        if isinstance(event, Replied):
            chat_span(span, event, links, self._listener, row)
        else:
            tool_span(span, event)
        span.attributes |= facts
        span.events = notes
        self._put(span)
        return span_id

    def _root(
        self,
        row: RunRow,
        events: list[Event],
        stopped: Stopped | None,
        span_id: str,
        parent: str,
        notes: list[SpanEvent],
        late: bool,
    ) -> Span:
        begun = next((e.at for e in events if isinstance(e, Started)), row.started_at)
        last = max([begun, *(end_of(event) for event in events)])
        span = Span(self._trace, span_id, parent, begun, last)
        span.name = f"invoke_agent {row.paradigm}"
        span.kind = INTERNAL
        answer = stopped.answer if stopped else None
        span.attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": row.label or row.paradigm,
            "gen_ai.conversation.id": row.run_id,
            "gen_ai.request.model": row.model or None,
            "gen_ai.input.messages": _said("user", row.question) if row.question else None,
            "gen_ai.output.messages":
                None if answer is None else _said("assistant", answer, finish_reason="stop"),
            **_facts(row),
            "triptych.status": stopped.status if stopped else row.status,
            "triptych.reason": stopped.reason if stopped else None,
            "triptych.times": LATE if late else None,
        }  # fmt: skip
        failed = stopped is not None and (
            stopped.status == "error" or (stopped.status in ("limit", "cancelled") and not answer)
        )
        if stopped is not None and failed:
            span.status, span.message = ERROR, stopped.reason or stopped.status
            span.attributes["error.type"] = stopped.status
        span.events = notes
        return span


def _facts(row: RunRow) -> dict[str, Any]:
    """What data.importers.otlp_own reads back of a run as a whole."""
    return {
        "triptych.run.id": row.run_id,
        "triptych.run.origin": row.origin,
        "triptych.paradigm": row.paradigm,
        "triptych.model": row.model or None,
        "triptych.label": row.label or None,
        "triptych.scenario": row.scenario or None,
    }


def _carried_out(run: RunRow, event: Returned) -> bool:
    return run.run_id == event.sub_run or (not event.sub_run and run.called_as == event.call.id)


def _said(role: str, text: str, **more: str) -> str:
    return as_json([{"role": role, "parts": [{"type": "text", "content": text}], **more}])


def _edit(edit: Edited) -> SpanEvent:
    told = {
        "triptych.edit.target": edit.target,
        "triptych.edit.value": edit.value,
        "triptych.edit.origin": edit.origin,
        "gen_ai.tool.call.id": edit.call_id or None,
    }
    return {"name": "triptych.edited", "at": nanoseconds(edit.at), "attributes": told}
