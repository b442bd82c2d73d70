"""Items of OpenAI's Responses API as Codex writes them, and what it says beside them."""

from __future__ import annotations

import re
from typing import Any

from data.importers.hostile import Unreadable, parse, text_of

CALLS = frozenset(
    {"function_call", "custom_tool_call", "web_search_call", "local_shell_call", "tool_search_call"}
)
OUTPUTS = frozenset(
    {"function_call_output", "custom_tool_call_output", "local_shell_call_output",
     "tool_search_output"}
)  # fmt: skip
EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)", re.M)


def call_of(item: dict[str, Any]) -> tuple[Any, str, Any]:
    """Id, name and arguments. A search has neither id nor output."""
    kind = item.get("type")
    call_id = item.get("call_id") or item.get("id")
    if kind == "function_call":
        return call_id, text_of(item.get("name")), item.get("arguments")
    if kind == "custom_tool_call":
        return call_id, text_of(item.get("name")), {"input": item.get("input")}
    name = {"web_search_call": "web_search", "local_shell_call": "local_shell"}.get(str(kind))
    return call_id, name or "tool_search", item.get("action") or item.get("arguments")


def output_of(item: dict[str, Any]) -> str:
    """The text of an output: a string, an object that holds one, or a list of content parts."""
    output = item.get("output", item.get("tools"))
    if isinstance(output, dict):
        inner = output.get("content", output.get("output"))
        return inner if isinstance(inner, str) else text_of(output)
    return text_in(output)


def text_in(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(
            text_of(part.get("text")) if isinstance(part, dict) and "text" in part else _other(part)
            for part in content
        )
    return text_of(content)


def thoughts_in(item: dict[str, Any]) -> list[str]:
    """Of a reasoning item: its summary, and what of it can be read."""
    return [
        part["text"]
        for parts in (item.get("summary"), item.get("content"))
        for part in (parts if isinstance(parts, list) else ())
        if isinstance(part, dict) and isinstance(part.get("text"), str)
    ]


def failed(item: dict[str, Any], text: str) -> bool:
    """Codex tells a failure by `success`, by the exit code in the output's metadata or in its
    first lines."""
    output = item.get("output")
    if isinstance(output, dict) and output.get("success") is False:
        return True
    if text.startswith("{"):
        try:
            told = parse(text)
        except Unreadable:
            return False
        about = told.get("metadata") if isinstance(told, dict) else None
        return isinstance(about, dict) and about.get("exit_code") not in (0, None)
    found = EXIT.search(text[:500])
    return found is not None and found[1] != "0"


def caller_in(source: Any) -> str:
    """The session that a sub-agent's rollout names as its caller."""
    for key in ("subagent", "thread_spawn", "parent_thread_id"):
        source = source.get(key) if isinstance(source, dict) else None
    return source if isinstance(source, str) else ""


def error_in(payload: dict[str, Any]) -> str:
    error = payload.get("error")
    inner = error.get("message") if isinstance(error, dict) else error
    return text_of(payload.get("message") or inner) or "an error without words"


def _other(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    return f"[{kind}, kept in the requests]" if kind else text_of(part)
