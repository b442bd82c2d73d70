"""Anthropic's managed agents: lines `[method, value]` of a session's API, or its events alone.

A model call lies between `span.model_request_start` and `…_end`, which has its usage; what the
agent said and called stands in between. What a client sends comes back in the stream, and is read
there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call, Usage
from agents.models.usage import anthropic_usage
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.parts import text_in
from data.importers.source import Source
from data.importers.writing import Out

name = "anthropic_managed"

CALLS = frozenset({"agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"})
RESULTS = {
    "agent.tool_result": "tool_use_id",
    "agent.mcp_tool_result": "mcp_tool_use_id",
    "user.custom_tool_result": "custom_tool_use_id",
}
QUIET = ("session.status_", "session.thread_")


def looks_like(head: Head) -> float:
    for record in head.records:
        if isinstance(record, list) and len(record) == 2 and isinstance(record[0], str):
            return 0.95 if record[0].startswith("client.beta.sessions.") else 0.0
        event = word(record.get("id")) if isinstance(record, dict) else ""
        if event.startswith("sevt_") and "type" in record:
            return 0.95
    return 0.0


@dataclass
class Open:
    at: float | None = None
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    blocks: list[Any] = field(default_factory=list)
    results: list[tuple[dict[str, Any], float | None]] = field(default_factory=list)


def read(source: Source, out: Out) -> None:
    session = Session(out)
    for _, record in source.records(out.report):
        if isinstance(record, list) and len(record) == 2:
            session.called(word(record[0]), record[1])
        elif isinstance(record, dict):
            session.event(record)
        else:
            out.report.unknown_record("line", record)
    session.end()


class Session:
    def __init__(self, out: Out) -> None:
        self.out = out
        self.run = out.run(paradigm="function-calling", provider="anthropic")
        self._open: Open | None = None

    def called(self, method: str, value: Any) -> None:
        if method.endswith("events.stream") and isinstance(value, dict):
            self.event(value)
        elif method.endswith("sessions.create") and isinstance(value, dict):
            self._created(value)
        elif not method.endswith("events.send"):
            self.out.report.unknown_record(method, value)

    def _created(self, value: dict[str, Any]) -> None:
        run, agent = self.run, value.get("agent")
        if isinstance(value.get("id"), str):
            run.imported["session"] = value["id"]
        if not isinstance(agent, dict):
            return
        model = agent.get("model")
        run.model = text_of(model.get("id") if isinstance(model, dict) else model)
        run.label = text_of(agent.get("name"))[:200]
        if isinstance(agent.get("tools"), list):
            run.tools = agent["tools"]
            run.chain = run.chain.tools(agent["tools"])
        if agent.get("system"):
            run.ask("system", "system", {"role": "system", "content": agent["system"]})

    def event(self, event: dict[str, Any]) -> None:
        kind, at = word(event.get("type")), self.out.report.time(event.get("processed_at"))
        if kind == "user.message":
            self._tell(Usage(), at, False)
            self.run.heard(text_in(event.get("content")), at)
            self.run.ask("question", "user", {"role": "user", "content": event.get("content")})
        elif kind == "span.model_request_start":
            self._tell(Usage(), None, False)
            self._open = Open(at)
        elif kind == "span.model_request_end":
            self._open = self._open or Open(at)
            usage = anthropic_usage(event.get("model_usage"))
            self._tell(usage, at, event.get("is_error") is True)
        elif kind in ("agent.message", "agent.thinking") or kind in CALLS:
            self._said(kind, event, at)
        elif kind in RESULTS:
            if self._open is not None:
                self._open.results.append((event, at))
            else:
                self._result(event, at)
        elif kind == "session.error":
            self.out.report.errors += 1
            error = event.get("error")
            said = error.get("message") if isinstance(error, dict) else error
            self.run.imported.setdefault("errors", []).append(text_of(said))
        elif not kind.startswith(QUIET):
            self.out.report.unknown_record(kind, event)

    def end(self) -> None:
        self._tell(Usage(), None, False)
        self.run.stop_if_answered()
        self.run.count_unanswered()

    def _said(self, kind: str, event: dict[str, Any], at: float | None) -> None:
        opened = self._open = self._open or Open(at)
        if kind == "agent.message":
            opened.texts.append(text_in(event.get("content")))
            opened.blocks.append({"type": "text", "text": opened.texts[-1]})
        elif kind == "agent.thinking":
            opened.thoughts.append(text_of(event.get("thinking") or event.get("text")))
        else:
            call = self.run.wish(event.get("id"), event.get("name"), event.get("input"))
            opened.calls.append(call)
            opened.blocks.append(
                {"type": "tool_use", **{k: event.get(k) for k in ("id", "name", "input")}}
            )

    def _tell(self, usage: Usage, at: float | None, failed: bool) -> None:
        opened, self._open = self._open, None
        if opened is None:
            return
        self.run.replied(
            at=at,
            started_at=opened.at,
            model=self.run.model,
            text="\n".join(opened.texts),
            calls=opened.calls,
            thinking="\n\n".join(filter(None, opened.thoughts)),
            usage=usage,
            finish="error" if failed else "tool_calls" if opened.calls else "stop",
            dialect="anthropic",
            message={"role": "assistant", "content": opened.blocks},
        )
        for event, when in opened.results:
            self._result(event, when)

    def _result(self, event: dict[str, Any], at: float | None) -> None:
        call_id = event.get(RESULTS[word(event.get("type"))])
        block = {"type": "tool_result", "tool_use_id": call_id, "content": event.get("content")}
        self.run.answer(
            call_id,
            text_in(event.get("content")),
            at=at,
            outcome="error" if event.get("is_error") is True else "ok",
            message={"role": "user", "content": [block]},
        )
