"""The events of one OpenHands trajectory, told as a run; what is delegated is a sub-run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.events import Outcome, Status
from agents.messages import Call
from data.importers.hostile import text_of, word
from data.importers.openhands_responses import Responses
from data.importers.openhands_words import (
    NO_CALLS,
    answer_in,
    call_id_of,
    failed,
    refused,
    response_of,
)
from data.importers.writing import Out, RunOut

QUIET = frozenset({"null", "agent_state_changed", "recall"})
"""Observations that answer no call."""
UNRECORDED = (
    "messages of the agent whose model response is not in the file: shown, not counted as calls"
)
SAYS_ERROR = "results of the editor that say “ERROR:”: shown as errors, not counted as ones"
NOT_ARGUMENTS = frozenset({"action", "thought", "is_confirmed", "action_risk", "keep_prompt"})


@dataclass
class Strand:
    """The run itself, or one that it delegated to."""

    run: RunOut
    call_id: str = ""


class Trajectory:
    def __init__(self, out: Out, run: RunOut, events: list[Any]) -> None:
        self.out = out
        self._events = events
        self._strands = [Strand(run)]
        self._responses = Responses(events)
        self._heard_at: float | None = None
        self._state = ""
        self._reason = ""
        self._finished: tuple[Status, str, str | None, float | None] | None = None

    @property
    def run(self) -> RunOut:
        return self._strands[-1].run

    def tell(self, error: str) -> None:
        for event in self._events:
            if not isinstance(event, dict):
                self.out.report.unknown_record("event", event)
                continue
            at = self.out.report.time(event.get("timestamp"))
            if isinstance(event.get("observation"), str):
                self._observed(event, event["observation"], at)
            elif isinstance(event.get("action"), str):
                self._acting(event, event["action"], at)
            else:
                self.out.report.unknown_record("event", event)
            self._heard_at = at if at is not None else self._heard_at
        run = self._strands[0].run
        if self._finished is not None:
            run.stopped(*self._finished)
        elif error or self._state == "error":
            reason = error or self._reason or "the agent's state is error"
            run.stopped("limit" if "maximum iteration" in reason else "error", reason)
        else:
            run.stop_if_answered()
        run.count_unanswered()

    # actions

    def _acting(self, event: dict[str, Any], kind: str, at: float | None) -> None:
        args = event.get("args")
        args = args if isinstance(args, dict) else event
        if kind == "message" and self._from_user(event, args):
            self._asked(args, at)
        elif kind == "system":
            tools = args.get("tools")
            self.run.tools = tools if isinstance(tools, list) else []
            self.run.chain = self.run.chain.tools(self.run.tools)
            content = text_of(args.get("content"))
            self.run.ask("system", "system", {"role": "system", "content": content})
        elif kind == "recall" or kind == "change_agent_state":
            return
        elif event.get("source") in ("user", "environment"):
            self.out.report.unknown_record(f"action/{kind}, not the agent's", event)
        else:
            self._said(event, kind, args, at)
            if kind == "finish":
                self._finish(event, args, at)
            elif kind == "delegate":
                self._delegate(event, args)

    def _from_user(self, event: dict[str, Any], args: dict[str, Any]) -> bool:
        source = event.get("source")
        if isinstance(source, str):
            return source != "agent"
        return self.run.last is None or not args.get("wait_for_response")

    def _asked(self, args: dict[str, Any], at: float | None) -> None:
        content = text_of(args.get("content"))
        self.run.heard(content, at)
        self.run.ask("question", "user", {"role": "user", "content": content})
        self._finished = None

    def _said(
        self, event: dict[str, Any], kind: str, args: dict[str, Any], at: float | None
    ) -> None:
        response = response_of(event)
        if response is not None:
            if kind not in NO_CALLS and not call_id_of(event):
                self.out.report.lose("actions whose call the response does not name")
            self._responses.tell(self.run, event, response, at, self._heard_at)
            return
        run = self.run
        calls: list[Call] = []
        if kind not in NO_CALLS:
            arguments = {k: v for k, v in args.items() if k not in NOT_ARGUMENTS}
            calls = [run.wish(call_id_of(event), kind, arguments)]
        recorded = kind != "message" or not self._responses.acted
        thought = text_of(args.get("thought"))
        text = text_of(args.get("content")) if kind == "message" else thought
        if kind == "finish":
            text = answer_in(event, args) or thought
        run.replied(
            at=at,
            started_at=self._heard_at,
            model=run.model,
            text=text,
            calls=calls,
            finish="tool_calls" if calls else "stop",
            dialect="text",
            message={"role": "assistant", "content": text, **({"action": kind} if calls else {})},
        )
        if not recorded:
            self.out.report.model_calls -= 1
            self.out.report.lose(UNRECORDED)

    def _finish(self, event: dict[str, Any], args: dict[str, Any], at: float | None) -> None:
        if len(self._strands) > 1:
            self.run.stopped("success", "finished", answer_in(event, args), at)
            return
        whole = args.get("task_completed")
        partly = whole is False or word(whole) in ("partial", "false")
        status: Status = "partial" if partly else "success"
        reason = f"finished, task completed: {text_of(whole)}" if partly else "finished"
        self._finished = (status, reason, answer_in(event, args), at)

    def _delegate(self, event: dict[str, Any], args: dict[str, Any]) -> None:
        inputs = args.get("inputs")
        task = inputs.get("task") if isinstance(inputs, dict) else inputs
        call_id = call_id_of(event)
        sub = self.out.run(
            called_by=self.run, called_as=call_id, model=self.run.model,
            label=text_of(args.get("agent"))[:200], question=text_of(task),
        )  # fmt: skip
        if sub.question:
            sub.ask("question", "user", {"role": "user", "content": sub.question})
        self._strands.append(Strand(sub, call_id))

    # observations

    def _observed(self, event: dict[str, Any], kind: str, at: float | None) -> None:
        extras = event.get("extras")
        extras = extras if isinstance(extras, dict) else {}
        content = text_of(event.get("content"))
        if kind == "agent_state_changed":
            self._state = word(extras.get("agent_state"))
            self._reason = text_of(extras.get("reason"))
            return
        if kind == "recall":
            self.run.ask("note", "user", {"role": "user", "content": content, "recall": extras})
            return
        if kind in QUIET:
            return
        if kind == "delegate" and len(self._strands) > 1:
            call_id = self._strands.pop().call_id
            outputs = text_of(extras.get("outputs") or event.get("outputs"))
            self.run.answer(call_id, content or outputs, name="delegate", at=at)
            return
        response = response_of(event)
        if response is not None:
            self._responses.tell(self.run, event, response, at, self._heard_at)
        call_id = call_id_of(event)
        outcome: Outcome = "error" if failed(event, kind, extras) else "ok"
        if outcome == "ok" and refused(kind, content):
            outcome = "error"
            self.out.report.errors -= 1
            self.out.report.lose(SAYS_ERROR)
        run = self.run
        message = {"role": "tool", "tool_call_id": call_id, "content": content}
        if kind == "error" and not call_id:
            # no call of the model led to it: OpenHands tells the model of an error of its own
            self.out.report.errors += 1
            run.ask("note", "user", {"role": "user", "content": content})
            return
        run.answer(
            call_id,
            content,
            name="" if call_id else kind,
            at=at,
            started_at=self._heard_at,
            outcome=outcome,
            message=message,
        )
