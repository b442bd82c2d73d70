"""A message in whichever form it is written, as what it says: text, thinking, calls, results.

The forms: OpenAI's chat messages and Responses items, Anthropic's blocks, the parts of Gemini and
of OpenTelemetry's GenAI conventions, LangChain's serialized messages, the Vercel AI SDK's parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from agents.messages import Dialect, Finish
from data.importers.hostile import Unreadable, body_of, parse, text_of, word

Role = Literal["system", "user", "assistant", "tool"]

ROLES: dict[str, Role] = {
    "system": "system", "developer": "system", "SystemMessage": "system",
    "user": "user", "human": "user", "HumanMessage": "user", "HumanMessageChunk": "user",
    "assistant": "assistant", "ai": "assistant", "model": "assistant", "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "tool": "tool", "function": "tool", "ToolMessage": "tool", "FunctionMessage": "tool",
}  # fmt: skip
TEXTS = frozenset({"text", "input_text", "output_text", "summary_text", "reasoning_text"})
THOUGHTS = frozenset({"thinking", "reasoning", "reasoning_content"})
CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "tool-call"})
RESULTS = frozenset({"tool_call_response", "tool-result", "tool_response"})
FINISH: dict[str, Finish] = {
    "length": "length", "max_tokens": "length", "MAX_TOKENS": "length",
    "max_output_tokens": "length", "model_context_window_exceeded": "length",
    "content_filter": "refusal", "refusal": "refusal", "SAFETY": "refusal",
    "error": "error", "failed": "error", "cancelled": "cancelled",
}  # fmt: skip


@dataclass(frozen=True)
class Wished:
    id: Any
    name: str
    arguments: Any


@dataclass(frozen=True)
class Result:
    id: Any
    name: str
    output: str
    failed: bool = False


@dataclass
class Said:
    role: Role
    raw: Any = None
    """The message as it stands in the trace."""
    text: str = ""
    thinking: str = ""
    calls: list[Wished] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """In a reply, those of tools that the provider ran itself."""
    dialect: Dialect = "chat"
    finish: Finish | None = None
    more: bool = False
    """Whether there is something in `raw` that text and calls do not tell."""

    @property
    def empty(self) -> bool:
        return not (self.text or self.thinking or self.calls or self.results)

    def ended(self) -> Finish:
        return self.finish or ("tool_calls" if self.calls else "stop")

    def add(self, other: Said) -> None:
        """What another message of the same turn says."""
        self.text = "\n".join(filter(None, (self.text, other.text)))
        self.thinking = "\n".join(filter(None, (self.thinking, other.thinking)))
        self.calls += other.calls
        self.results += other.results
        self.more = self.more or other.more
        self.finish = self.finish or other.finish
        self.dialect = other.dialect if self.dialect == "chat" else self.dialect


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


def said(message: Any, role: Role | None = None) -> Said:
    """Never raises; what cannot be told apart stays as text."""
    if not isinstance(message, dict):
        return Said(role or "user", message, text_of(message))
    found = Said(role_of(message) or role or "user", message)
    inner = message
    for wrapper in ("kwargs", "data"):  # of LangChain
        if isinstance(message.get(wrapper), dict) and "content" in message[wrapper]:
            inner = message[wrapper]
    _content(found, inner.get("content", inner.get("parts")))
    if "parts" in inner and "content" in inner and isinstance(inner["parts"], list):
        _content(found, inner["parts"])  # both, of which one is empty
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


def wished(call: Any) -> Wished:
    """Of any of the forms of a call."""
    if not isinstance(call, dict):
        return Wished(None, "unknown", call)
    inner = next((call[k] for k in ("function", "functionCall", "function_call", "toolCall")
                  if isinstance(call.get(k), dict)), call)  # fmt: skip
    name = next((inner[k] for k in ("name", "toolName", "tool_name") if inner.get(k)), None)
    call_id = next(
        (one[k] for one in (call, inner) for k in ("id", "toolCallId", "call_id", "tool_call_id")
         if one.get(k)), None,
    )  # fmt: skip
    arguments = next(
        (inner[k] for k in ("arguments", "args", "input", "parameters") if k in inner), None
    )
    return Wished(call_id, text_of(name) or "unknown", arguments)


def _content(found: Said, content: Any) -> None:
    if content is None:
        return
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        found.text = text_of(content)
        return
    texts: list[str] = []
    for block in content:
        _block(found, block, texts)
    glue = "" if found.role == "assistant" else "\n"
    found.text = glue.join(filter(None, [found.text, *texts]))


def _block(found: Said, block: Any, texts: list[str]) -> None:
    if not isinstance(block, dict):
        texts.append(text_of(block))
        return
    kind = word(block.get("type"))
    if isinstance(block.get("functionCall", block.get("function_call")), dict):
        found.calls.append(wished(block))
    elif isinstance(block.get("functionResponse", block.get("function_response")), dict):
        told = block.get("functionResponse") or block.get("function_response")
        output = text_of(told.get("response")) if isinstance(told, dict) else ""
        name = text_of(told.get("name")) if isinstance(told, dict) else ""
        found.results.append(
            Result(told.get("id") if isinstance(told, dict) else None, name, output)
        )
    elif kind in CALLS:
        found.calls.append(wished(block))
        if kind.startswith(("server", "mcp", "tool_use")):
            found.dialect = "anthropic"
        found.more = found.more or kind not in ("tool_use", "tool_call", "tool-call")
    elif kind in RESULTS or kind.endswith("tool_result"):
        found.results.append(_result(block))
    elif kind in THOUGHTS:
        thought = next((block[k] for k in ("thinking", "content", "text", "reasoning", "summary")
                        if block.get(k)), None)  # fmt: skip
        found.thinking = "\n".join(filter(None, (found.thinking, plain(thought))))
        found.more = True
    elif block.get("thought") is True:
        found.thinking = "\n".join(filter(None, (found.thinking, text_of(block.get("text")))))
    elif kind in TEXTS or (not kind and "text" in block):
        texts.append(text_of(block.get("text", block.get("content"))))
    elif kind == "refusal":
        texts.append(text_of(block.get("refusal")))
        found.finish = "refusal"
    else:
        found.more = True
        if found.role != "assistant":  # a reply's are kept in its `raw`
            texts.append(f"[{kind}, kept as it is]" if kind else text_of(block))


def _result(block: dict[str, Any]) -> Result:
    call_id = next((block[k] for k in ("tool_use_id", "toolCallId", "tool_call_id", "id")
                    if block.get(k)), None)  # fmt: skip
    output = next(
        (block[k] for k in ("content", "response", "output", "result") if k in block), None
    )
    inner = output if isinstance(output, dict) else {}
    # the Vercel SDK wraps it: {"type": "text", "value": ...}; Anthropic's server tools fail so
    failed = (
        block.get("is_error") is True
        or word(inner.get("type")).endswith("_error")
        or word(inner.get("type")).startswith("error")
    )
    if isinstance(inner.get("value"), str) and word(inner.get("type")):
        output = inner["value"]
    name = block.get("name") or block.get("toolName")
    return Result(call_id, text_of(name), plain(output), failed)


def plain(content: Any) -> str:
    """A content as one text: texts one under the other, anything else as JSON."""
    if isinstance(content, list):
        return "\n".join(
            text_of(one.get("text"))
            if isinstance(one, dict) and word(one.get("type")) in TEXTS
            else text_of(one)
            for one in content
        )
    return text_of(content)


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
