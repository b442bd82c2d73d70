"""The events of one OpenHands trajectory, told as a run; what is delegated is a sub-run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.events import Outcome, Status
from agents.messages import Call, Finish, Usage
from agents.models.usage import chat_usage
from data.importers.hostile import count_of, text_of, word
from data.importers.parts import text_in, thoughts_in
from data.importers.writing import Out, RunOut

NO_CALLS = frozenset({"finish", "message", "system", "recall", "change_agent_state"})
"""Actions that call no tool."""
QUIET = frozenset({"null", "agent_state_changed", "recall"})
"""Observations that answer no call."""
MET_BY_NOTHING = "calls that were refused before they became an action: shown, not counted"
UNRECORDED = (
    "messages of the agent whose model response is not in the file: shown, not counted as calls"
)
STILL_RUNNING = -1
"""An exit code that is none: the command had not ended when the model was told of its output."""
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
        self._told: set[str] = set()
        """Ids of model responses."""
        self._acted = {_call_id(e) for e in events if isinstance(e, dict) and _acts(e)}
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
        unanswered = len(run.pairing.open())
        if unanswered:
            self.out.report.lose("calls without a result in the file", unanswered)

    # actions

    def _acting(self, event: dict[str, Any], kind: str, at: float | None) -> None:
        args = event.get("args")
        args = args if isinstance(args, dict) else event
        if kind == "message" and self._from_user(event, args):
            self._asked(event, args)
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

    def _asked(self, event: dict[str, Any], args: dict[str, Any]) -> None:
        content = text_of(args.get("content"))
        run = self.run
        run.question = run.question or content
        run.ask("question", "user", {"role": "user", "content": content})
        self._finished = None
        run.last = None

    def _said(
        self, event: dict[str, Any], kind: str, args: dict[str, Any], at: float | None
    ) -> None:
        response = _response(event)
        if response is not None:
            if kind not in NO_CALLS and not _call_id(event):
                self.out.report.lose("actions whose call the response does not name")
            self._respond(event, response, at)
            return
        run = self.run
        calls: list[Call] = []
        if kind not in NO_CALLS:
            arguments = {k: v for k, v in args.items() if k not in NOT_ARGUMENTS}
            calls = [run.wish(_call_id(event), kind, arguments)]
        recorded = kind != "message" or not self._acted
        thought = text_of(args.get("thought"))
        text = text_of(args.get("content")) if kind == "message" else thought
        if kind == "finish":
            text = _answer(event, args) or thought
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

    def _respond(self, event: dict[str, Any], response: dict[str, Any], at: float | None) -> None:
        """A response that was told already is not told again."""
        name = text_of(response.get("id"))
        if name and name in self._told:
            return
        self._told.add(name)
        run = self.run
        choices = response.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else {}
        choice = choice if isinstance(choice, dict) else {}
        message = choice.get("message")
        message = message if isinstance(message, dict) else {}
        run.paradigm = "function-calling"
        calls = [call for call in self._calls(event, message) if call is not None]
        content = message.get("content")
        text = text_in(content)
        if event.get("action") == "finish":
            args = event.get("args")
            text = _answer(event, args if isinstance(args, dict) else {}) or text
        finish: Finish = "length" if choice.get("finish_reason") == "length" else "stop"
        usage = response.get("usage")
        run.replied(
            at=at,
            started_at=self._heard_at,
            model=text_of(response.get("model")),
            text=text,
            calls=calls,
            thinking=text_of(message.get("reasoning_content")) or thoughts_in(content),
            usage=_usage(usage) if isinstance(usage, dict) else Usage(),
            finish="tool_calls" if calls else finish,
            message=message,
        )

    def _calls(self, event: dict[str, Any], message: dict[str, Any]) -> list[Call | None]:
        native = message.get("tool_calls")
        found: list[Call | None] = []
        for one in native if isinstance(native, list) else ():
            function = one.get("function") if isinstance(one, dict) else None
            if not isinstance(function, dict):
                continue
            name, arguments = function.get("name"), function.get("arguments")
            call_id = text_of(one.get("id"))
            if name == "finish" or (event.get("action") == "finish" and _call_id(event) == call_id):
                continue
            if call_id in self._acted:
                found.append(self.run.wish(call_id, name, arguments))
            else:
                found.append(self.run.pairing.wish(call_id, text_of(name), arguments))
                self.out.report.lose(MET_BY_NOTHING)
        if (
            not found
            and event.get("action") not in NO_CALLS
            and isinstance(event.get("action"), str)
        ):
            args = event.get("args")
            found.append(self.run.wish(_call_id(event), event["action"], args))
        return found

    def _finish(self, event: dict[str, Any], args: dict[str, Any], at: float | None) -> None:
        if len(self._strands) > 1:
            self.run.stopped("success", "finished", _answer(event, args), at)
            return
        whole = args.get("task_completed")
        partly = whole is False or word(whole) in ("partial", "false")
        status: Status = "partial" if partly else "success"
        reason = f"finished, task completed: {text_of(whole)}" if partly else "finished"
        self._finished = (status, reason, _answer(event, args), at)

    def _delegate(self, event: dict[str, Any], args: dict[str, Any]) -> None:
        inputs = args.get("inputs")
        task = inputs.get("task") if isinstance(inputs, dict) else inputs
        call_id = _call_id(event)
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
        response = _response(event)
        if response is not None:
            self._respond(event, response, at)
        call_id = _call_id(event)
        outcome: Outcome = "error" if _failed(event, kind, extras) else "ok"
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


def _acts(event: dict[str, Any]) -> bool:
    return isinstance(event.get("action"), str) and _metadata(event) != {}


def _metadata(event: dict[str, Any]) -> dict[str, Any]:
    found = event.get("tool_call_metadata")
    return found if isinstance(found, dict) else {}


def _call_id(event: dict[str, Any]) -> str:
    return text_of(_metadata(event).get("tool_call_id"))


def _response(event: dict[str, Any]) -> dict[str, Any] | None:
    found = _metadata(event).get("model_response")
    return found if isinstance(found, dict) else None


def _usage(told: dict[str, Any]) -> Usage:
    """As litellm has it: prompt tokens with the cached ones in them."""
    usage = chat_usage(told)
    written = count_of(told.get("cache_creation_input_tokens"))
    read = count_of(told.get("cache_read_input_tokens"))
    if usage.source != "reported":
        return usage
    cached = usage.cache_read_input_tokens
    return Usage(
        usage.input_tokens, usage.output_tokens, read if read is not None else cached,
        written if written is not None else usage.cache_creation_input_tokens,
        usage.reasoning_output_tokens, "reported",
    )  # fmt: skip


def _answer(event: dict[str, Any], args: dict[str, Any]) -> str | None:
    outputs = args.get("outputs")
    content = outputs.get("content") if isinstance(outputs, dict) else None
    for said in (args.get("final_thought"), content, args.get("thought"), event.get("message")):
        if isinstance(said, str) and said.strip():
            return said
    return None


def _failed(event: dict[str, Any], kind: str, extras: dict[str, Any]) -> bool:
    about = extras.get("metadata")
    code = about.get("exit_code") if isinstance(about, dict) else None
    for other in (extras.get("exit_code"), event.get("exit_code")):
        code = other if code is None else code
    return kind == "error" or code not in (0, None, STILL_RUNNING)
