"""A Codex rollout as it is read, line by line: one run, and what it has been asked."""

from __future__ import annotations

from typing import Any

from agents.messages import Usage
from data.importers.chains import EMPTY
from data.importers.codex_items import (
    CALLS,
    OUTPUTS,
    call_of,
    caller_in,
    error_in,
    text_in,
    thoughts_in,
)
from data.importers.codex_reply import OpenReply
from data.importers.heard import by_program
from data.importers.hostile import text_of, word
from data.importers.records import unknown
from data.importers.usages import RunningTotal, usage_of
from data.importers.writing import Out, RunOut

TWICE = frozenset(
    {"user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content",
     "agent_message_delta", "agent_reasoning_section_break"}
)  # fmt: skip
"""Events that say again what a response item says."""
NO_TOTAL = "token counts that are no running total: of which call they are is not told"
ENCRYPTED = "encrypted reasoning: kept in the reply's raw items, not readable"


class Rollout:
    def __init__(self, out: Out) -> None:
        self.out = out
        self._run: RunOut | None = None
        self._open = OpenReply()
        self._total = RunningTotal()
        self._heard_at: float | None = None
        self._model = ""
        self._error: tuple[str, float | None] | None = None
        self._meta_seen = 0
        self._base = EMPTY
        """What stands before the conversation, and stays when that is made shorter."""

    @property
    def run(self) -> RunOut:
        if self._run is None:
            self._run = self.out.run(paradigm="function-calling", provider="openai")
        return self._run

    def take(self, record: Any) -> None:
        payload = record.get("payload") if isinstance(record, dict) else None
        if not isinstance(payload, dict):
            unknown(self.out.report, record)
            return
        at = self.out.report.time(record.get("timestamp"))
        kind = record.get("type")
        if kind == "session_meta":
            self._meta(payload, at)
        elif kind == "turn_context":
            self._model = text_of(payload.get("model")) or self._model
            self._keep(payload, ("cwd", "approval_policy", "effort", "model"))
        elif kind == "response_item":
            self._item(payload, at)
        elif kind == "compacted":
            self._compacted(payload)
        elif kind == "event_msg":
            self._event(payload, at)
        else:
            self.out.report.unknown_record(kind, record)

    def end(self) -> None:
        run = self.run
        self._tell(Usage(), None)
        if self._error is not None and run.last is not None:
            message, at = self._error
            run.stopped("error", message, at=at)
        else:
            run.stop_if_answered()
        run.count_unanswered()

    def _meta(self, payload: dict[str, Any], at: float | None) -> None:
        self._meta_seen += 1
        if self._meta_seen > 1:
            self.out.report.unknown_record("session_meta, said again", payload)
            return
        session = text_of(payload.get("id"))
        caller = caller_in(payload.get("source"))
        if self._run is None:
            self._run = self.out.run(
                thread=f"{caller}/{session}" if caller else session,
                belongs_to=caller,
                paradigm="function-calling",
                provider="openai",
            )
        run = self.run
        run.started_at = at if at is not None else run.started_at
        run.imported["session"] = session
        self._keep(payload, ("cli_version", "cwd", "originator", "source", "git"))
        instructions = payload.get("base_instructions") or payload.get("instructions")
        text = instructions.get("text") if isinstance(instructions, dict) else instructions
        if isinstance(text, str) and text:
            run.ask("system", "system", {"role": "system", "content": text})
            self._base = run.chain

    def _keep(self, payload: dict[str, Any], names: tuple[str, ...]) -> None:
        for name_ in names:
            if payload.get(name_) is not None:
                self.run.imported.setdefault(name_, payload[name_])

    # items as the API has them

    def _item(self, item: dict[str, Any], at: float | None) -> None:
        kind = word(item.get("type"))
        if kind == "message":
            self._message(item, at)
        elif kind == "reasoning":
            self._new_reply_after_results()
            self._open.heard(item, at)
            self._open.thoughts += thoughts_in(item)
            if item.get("encrypted_content"):
                self.out.report.lose(ENCRYPTED)
        elif kind in CALLS:
            self._new_reply_after_results()
            self._error = None
            call = self.run.wish(*call_of(item))
            self._open.heard(item, at)
            self._open.calls.append(call)
        elif kind in OUTPUTS:
            self._open.results.append((item, at))
        else:
            self.out.report.unknown_record(f"response_item/{kind}", item)

    def _message(self, item: dict[str, Any], at: float | None) -> None:
        role = item.get("role")
        text = text_in(item.get("content"))
        if role == "assistant":
            self._new_reply_after_results()
            self._error = None
            self._open.heard(item, at)
            self._open.texts.append(text)
            return
        self._tell(Usage(), None)
        run = self.run
        if role == "user" and not by_program(text):
            run.heard(text, at)
            run.ask("question", "user", item)
        else:
            run.ask("note" if role == "user" else "system", str(role or "user"), item)
        self._heard_at = at if at is not None else self._heard_at

    def _new_reply_after_results(self) -> None:
        """Without a usage between them, what is said after results is another call."""
        if self._open.results:
            self._tell(Usage(), None)

    def _tell(self, usage: Usage, at: float | None) -> None:
        """Adds the open reply, and then the results that came for it."""
        said, self._open = self._open, OpenReply()
        if not (said.items or said.results or usage.source == "reported"):
            return
        heard = said.tell(self.run, self._model, usage, at, self._heard_at)
        self._heard_at = heard if heard is not None else self._heard_at

    # events for the screen

    def _event(self, payload: dict[str, Any], at: float | None) -> None:
        kind = word(payload.get("type"))
        if kind == "token_count":
            self._usage(payload, at)
        elif kind == "error" or kind == "stream_error":
            self.out.report.errors += 1
            self._error = (error_in(payload), at)
        elif kind == "turn_aborted":
            self._tell(Usage(), None)
            self.run.imported["aborted"] = self.run.imported.get("aborted", 0) + 1
            self.run.last = None
        elif kind in TWICE:
            return
        elif kind == "turn.completed" and isinstance(payload.get("usage"), dict):
            self.out.report.lose(NO_TOTAL)
        else:
            self.out.report.unknown_record(f"event_msg/{kind}", payload)

    def _usage(self, payload: dict[str, Any], at: float | None) -> None:
        info = payload.get("info")
        total = info.get("total_token_usage") if isinstance(info, dict) else None
        if not isinstance(total, dict):
            if info:
                self.out.report.lose(NO_TOTAL)
            return
        step = self._total.step(total)
        if step is None:
            return
        self._tell(
            usage_of(
                step.get("input_tokens"),
                step.get("output_tokens"),
                step.get("cached_input_tokens"),
                None,
                step.get("reasoning_output_tokens"),
            ),
            at,
        )

    def _compacted(self, payload: dict[str, Any]) -> None:
        self._tell(Usage(), None)
        run = self.run
        run.chain = self._base
        run.imported["compactions"] = run.imported.get("compactions", 0) + 1
        kept = payload.get("replacement_history")
        if isinstance(kept, list):
            for item in kept:
                run.ask("note", "user", item)
        else:
            message = {"role": "user", "content": text_of(payload.get("message"))}
            run.ask("note", "user", message)
