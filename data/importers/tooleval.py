"""Answers as ToolBench's tooleval keeps them: `{id: {query, answer}}`, steps nested in `next`."""

from __future__ import annotations

import re
from typing import Any

from agents.branches import BACK
from data.importers.chains import Chain
from data.importers.hostile import Unreadable, parse, text_of, word
from data.importers.printed_nodes import literal
from data.importers.writing import UNANSWERED, Out, RunOut

CUT = "calls that the file cuts off: what is left of them is told"
_QUOTED = r"""(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_GIVEN_UP = re.compile(r"""(\s*\{\s*["']return_type["']\s*:\s*["'])?give_up""")
_PAIR = re.compile(rf"[{{,]\s*{_QUOTED}: {_QUOTED}(?=[,}}])")


def tell_answers(out: Out, document: dict[str, Any]) -> None:
    for key, kept in document.items():
        answer = kept.get("answer") if isinstance(kept, dict) else None
        if not isinstance(answer, dict):
            out.report.unknown_record("answer", kept)
            continue
        run = out.run(question=text_of(kept.get("query")), label=str(key)[:200])
        tools = kept.get("available_tools")
        if isinstance(tools, list):
            run.tools = tools
            run.chain = run.chain.tools(tools)
        for name in ("method", "total_steps"):
            if answer.get(name) is not None:
                run.imported[name] = answer[name]
        run.paradigm = "react"
        _steps(out, run, answer.get("answer_details"))
        final = text_of(answer.get("final_answer")) or None
        if final is None:
            run.stopped("limit", "ended without an answer")
        else:
            up = gave_up(final)
            run.stopped("partial" if up else "success", "gave up" if up else "answered",
                        final)  # fmt: skip


def _steps(out: Out, run: RunOut, details: Any) -> None:
    first = details if isinstance(details, list) else [details]
    stack: list[tuple[Any, Chain, int]] = [(step, run.chain, 0) for step in reversed(first)]
    while stack:
        step, asked, before = stack.pop()
        if not isinstance(step, dict):
            out.report.unknown_record("step", step)
            continue
        told = run.events
        asked = _step(out, run, step, asked, branching(run, before))
        at = before if run.events == told else run.events - 1
        following = step.get("next")
        for inner in reversed(following if isinstance(following, list) else []):
            stack.append((inner, asked, at))


def branching(run: RunOut, before: int) -> list[str]:
    """The note on a reply that goes on from another event than the last one that was told."""
    return [] if before == run.events - 1 else [f"{BACK}{before}"]


def _step(out: Out, run: RunOut, step: dict[str, Any], asked: Chain, back: list[str]) -> Chain:
    role, message = word(step.get("role")), step.get("message")
    text = text_of(message)
    sent = {"role": role, "content": text}
    if role == "assistant":
        run.replied(at=None, text=text, request=asked, notes=back)
        return asked.add("reasoning", "assistant", sent)
    if role == "tool":
        return _tool(out, run, message, asked, back)
    if role == "system":
        return asked.add("system", role, sent) if text else asked
    run.question = run.question or text
    return asked.add("question", role or "user", sent)


def _tool(out: Out, run: RunOut, message: Any, asked: Chain, back: list[str]) -> Chain:
    told = message if isinstance(message, dict) else literal(text_of(message))
    if told is None:
        told = _beginning(text_of(message))
        out.report.lose(CUT if told else "calls that cannot be taken apart: kept as they are")
        told = told or {"name": "unknown", "arguments": {"raw": text_of(message)}}
    name, arguments = text_of(told.get("name")) or "unknown", told.get("arguments")
    call = run.wish("", name, arguments) if "arguments" in told else run.wish_untold(name)
    run.pairing.answer("")
    run.replied(at=None, calls=[call], finish="tool_calls", request=asked, notes=back)
    called = {"role": "assistant", "function_call": {"name": name, "arguments": arguments}}
    asked = asked.add("reasoning", "assistant", called)
    if "response" not in told:
        out.report.lose(UNANSWERED)
        return asked
    response = text_of(told["response"])
    run.returned(call, response, at=None, outcome="error" if _failed(response) else "ok")
    sent = {"role": "function", "name": name, "content": response}
    return asked.add("observation", "function", sent)


def _beginning(text: str) -> dict[str, Any]:
    """What stands whole at the beginning of a dictionary that was printed and then cut."""
    place = 0
    while pair := _PAIR.match(text, place):
        place = pair.end()
    found = literal(text[:place] + "}") or {}
    return found if "name" in found else {}


def gave_up(answer: str) -> bool:
    """Whether the arguments of Finish, which stand for the answer, say so; they may be cut off."""
    try:
        told = parse(answer)
    except Unreadable:
        return bool(_GIVEN_UP.match(answer))
    return isinstance(told, dict) and word(told.get("return_type")).startswith("give_up")


def _failed(response: str) -> bool:
    if not response.startswith("{"):
        return False
    try:
        told = parse(response)
    except Unreadable:
        return False
    return isinstance(told, dict) and bool(told.get("error"))
