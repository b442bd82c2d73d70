"""SWE-agent's `.traj`: `trajectory` (steps), `history` (messages) and `info`, one run.

Steps and messages tell the same thing twice; steps are read, and of the messages only what stands
before the first reply, and native calls. A file may have the history alone. Steps of newer versions
hold the exact request as `query`. Demonstrations are notes. There are no times, and usage is told
for the whole run only (0 in replays, which asked no model).
"""

from __future__ import annotations

from typing import Any

from agents.errors import BadInput
from agents.events import Fault, Reading, Status
from agents.messages import Call
from data.importers.asked import Asked, part_of
from data.importers.head import Head
from data.importers.hostile import count_of, text_of, word
from data.importers.parts import text_in
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "swe_agent"

SUMS_ONLY = "usage of single calls: the file tells only the sum of the run"
STATES = "states of the environment after each step: only the last one is kept"
KEPT = ("environment", "instance_id")
NOT_ANSWERED = ("exit_forfeit", "early_exit", "skipped", "abort")


def looks_like(head: Head) -> float:
    value = head.value
    if not isinstance(value, dict):
        return 0.0
    steps, history = value.get("trajectory"), value.get("history")
    step = steps[0] if isinstance(steps, list) and steps else None
    if isinstance(step, dict) and {"action", "observation", "response"} <= step.keys():
        return 0.95
    first = history[0] if isinstance(history, list) and history else None
    if isinstance(first, dict) and "role" in first and "agent" in first:
        return 0.9
    return 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    if not isinstance(document, dict):
        raise BadInput(f"{source.path} is no SWE-agent trajectory: it is no JSON object.")
    steps = [s for s in _list(document.get("trajectory")) if isinstance(s, dict)]
    history = [m for m in _list(document.get("history")) if isinstance(m, dict)]
    if not steps and not history:
        raise BadInput(f"{source.path} is a SWE-agent trajectory without a step or a message.")
    info = document.get("info")
    info = info if isinstance(info, dict) else {}
    run = out.run(paradigm="react")
    run.imported.update({k: document[k] for k in KEPT if document.get(k) is not None})
    _preamble(run, history)
    if steps:
        _steps(run, steps, history)
    else:
        _history(run, history)
    _totals(out, run, info, bool(steps))
    _end(run, info)


def _preamble(run: RunOut, history: list[dict[str, Any]]) -> None:
    for message in history:
        role = word(message.get("role"))
        if role == "assistant" and not message.get("is_demo"):
            return
        part = "note" if message.get("is_demo") else part_of(role)
        run.ask(part, role or "user", _sent(message))
        if part == "question":
            run.question = text_in(message.get("content"))


def _steps(run: RunOut, steps: list[dict[str, Any]], history: list[dict[str, Any]]) -> None:
    native = {
        text_in(m.get("content")): m
        for m in history
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list)
    }
    asked = Asked()
    for number, step in enumerate(steps):
        response = text_in(step.get("response"))
        message = native.get(response) or native.get(text_of(step.get("thought"))) or {}
        query = step.get("query")
        exact = isinstance(query, list) and bool(query)
        call = _call_of(run, message, step, number)
        run.replied(
            at=None,
            text=response,
            calls=[call],
            finish="tool_calls" if message else "stop",
            dialect="chat" if message else "text",
            thinking=_thinking(step),
            reading=Reading(thought=text_of(step.get("thought")), calls=(call,)),
            request=asked.request((), query) if exact and isinstance(query, list) else None,
            rebuilt=not exact,
            message=_sent(message) if message else {"role": "assistant", "content": response},
        )
        output = text_of(step.get("observation"))
        role = "tool" if message else "user"
        took = step.get("execution_time")
        run.returned(
            run.pairing.answer(call_id_of(message)) or call,
            output,
            at=None,
            notes=[f"took {took:.3f} s"] if isinstance(took, float) else [],
            message={"role": role, "content": output},
        )
    states = [s["state"] for s in steps if s.get("state")]
    if states:
        run.imported["state"] = states[-1]
        run.out.report.lose(STATES, len(states))


def _call_of(run: RunOut, message: dict[str, Any], step: dict[str, Any], number: int) -> Call:
    """A native call where the reply had one, else the command, named by its first word."""
    for one in _list(message.get("tool_calls")):
        function = one.get("function") if isinstance(one, dict) else None
        if isinstance(function, dict):
            run.paradigm = "function-calling"
            return run.wish(call_id_of(message), function.get("name"), function.get("arguments"))
    action = text_of(step.get("action"))
    first = action.split(None, 1)[0] if action.strip() else "none"
    return run.wish(call_id_of(message), first[:100], {"command": action})


def call_id_of(message: dict[str, Any]) -> str:
    for one in _list(message.get("tool_calls")):
        if isinstance(one, dict):
            return text_of(one.get("id"))
    return ""


def _history(run: RunOut, history: list[dict[str, Any]]) -> None:
    spoken = False
    for message in history:
        role = word(message.get("role"))
        demo = bool(message.get("is_demo"))
        if role == "assistant" and not demo:
            spoken = True
            _reply(run, message)
        elif spoken:
            content = text_in(message.get("content"))
            if run.pairing.open() and role in ("tool", "user"):
                ids = _list(message.get("tool_call_ids")) or [message.get("tool_call_id")]
                run.answer(ids[0], content, at=None, message=_sent(message))
            else:
                run.ask("note", role or "user", _sent(message))


def _reply(run: RunOut, message: dict[str, Any]) -> None:
    text = text_in(message.get("content"))
    calls = []
    for one in _list(message.get("tool_calls")):
        function = one.get("function") if isinstance(one, dict) else None
        if isinstance(function, dict):
            run.paradigm = "function-calling"
            calls.append(run.wish(one.get("id"), function.get("name"), function.get("arguments")))
    action = text_of(message.get("action"))
    if not calls and action.strip():
        calls.append(run.wish("", action.split(None, 1)[0][:100], {"command": action}))
    thought = text_of(message.get("thought")) or text
    empty = Reading(thought=thought, fault=Fault("no_action", "The reply has no action."))
    run.replied(
        at=None,
        text=text,
        calls=calls,
        finish="tool_calls" if message.get("tool_calls") else "stop",
        dialect="chat" if message.get("tool_calls") else "text",
        reading=Reading(thought=thought, calls=tuple(calls)) if calls else empty,
        message=_sent(message),
    )


def _totals(out: Out, run: RunOut, info: dict[str, Any], counted: bool) -> None:
    stats = info.get("model_stats")
    if not isinstance(stats, dict):
        return
    run.imported["model_stats"] = stats
    sent, received = count_of(stats.get("tokens_sent")), count_of(stats.get("tokens_received"))
    if sent or received:
        out.report.add_usage(sent, None, received)
        out.report.lose(SUMS_ONLY)


def _end(run: RunOut, info: dict[str, Any]) -> None:
    exit_status = text_of(info.get("exit_status"))
    submission = info.get("submission")
    answer = submission if isinstance(submission, str) and submission.strip() else None
    if exit_status:
        run.stopped(_status(exit_status), exit_status, answer)
    elif answer is not None:
        run.stopped("success", "submitted", answer)


def _status(exit_status: str) -> Status:
    said = exit_status.lower()
    if said == "submitted":
        return "success"
    if any(limit in said for limit in ("cost", "context", "limit", "timeout")):
        return "limit"
    if said.startswith("submitted"):
        return "partial"
    return "cancelled" if any(word_ in said for word_ in NOT_ANSWERED) else "error"


def _thinking(step: dict[str, Any]) -> str:
    return "\n\n".join(
        text_of(block.get("thinking"))
        for block in _list(step.get("thinking_blocks"))
        if isinstance(block, dict)
    )


def _sent(message: dict[str, Any]) -> dict[str, Any]:
    """What the API had of it."""
    names = ("role", "content", "tool_calls", "tool_call_id")
    found = {name_: message[name_] for name_ in names if message.get(name_) is not None}
    ids = message.get("tool_call_ids")
    if isinstance(ids, list) and ids:
        found.setdefault("tool_call_id", ids[0])
    return found


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
