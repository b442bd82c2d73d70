"""Bodies of captured requests and responses, of whichever API: which belongs to which, and what
results stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.importers.asked import part_of
from data.importers.codex_items import CALLS, OUTPUTS, output_of
from data.importers.hostile import text_of, word
from data.importers.parts import text_in
from data.importers.sse import joined

Body = dict[str, Any]
ENDS = ("response.completed", "response.failed", "response.incomplete")


def exchanges(request: Body, response: Body) -> Iterator[tuple[Body, Body]]:
    sent = [e for e in listed(request.get("ws_events")) if isinstance(e, dict)]
    sent = [e for e in sent if e.get("type") == "response.create"]
    ended, told = [], []
    for event in listed(response.get("ws_events")):
        if isinstance(event, dict):
            told.append(event)
            if event.get("type") in ENDS and isinstance(event.get("response"), dict):
                ended.append(joined(told) or {})
                told = []
    if sent or ended:
        for number in range(max(len(sent), len(ended))):
            asked = sent[number] if number < len(sent) else {}
            yield asked, ended[number] if number < len(ended) else {}
        return
    body, back = request.get("body"), response.get("body")
    yield (body if isinstance(body, dict) else {}), (back if isinstance(back, dict) else {})


def results_in(message: Body) -> Iterator[tuple[str, str, bool]]:
    if word(message.get("type")) in OUTPUTS:
        yield text_of(message.get("call_id")), output_of(message), False
    elif message.get("role") == "tool":
        yield text_of(message.get("tool_call_id")), text_in(message.get("content")), False
    for block in listed(message.get("content")):
        if isinstance(block, dict) and block.get("type") == "tool_result":
            failed = block.get("is_error") is True
            yield text_of(block.get("tool_use_id")), text_in(block.get("content")), failed


def with_role(message: Any) -> Any:
    """Items of the Responses API need not have one."""
    if not isinstance(message, dict) or part_of(message.get("role")) != "note":
        return message
    kind = word(message.get("type"))
    role = "tool" if kind in OUTPUTS else "assistant" if kind in CALLS else "user"
    return {"role": role, **message}


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
