"""Copilot CLI: `events.jsonl` of `{type, data, id, timestamp, parentId}`.

Only output tokens stand at a reply; those that went in are told for the whole session, when it is
shut down. What bears `parentToolCallId` is said by a sub-agent, a run of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.importers.hostile import text_of, word
from data.importers.records import objects
from data.importers.usages import usage_of
from data.importers.writing import Out, RunOut

ERRORS_KEPT = "errors that are no tool's: kept with the run, not counted"


def read(records: Iterable[Any], out: Out) -> None:
    session = Session(out)
    for record in objects(records, out.report):
        data = record.get("data")
        if isinstance(data, dict):
            session.take(word(record.get("type")), data, out.report.time(record.get("timestamp")))
        else:
            out.report.unknown_record("line", record)
    session.end()


class Session:
    def __init__(self, out: Out) -> None:
        self.out = out
        self._main: RunOut | None = None
        self._subs: dict[str, RunOut] = {}
        self._model = ""
        self._thinking = ""
        self._started: dict[str, float | None] = {}
        self._heard_at: float | None = None

    @property
    def main(self) -> RunOut:
        if self._main is None:
            self._main = self.out.run(paradigm="function-calling")
            self._main.imported["agent"] = "copilot"
        return self._main

    def take(self, kind: str, data: dict[str, Any], at: float | None) -> None:
        if kind == "session.start":
            self._begin(data, at)
            return
        run = self._run_of(data)
        if kind == "user.message":
            text = text_of(data.get("content"))
            run.heard(text, at)
            run.ask("question", "user", {"role": "user", "content": text})
        elif kind == "system.message":
            content = {"role": "system", "content": text_of(data.get("content"))}
            run.ask("system", "system", content)
        elif kind == "assistant.reasoning":
            self._thinking += text_of(data.get("content"))
        elif kind == "assistant.message":
            self._said(run, data, at)
        elif kind == "tool.execution_start":
            self._started[text_of(data.get("toolCallId"))] = at
        elif kind == "tool.execution_complete":
            self._did(run, data, at)
        elif kind == "session.model_change":
            self._model = text_of(data.get("newModel")) or self._model
        elif kind == "session.error":
            run.imported.setdefault("errors", []).append(text_of(data.get("message")))
            self.out.report.lose(ERRORS_KEPT)
        elif kind == "session.shutdown":
            for name in ("tokenDetails", "modelMetrics", "totalPremiumRequests"):
                if data.get(name) is not None:
                    run.imported[name] = data[name]
        elif kind == "subagent.started":
            sub = self._sub(text_of(data.get("toolCallId")))
            sub.label = text_of(data.get("agentDisplayName") or data.get("agentName"))[:200]
        elif kind == "subagent.completed":
            sub = self._sub(text_of(data.get("toolCallId")))
            sub.model = text_of(data.get("model")) or sub.model
        elif kind not in ("assistant.turn_start", "assistant.turn_end"):
            self.out.report.unknown_record(kind, data)
        self._heard_at = at if at is not None else self._heard_at

    def end(self) -> None:
        for run in (self.main, *self._subs.values()):
            run.stop_if_answered()
            run.count_unanswered()

    def _begin(self, data: dict[str, Any], at: float | None) -> None:
        if self._main is not None:
            self.out.report.unknown_record("session.start, said again", data)
            return
        session = text_of(data.get("sessionId"))
        self._main = self.out.run(thread=session, paradigm="function-calling", started_at=at)
        self._main.imported.update(agent="copilot", session=session)
        self._model = text_of(data.get("selectedModel"))
        context = data.get("context")
        context = context if isinstance(context, dict) else {}
        for name, value in (
            ("version", data.get("copilotVersion")),
            ("folder", context.get("cwd")),
            ("branch", context.get("branch")),
        ):
            if value is not None:
                self._main.imported[name] = value

    def _run_of(self, data: dict[str, Any]) -> RunOut:
        parent = word(data.get("parentToolCallId"))
        return self._sub(parent) if parent else self.main

    def _sub(self, call_id: str) -> RunOut:
        if call_id not in self._subs:
            self._subs[call_id] = self.out.run(
                called_by=self.main, called_as=call_id, paradigm="function-calling"
            )
        return self._subs[call_id]

    def _said(self, run: RunOut, data: dict[str, Any], at: float | None) -> None:
        text = text_of(data.get("content"))
        requests = data.get("toolRequests")
        wishes = [r for r in requests if isinstance(r, dict)] if isinstance(requests, list) else []
        calls = [run.wish(r.get("toolCallId"), r.get("name"), r.get("arguments")) for r in wishes]
        thinking = text_of(data.get("reasoningText")) or self._thinking
        self._thinking = ""
        # a sub-agent may have another model than the session, and is told of at its end
        model = text_of(data.get("model")) or (self._model if run is self.main else "")
        run.replied(
            at=at,
            started_at=self._heard_at,
            model=model,
            text=text,
            calls=calls,
            thinking=thinking,
            usage=usage_of(data.get("inputTokens"), data.get("outputTokens")),
            finish="tool_calls" if calls else "stop",
            message={"role": "assistant", "content": text, "tool_calls": wishes},
        )

    def _did(self, run: RunOut, data: dict[str, Any], at: float | None) -> None:
        call_id = text_of(data.get("toolCallId"))
        result, error = data.get("result"), data.get("error")
        output = text_of(result.get("content")) if isinstance(result, dict) else text_of(result)
        if not output:
            output = text_of(error.get("message")) if isinstance(error, dict) else text_of(error)
        run.answer(
            call_id,
            output,
            name=text_of(data.get("toolName")),
            at=at,
            started_at=self._started.get(call_id),
            outcome="error" if data.get("success") is False else "ok",
            message={"role": "tool", "tool_call_id": call_id, "content": output},
        )
