"""AutoGen's saved state: a context of typed messages, alone or of each agent of a team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "autogen_state"

KINDS = frozenset(
    {"UserMessage", "AssistantMessage", "SystemMessage", "FunctionExecutionResultMessage"}
)
MAX_NESTED = 20


def looks_like(head: Head) -> float:
    value = head.value
    if not isinstance(value, dict):
        return 0.0
    for _, messages in _contexts("", value, 0):
        if any(isinstance(m, dict) and word(m.get("type")) in KINDS for m in messages[:5]):
            return 0.95
    return 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    for agent, messages in _contexts("", document, 0):
        if not any(isinstance(m, dict) and word(m.get("type")) in KINDS for m in messages):
            continue
        run = out.run(label=agent[:200])
        for message in messages:
            if isinstance(message, dict):
                _message(out, run, message)
            else:
                out.report.unknown_record("message", message)
        run.stop_if_answered()
    if not out.runs:
        raise BadInput(f"{source.path} is a state of AutoGen without a message.")


def _contexts(agent: str, value: Any, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """Every list of messages in the state, with the agent that it belongs to."""
    if not isinstance(value, dict) or depth > MAX_NESTED:
        return
    for key, inner in value.items():
        if key in ("messages", "message_buffer") and isinstance(inner, list):
            yield agent, inner
        else:
            named = key not in ("agent_state", "llm_context", "agent_states", "model_context")
            yield from _contexts(key if named else agent, inner, depth + 1)


def _message(out: Out, run: RunOut, message: dict[str, Any]) -> None:
    kind, content = word(message.get("type")), message.get("content")
    if kind == "AssistantMessage":
        wishes = [c for c in content if isinstance(c, dict)] if isinstance(content, list) else []
        calls = [run.wish(c.get("id"), c.get("name"), c.get("arguments")) for c in wishes]
        if calls:
            run.paradigm = "function-calling"
        source = text_of(message.get("source"))
        run.replied(
            at=None,
            text="" if isinstance(content, list) else text_of(content),
            calls=calls,
            thinking=text_of(message.get("thought")),
            finish="tool_calls" if calls else "stop",
            notes=[f"by {source}"[:200]] if source else [],
            message=message,
        )
    elif kind == "FunctionExecutionResultMessage":
        for result in content if isinstance(content, list) else []:
            if isinstance(result, dict):
                failed = result.get("is_error") is True
                run.answer(
                    result.get("call_id"),
                    text_of(result.get("content")),
                    name=text_of(result.get("name")),
                    at=None,
                    outcome="error" if failed else "ok",
                )
        run.ask("observation", "tool", message)
    elif kind in ("UserMessage", "SystemMessage"):
        user = kind == "UserMessage"
        text = text_of(content)
        if user and run.question and not _person(message):
            run.last = None
            run.ask("note", "user", message)
            return
        if user:
            run.heard(text, None)
        run.ask("question" if user else "system", "user" if user else "system", message)
    else:
        out.report.unknown_record(f"message/{kind}", message)


def _person(message: dict[str, Any]) -> bool:
    """What the other agents of a team say is put as a user's message, with their name."""
    return word(message.get("source")).lower().startswith(("user", "human"))
