"""What a request asks for and what its conversation holds, read from the messages alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeGuard

from agents.messages import Answered, Message, Request, Said, Text
from agents.models.script import Seen
from agents.reading.react_text import ReactReading
from agents.reading.react_text import read as read_react
from agents.reviews import LESSONS, problems_in

Wanted = Literal["calls", "text", "plan", "replan", "verdict", "answer", "review"]
"""Native calls, ReAct text, one of the planner's JSON forms, or plain prose."""

OBSERVATION = "Observation: "
NO_MORE = "Call no more tools"


@dataclass(frozen=True, slots=True)
class Conversation:
    wanted: Wanted
    question: str
    seen: tuple[Seen, ...]
    must_answer: bool = False
    failed: tuple[Seen, ...] = ()
    reason: str = ""
    rest: tuple[str, ...] = ()
    answer: str = ""
    """The answer to be reviewed."""
    problems: tuple[str, ...] = ()
    """What a review found in an earlier answer of this conversation."""
    warned: bool = False
    """Does it begin with what earlier attempts learned?"""


def read(request: Request) -> Conversation:
    told = [m.text for m in request.messages if isinstance(m, Text)]
    problems = [problem for text in told for problem in problems_in(text)]
    return replace(
        _read(request),
        problems=tuple(problems),
        warned=any(LESSONS in m.text for m in request.messages if _is_system(m)),
    )


def _read(request: Request) -> Conversation:
    users = [m.text for m in request.messages if isinstance(m, Text) and m.role == "user"]
    asked = [m.text for m in request.messages if isinstance(m, Text) and m.part == "question"]
    question = asked[-1] if asked else next(iter(users), "")
    must_answer = request.tool_choice == "none" or bool(users and NO_MORE in users[-1])
    data = next(filter(None, map(_data, reversed(users[1:]))), {})
    title = (request.schema or {}).get("title")
    if title == "StepEvaluation":
        return Conversation("verdict", question, (_seen(data),))
    if title == "AnswerReview":
        seen = tuple(map(_seen, data.get("observations", [])))
        return Conversation("review", question, seen, answer=str(data.get("answer", "")))
    if title == "Plan" and "failed" in data:
        return Conversation(
            "replan",
            question,
            tuple(map(_seen, data.get("completed", []))),
            failed=tuple(map(_seen, data["failed"])),
            reason=str(data.get("reason", "")),
            rest=tuple(map(str, data.get("remaining", []))),
        )
    if title == "Plan":
        data = next((d for d in map(_data, users[1:]) if "found_so_far" in d), {})
        found = data.get("found_so_far", [])
        return Conversation("plan", question, tuple(map(_seen, found)))
    if "results" in data:
        return Conversation("answer", question, tuple(map(_seen, data["results"])))
    if request.stop:
        return Conversation("text", question, _from_text(request), must_answer)
    wanted: Wanted = "calls" if request.tools else "answer"
    return Conversation(wanted, question, _from_calls(request), must_answer)


def _is_system(message: Message) -> TypeGuard[Text]:
    return isinstance(message, Text) and message.role == "system"


def _from_calls(request: Request) -> tuple[Seen, ...]:
    wished = {c.id: c for m in request.messages if isinstance(m, Said) for c in m.calls}
    return tuple(
        Seen(m.name, wished[m.call_id].arguments, m.text, m.failed)
        for m in request.messages
        if isinstance(m, Answered) and m.call_id in wished
    )


@lru_cache(maxsize=1024)
def _acted(text: str) -> ReactReading:
    """The same turn is read again in every later request of its conversation."""
    return read_react(text, {})


def _from_text(request: Request) -> tuple[Seen, ...]:
    """Each Observation belongs to the Action before it."""
    found: list[Seen] = []
    action = None
    for message in request.messages:
        if not isinstance(message, Text):
            continue
        if message.role == "assistant":
            reading = _acted(message.text)
            action = reading if reading.type == "action" else None
        elif message.role == "user" and message.text.startswith(OBSERVATION) and action:
            text = message.text.removeprefix(OBSERVATION)
            found.append(Seen(action.tool, action.args, text, _looks_failed(text)))
            action = None
    return tuple(found)


def _seen(data: Any) -> Seen:
    text = str(data.get("result", ""))
    args = data.get("args")
    return Seen(
        str(data.get("tool", "")),
        args if isinstance(args, dict) else {},
        text,
        _looks_failed(text),
        str(data.get("task", "")),
    )


def _looks_failed(text: str) -> bool:
    return text.startswith(("Tool error:", '{"error"', "Repeat limit", "Not run:"))


def _data(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
