"""mini-swe-agent's trajectories: a list of messages, bare or with `info` around it, one run.

A reply holds one block of bash, which is the action; newer versions let the model call a tool, and
keep its whole response (usage, time, cost) in the message's `extra`. What the environment gives
back is a message of the user's.
"""

from __future__ import annotations

import re
from typing import Any

from agents.errors import BadInput
from agents.events import Cost, Fault, Outcome, Reading, Status
from agents.messages import Call, Usage
from agents.models.usage import chat_usage, responses_usage
from data.importers.costs import told as told_cost
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.parts import text_in, thoughts_in
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "mini_swe_agent"

BLOCK = re.compile(r"```(?:bash|sh|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.S)
RETURN_CODE = re.compile(r"<returncode>(-?\d+)</returncode>")
DONE = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
BLOCK_MARKS = ("```mswea_bash_command", "```bash")


def looks_like(head: Head) -> float:
    value = head.value
    if isinstance(value, dict):
        form = word(value.get("trajectory_format"))
        if form.startswith("mini-swe-agent"):
            return 0.98
        info = value.get("info")
        mini = isinstance(info, dict) and "mini_version" in info
        return 0.9 if mini and isinstance(value.get("messages"), list) else 0.0
    if not isinstance(value, list):
        return 0.0
    said = [m for m in value[:12] if isinstance(m, dict) and isinstance(m.get("content"), str)]
    blocks = any(
        m.get("role") == "assistant" and any(mark in m["content"] for mark in BLOCK_MARKS)
        for m in said
    )
    back = any(m.get("role") == "user" and "<returncode>" in m["content"] for m in said)
    mini = any("mswea_" in m["content"] or DONE in m["content"] for m in said)
    return 0.9 if blocks and (back or mini) else 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    around: dict[str, Any] = document if isinstance(document, dict) else {}
    messages = around.get("messages") if around else document
    if not isinstance(messages, list) or not any(isinstance(m, dict) for m in messages):
        raise BadInput(f"{source.path} is a mini-swe-agent trajectory without messages.")
    info = around.get("info")
    info = info if isinstance(info, dict) else {}
    run = out.run(paradigm="react")
    _about(run, around, info)
    spoken = False
    for message in messages:
        if not isinstance(message, dict):
            out.report.unknown_record("message", message)
            continue
        role = word(message.get("role"))
        if role == "assistant" or message.get("object") == "response":
            spoken = True
            _reply(run, message)
        elif role == "exit":
            _keep_exit(info, message)
        elif spoken:
            _observation(run, message)
        else:
            system = role == "system"
            run.ask("system" if system else "question", role or "user", _sent(message))
            if not system:
                run.question = text_in(message.get("content"))
    _end(run, info)


def _about(run: RunOut, around: dict[str, Any], info: dict[str, Any]) -> None:
    for key in ("mini_version", "model_stats"):
        if info.get(key) is not None:
            run.imported[key] = info[key]
    if around.get("instance_id") is not None:
        run.imported["instance_id"] = around["instance_id"]
    config = info.get("config")
    model = config.get("model") if isinstance(config, dict) else None
    run.model = text_of(model.get("model_name")) if isinstance(model, dict) else ""


def _reply(run: RunOut, message: dict[str, Any]) -> None:
    extra = message.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    response = extra.get("response")
    response = response if isinstance(response, dict) else message
    items = message.get("output")
    content = message.get("content")
    if isinstance(items, list):
        content = [
            part
            for item in items
            if isinstance(item, dict) and item.get("type") == "message"
            for part in (item["content"] if isinstance(item.get("content"), list) else [])
        ]
    text = text_in(content)
    calls = _calls(run, message, items, extra, text)
    thought = BLOCK.sub("", text).strip()
    at = run.out.report.time(extra.get("timestamp"))
    cost = extra.get("cost")
    if not calls:
        fault = Fault("no_action", "The reply holds no action, or more than one.")
        reading = Reading(thought=thought, fault=fault)
    else:
        reading = Reading(thought=thought, calls=tuple(calls))
    native = bool(message.get("tool_calls")) or isinstance(items, list)
    run.replied(
        at=at,
        model=text_of(response.get("model")) or run.model,
        text=text,
        calls=calls,
        thinking=text_of(message.get("reasoning_content")) or thoughts_in(content),
        usage=_usage(response.get("usage")),
        finish="tool_calls" if native and calls else "stop",
        dialect="responses" if isinstance(items, list) else "chat" if native else "text",
        reading=reading,
        cost=_cost(cost),
        message=_sent(message),
    )
    if native:
        run.paradigm = "function-calling"


def _calls(
    run: RunOut, message: dict[str, Any], items: Any, extra: dict[str, Any], text: str
) -> list[Call]:
    native = message.get("tool_calls")
    found: list[Call] = []
    for one in native if isinstance(native, list) else ():
        function = one.get("function") if isinstance(one, dict) else None
        if isinstance(function, dict):
            found.append(run.wish(one.get("id"), function.get("name"), function.get("arguments")))
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("type") == "function_call":
            found.append(run.wish(item.get("call_id"), item.get("name"), item.get("arguments")))
    if found:
        return found
    blocks = BLOCK.findall(text)
    if len(blocks) == 1:
        return [run.wish("", "bash", {"command": blocks[0]})]
    actions = extra.get("actions")
    for action in actions if isinstance(actions, list) else ():
        command = action.get("command") if isinstance(action, dict) else action
        found.append(run.wish("", "bash", {"command": text_of(command)}))
    return found


def _observation(run: RunOut, message: dict[str, Any]) -> None:
    """A message of the user's that no action waits for says what was wrong with the reply."""
    extra = message.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    output = message.get("output")
    content = text_in(message.get("content")) or text_of(output)
    if not run.pairing.open():
        run.ask("note", word(message.get("role")) or "user", _sent(message))
        return
    code = RETURN_CODE.search(content[:500])
    returned = extra.get("returncode", int(code[1][:9]) if code else 0)
    outcome: Outcome = "ok" if returned in (0, None) else "error"
    call_id = message.get("tool_call_id") or message.get("call_id")
    at = run.out.report.time(extra.get("timestamp"))
    run.answer(call_id, content, at=at, outcome=outcome, message=_sent(message))


def _keep_exit(info: dict[str, Any], message: dict[str, Any]) -> None:
    extra = message.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    info.setdefault("exit_status", extra.get("exit_status"))
    info.setdefault("submission", extra.get("submission") or message.get("content"))


def _end(run: RunOut, info: dict[str, Any]) -> None:
    status = text_of(info.get("exit_status"))
    submission = info.get("submission")
    answer = submission if isinstance(submission, str) and submission.strip() else None
    if status:
        ended: Status = "success" if status.lower() == "submitted" else "error"
        run.stopped("limit" if "limit" in status.lower() else ended, status, answer)
        return
    last = next((e for e in [run.last] if e is not None), None)
    call = getattr(last, "call", None)
    if call is not None and DONE in text_of(call.arguments.get("command")):
        run.stopped("success", "submitted", answer)


def _usage(told: Any) -> Usage:
    return (
        responses_usage(told)
        if isinstance(told, dict) and "input_tokens" in told
        else (chat_usage(told))
    )


def _cost(usd: Any) -> Cost | None:
    usable = isinstance(usd, int | float) and not isinstance(usd, bool) and 0 < usd < 1e9
    return told_cost(float(usd)) if usable else None


def _sent(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != "extra"}
