"""A message in whichever form it is written, as what it says: text, thinking, calls, results.

The forms: OpenAI's chat messages and Responses items, Anthropic's blocks, the parts of Gemini and
of OpenTelemetry's GenAI conventions, LangChain's serialized messages, the Vercel AI SDK's parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.importers.blocks import add_content, wished
from data.importers.hostile import text_of, word
from data.importers.spoken_parts import FINISH, Result, Role, Said, Wished

ROLES: dict[str, Role] = {
    "system": "system", "developer": "system", "SystemMessage": "system",
    "user": "user", "human": "user", "HumanMessage": "user", "HumanMessageChunk": "user",
    "assistant": "assistant", "ai": "assistant", "model": "assistant", "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "tool": "tool", "function": "tool", "ToolMessage": "tool", "FunctionMessage": "tool",
}  # fmt: skip


def role_of(message: Any) -> Role | None:
    """None for what is no message."""
    if not isinstance(message, dict):
        return None
    named = ROLES.get(word(message.get("role"))) or ROLES.get(word(message.get("type")))
    if named is None and message.get("lc") is not None and isinstance(message.get("id"), list):
        named = ROLES.get(word((message["id"] or [""])[-1]))
    if named is None and word(message.get("role")) and ("content" in message or "parts" in message):
        return "user"
    return named


def from_user(message: Any) -> bool:
    """Whether the user says it: a role that is not known (LangGraph's JavaScript puts a tool's
    name there) is taken for theirs in a request, and is nobody's word."""
    role = word(message.get("role")) if isinstance(message, dict) else ""
    return role_of(message) == "user" and (not role or role in ROLES)


def speaker(message: Any) -> str:
    """The name that a message bears beside its role; empty for none."""
    inner = message.get("kwargs", message) if isinstance(message, dict) else {}
    return word(inner.get("name")) if isinstance(inner, dict) else ""


def by_another(message: Any, asker: str) -> bool:
    """Whether a message in the user's name bears another name than the first of them did: a team's
    agents are each sent what the others say as the user's."""
    return speaker(message) not in ("", asker)


def asked_in(messages: Iterable[Any]) -> list[str]:
    """What the user says in a request."""
    users = [message for message in messages if from_user(message)]
    asker = speaker(users[0]) if users else ""
    return [text for m in users if not by_another(m, asker) and (text := said(m).text)]


def said(message: Any, role: Role | None = None) -> Said:
    """Never raises; what cannot be told apart stays as text."""
    if not isinstance(message, dict):
        return Said(role or "user", message, text_of(message))
    found = Said(role_of(message) or role or "user", message)
    inner = message
    for wrapper in ("kwargs", "data"):  # of LangChain
        if isinstance(message.get(wrapper), dict) and "content" in message[wrapper]:
            inner = message[wrapper]
    told = next((key for key in ("content", "parts", "text") if key in inner), "content")
    add_content(found, inner.get(told))
    if "parts" in inner and "content" in inner and isinstance(inner["parts"], list):
        add_content(found, inner["parts"])  # both, of which one is empty
    _beside(found, inner)
    if found.role == "tool" and not found.results:
        failed = inner.get("status") == "error" or inner.get("is_error") is True
        call_id = inner.get("tool_call_id") or inner.get("id")
        found.results.append(Result(call_id, text_of(inner.get("name")), found.text, failed))
        found.text = ""
    return found


def _beside(found: Said, message: dict[str, Any]) -> None:
    """What stands beside the content."""
    extra = message.get("additional_kwargs")
    wishes = message.get("tool_calls") or message.get("toolCalls")
    if not wishes and isinstance(extra, dict):
        wishes = extra.get("tool_calls")
    if isinstance(wishes, list) and not found.calls:
        found.calls += [wished(one) for one in wishes]
    old = message.get("function_call")
    if isinstance(old, dict) and not found.calls:
        found.calls.append(Wished(None, text_of(old.get("name")), old.get("arguments")))
    for name in ("reasoning_content", "reasoning", "thinking"):
        thought = message.get(name)
        if isinstance(thought, str) and thought and not found.thinking:
            found.thinking = thought
            found.more = True
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        found.text = found.text or refusal
        found.finish = "refusal"
    reason = message.get("finish_reason") or message.get("stop_reason")
    found.finish = found.finish or FINISH.get(word(reason))
