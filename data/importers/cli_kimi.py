"""Kimi Code's wire log: what was appended to the context, and each request to the model.

A model call is a line `llm.request`. What came back are the parts and calls up to `step.end`, which
has its usage (said again by `usage.record`); a request that is followed by another one before
anything came back had failed. A compaction is asked for like a step, and its reply is the summary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agents.messages import Finish
from data.importers.chains import EMPTY
from data.importers.hostile import text_of, word
from data.importers.kimi_step import Asked, after, timing_of, usage_told
from data.importers.parts import text_in, thoughts_in
from data.importers.records import objects
from data.importers.writing import Out

NO_REPLY = "model calls without a reply in the file"


def read(records: Iterable[Any], out: Out) -> None:
    log = Log(out)
    for record in objects(records, out.report):
        log.take(record)
    log.end()


class Log:
    def __init__(self, out: Out) -> None:
        self.out = out
        self.run = out.run(paradigm="function-calling")
        self.run.imported["agent"] = "kimi"
        self._asked: Asked | None = None
        self._prompt = ""
        self._called_at: dict[str, float | None] = {}
        self._base = EMPTY
        """What a compaction keeps: the system prompt."""

    def take(self, record: dict[str, Any]) -> None:
        kind, at = word(record.get("type")), self.out.report.time(record.get("time"))
        run, event = self.run, record.get("event")
        if kind == "context.append_loop_event" and isinstance(event, dict):
            self._event(word(event.get("type")), event, at)
        elif kind == "context.append_message" and isinstance(record.get("message"), dict):
            self._message(record["message"], at)
        elif kind == "llm.request":
            self._tell(at, "error")
            model = text_of(record.get("model"))
            self._asked = Asked(at, model, record.get("kind") == "compaction")
        elif kind == "usage.record":
            if self._asked is not None:
                self._asked.usage = usage_told(record.get("usage"))
        elif kind == "config.update":
            self._config(record)
        elif kind == "llm.tools_snapshot":
            tools = record.get("tools")
            if isinstance(tools, list) and not run.tools:
                run.tools = tools
        elif kind == "context.apply_compaction":
            self._compacted(record, at)
        elif kind == "turn.cancel":
            self._tell(at, "cancelled")
            run.last = None
        elif kind == "metadata":
            run.started_at = self.out.report.time(record.get("created_at"))
        elif kind == "turn.prompt":
            if self._asked is not None and self._asked.empty:
                self._tell(at, "error")  # nothing comes back any more
        elif kind not in ("full_compaction.begin", "full_compaction.complete"):
            self.out.report.unknown_record(kind, record)

    def end(self) -> None:
        self._tell(None, "error")
        self.run.stop_if_answered()
        self.run.count_unanswered()

    def _config(self, record: dict[str, Any]) -> None:
        run = self.run
        prompt = record.get("systemPrompt")
        if isinstance(prompt, str) and prompt != self._prompt:
            self._prompt = prompt
            run.ask("system", "system", {"role": "system", "content": prompt})
            self._base = run.chain
        for key in ("cwd", "modelAlias", "thinkingEffort", "profileName"):
            if record.get(key) is not None:
                run.imported[key] = record[key]

    def _message(self, message: dict[str, Any], at: float | None) -> None:
        run, role = self.run, word(message.get("role"))
        if role != "user":
            self.out.report.unknown_record(f"message/{role}", message)
            return
        text = text_in(message.get("content"))
        origin = message.get("origin")
        kind = origin.get("kind") if isinstance(origin, dict) else "user"
        # what a program set off is the question where nobody asked one, and no person's later word
        by_hand = kind == "user" or (kind == "system_trigger" and not run.question)
        if by_hand:
            run.heard(text, at)
        elif kind == "system_trigger":
            run.last = None
        sent = {"role": "user", "content": message.get("content")}
        run.ask("question" if by_hand else "note", "user", sent)

    def _event(self, kind: str, event: dict[str, Any], at: float | None) -> None:
        if kind == "step.begin":
            return
        if kind == "tool.result" and self._asked is None:
            self._result(event, at)
            return
        asked = self._asked = self._asked or Asked(None, self.run.model, False)
        if kind == "content.part":
            asked.parts.append(event.get("part"))
            asked.spoken_at = at if at is not None else asked.spoken_at
        elif kind == "tool.call":
            call = self.run.wish(event.get("toolCallId"), event.get("name"), event.get("args"))
            asked.calls.append(call)
            self._called_at[text_of(event.get("toolCallId"))] = at
            asked.wishes.append({k: event.get(k) for k in ("toolCallId", "name", "args")})
        elif kind == "tool.result":
            asked.results.append((event, at))
        elif kind == "step.end":
            asked.usage = usage_told(event.get("usage"))
            asked.timing = timing_of(event)
            length = word(event.get("finishReason")) in ("length", "max_tokens")
            self._tell(at, "length" if length else "stop")
        else:
            self.out.report.unknown_record(f"loop_event/{kind}", event)

    def _tell(self, at: float | None, finish: Finish) -> None:
        """Adds the open request with what came back for it, and then the results of its calls."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        ended: Finish = finish if asked.empty or finish == "length" else "stop"
        if asked.empty:
            self.out.report.lose(NO_REPLY)
        text = text_in(asked.parts) if asked.parts else ""
        message = {"role": "assistant", "content": asked.parts, "toolCalls": asked.wishes}
        self.run.replied(
            at=self._ended(asked, at),
            started_at=asked.at,
            first_token_at=after(asked.at, asked.timing.first_token),
            model=asked.model,
            text=text,
            calls=asked.calls,
            thinking=thoughts_in(asked.parts),
            usage=asked.usage,
            finish="tool_calls" if asked.calls else ended,
            settings={"model": asked.model} if asked.model else None,
            message=None if asked.empty else message,
        )
        for event, when in asked.results:
            self._result(event, when)

    def _ended(self, asked: Asked, at: float | None) -> float | None:
        """Calls, and a person's leave for them, come between the reply and the end of its step. Of
        a reply that is not in the file nothing is known but when it was asked for."""
        if asked.empty:
            return asked.at
        called = (self._called_at.get(text_of(one["toolCallId"])) for one in asked.wishes)
        known = (after(asked.at, asked.timing.whole), asked.spoken_at, *called, at, asked.at)
        return next((time for time in known if time is not None), None)

    def _result(self, event: dict[str, Any], at: float | None) -> None:
        result = event.get("result")
        output = text_in(result.get("output")) if isinstance(result, dict) else text_of(result)
        failed = isinstance(result, dict) and result.get("isError") is True
        self.run.answer(
            event.get("toolCallId"),
            output,
            at=at,
            started_at=self._called_at.pop(text_of(event.get("toolCallId")), None),
            outcome="error" if failed else "ok",
            message={"role": "tool", "toolCallId": event.get("toolCallId"), "content": output},
        )

    def _compacted(self, record: dict[str, Any], at: float | None) -> None:
        summary = text_of(record.get("summary"))
        if self._asked is not None:
            self._asked.parts.append({"type": "text", "text": summary})
            self._tell(at, "stop")
        run = self.run
        run.imported["compactions"] = run.imported.get("compactions", 0) + 1
        run.chain = self._base
        kept = record.get("contextSummary") or summary
        run.ask("note", "user", {"role": "user", "content": kept})
        run.last = None
