"""What was asked and what was answered, out of a trace's whole input and output."""

from __future__ import annotations

import re
from typing import Any

from data.importers.hostile import body_of
from data.importers.printed_nodes import literal
from data.importers.replies import reply_in
from data.importers.request_forms import messages_in
from data.importers.spoken import role_of, said

_ROLE = re.compile(r"^(developer|system|user|assistant|tool): ", re.MULTILINE)
ANSWERS = ("answer", "output", "response", "result", "final_answer")
"""What frameworks call the answer in the record that a run gives back."""


def question_in(value: Any) -> str:
    """What was asked, out of a trace's input in any form; empty where it holds none."""
    if isinstance(value, str):
        return value
    messages = messages_in(value)
    if messages is not None:
        return next((m.text for m in map(said, messages) if m.role == "user" and m.text), "")
    if isinstance(value, dict):
        for key in ("question", "query", "input", "prompt", "task", "user_input", "text"):
            inner = value.get(key)
            if isinstance(inner, str) and inner:
                return inner
            if isinstance(inner, dict) and (found := question_in(inner)):
                return found
    return ""


def asked_of_flat(value: Any) -> str:
    """What the user says first in a request that some instrumentors (OpenLIT) write as one text,
    `system: …` and `user: …` each at the beginning of a line; empty for any other."""
    if not isinstance(value, str) or not _ROLE.match(value):
        return ""
    pieces = _ROLE.split(value)
    told = zip(pieces[1::2], pieces[2::2], strict=False)
    return next((text.strip() for role, text in told if role == "user" and text.strip()), "")


def answer_in(value: Any) -> str:
    """What was answered, out of a trace's output in any form; empty where it holds no answer. A
    message that Python printed is told as what it says, an answer that is a record as its JSON."""
    if isinstance(value, str):
        printed = literal(value)
        reply = reply_in(printed) if printed is not None and role_of(printed) else None
        return reply.said.text if reply is not None and reply.said.text else value
    reply = reply_in(value)
    if reply is not None:
        return "" if reply.said.calls else reply.said.text
    for key in ANSWERS if isinstance(value, dict) else ():
        inner = value.get(key)
        if inner and isinstance(inner, str | dict):
            named = isinstance(inner, str) or len(inner) == 1 or reply_in(inner) is not None
            return answer_in(inner) if named else body_of(inner)
    return ""
