"""The messages of a request, in whichever form a trace holds it."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import Unreadable, body_of, parse, word
from data.importers.spoken import role_of


def messages_in(value: Any) -> list[Any] | None:
    """The messages of a request in any form, raw; None where there are none to be seen."""
    if isinstance(value, dict):
        system = value.get("system", value.get("system_instruction", value.get("instructions")))
        for name in ("messages", "contents", "input", "prompt"):
            if name in value and value[name] is not None:
                found = messages_in(value[name])
                if found is None and isinstance(value[name], str):
                    found = [{"role": "user", "content": value[name]}]
                if found is not None:
                    return [{"role": "system", "content": system}, *found] if system else found
        return [value] if role_of(value) else None
    if isinstance(value, list) and value:
        if all(isinstance(one, list) for one in value):  # LangChain: a batch of one
            return messages_in(value[0])
        if all(role_of(one) or is_item(one) for one in value):
            return value
    return None


def is_item(value: Any) -> bool:
    """Whether it is an item of the Responses API that is no message."""
    kind = word(value.get("type")) if isinstance(value, dict) else ""
    return kind in ("reasoning", "item_reference", "compaction", "mcp_list_tools") or kind.endswith(
        ("_call", "_call_output")
    )


def opened(value: Any) -> Any:
    """A text that holds JSON, perhaps of a text that holds JSON, as what it holds."""
    for _ in range(3):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            break
        try:
            value = parse(value)
        except Unreadable:
            break
    return value


def body(message: Any) -> str:
    return message if isinstance(message, str) else body_of(message)
