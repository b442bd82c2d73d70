"""tau-bench's results: runs `{task_id, reward, info, traj, trial}`, and few-shot texts of them.

The ids of calls repeat, in one run too, so that results are paired by their place. The user is
another model, of which only the cost is known; tokens, times and the agent's model are not told.
A reward of 1 is a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from agents.messages import Usage
from data.importers.conversation import Conversation
from data.importers.head import Head
from data.importers.hostile import body_of, text_of, word
from data.importers.records import unknown
from data.importers.source import Source
from data.importers.writing import Out, RunOut
from data.scenario import Check

name = "tau_bench"

Json = dict[str, Any]
FLAT = re.compile(r"^(user|assistant|tool): ?", re.M)
FAILED = re.compile(r"^Error")
UNTOLD = "model calls whose usage, model and time tau-bench does not keep"
NAMELESS = "few-shot texts leave out which tools were called with what"


def looks_like(head: Head) -> float:
    return max((0.95 for one in head.objects() if _run_of(one)), default=0.0)


def _run_of(one: Json) -> bool:
    whole = isinstance(one.get("traj"), list) and ("reward" in one or "task_id" in one)
    return whole or set(one) == {"messages_display"}


def read(source: Source, out: Out) -> None:
    for record in _records(source, out):
        if isinstance(record, dict) and isinstance(record.get("traj"), list):
            _run(out, record)
        elif isinstance(record, dict) and isinstance(record.get("messages_display"), str):
            _flat(out, record["messages_display"])
        else:
            unknown(out.report, record)
    if not out.runs:
        raise BadInput(f"{source.path} holds no runs of tau-bench.")


def _records(source: Source, out: Out) -> Iterator[Any]:
    if source.head.kind == "jsonl" or len(source.head.records) == 1:
        for _, record in source.records(out.report):
            yield from record if isinstance(record, list) else [record]
        return
    document = source.document()
    yield from document if isinstance(document, list) else [document]


def _failed(output: str) -> bool:
    return FAILED.match(output) is not None


def _run(out: Out, record: Json) -> None:
    task, trial = text_of(record.get("task_id")), text_of(record.get("trial"))
    label = f"task {task}" + (f", trial {trial}" if trial else "")
    run = out.run(paradigm="function-calling", label=label[:200])
    thread = Conversation(run, "chat", _failed, UNTOLD)
    for message in record["traj"]:
        if isinstance(message, dict) and word(message.get("role")):
            thread.hear(message)
        else:
            out.report.unknown_record("traj", message)
    run.count_unanswered()
    if run.last_text:
        # the user ends it, so that the last thing said is the answer even where the user thanks
        run.stopped("success", "the user ended the conversation", run.last_text)
    _judge(run, record)


def _judge(run: RunOut, record: Json) -> None:
    info = record.get("info")
    info = info if isinstance(info, dict) else {}
    run.imported |= {
        key: value
        for key, value in (
            ("task_id", record.get("task_id")),
            ("trial", record.get("trial")),
            ("reward", record.get("reward")),
            ("task", info.get("task")),
            ("user_cost_usd", info.get("user_cost")),
            ("source", info.get("source")),
        )
        if value is not None
    }
    reward = record.get("reward")
    if isinstance(reward, bool) or not isinstance(reward, int | float):
        return
    checks = [Check("reward", reward >= 1, f"{reward:g}")]
    told = info.get("reward_info")
    told = told if isinstance(told, dict) else {}
    inner = told.get("info")
    for key, value in inner.items() if isinstance(inner, dict) else ():
        if isinstance(value, bool | float | int) and key.startswith("r_"):
            checks.append(Check(str(key), value >= 1, body_of(value)))
    run.judged(reward >= 1, checks)


def _flat(out: Out, text: str) -> None:
    """`user: …`, `assistant: …`, `tool: …`; an assistant's None stands where it called a tool."""
    out.report.lose(NAMELESS)
    run = out.run(paradigm="function-calling")
    pieces = FLAT.split(text)
    if pieces[0].strip():
        out.report.unknown_record("text before the first message", pieces[0])
    turns = [(pieces[i], pieces[i + 1].rstrip("\n")) for i in range(1, len(pieces) - 1, 2)]
    for place, (role, body) in enumerate(turns):
        following = turns[place + 1][0] if place + 1 < len(turns) else ""
        if role == "user":
            run.heard(body, None)
            run.ask("question", "user", {"role": "user", "content": body})
        elif role == "assistant":
            calls = [run.wish_untold()] if following == "tool" else []
            said = "" if body == "None" else body
            message = {"role": "assistant", "content": said or None}
            run.replied(at=None, text=said, calls=calls, usage=Usage(), message=message,
                        finish="tool_calls" if calls else "stop")  # fmt: skip
        else:
            message = {"role": "tool", "content": body}
            run.answer("", body, at=None, message=message,
                       outcome="error" if _failed(body) else "ok")  # fmt: skip
    run.stop_if_answered()
