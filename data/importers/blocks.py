"""The content of a message as APIs write it: a text, or blocks of texts, thoughts and calls."""

from __future__ import annotations

from typing import Any

from data.importers.hostile import text_of, word
from data.importers.spoken_parts import Result, Said, Wished

TEXTS = frozenset({"text", "input_text", "output_text", "summary_text", "reasoning_text"})
THOUGHTS = frozenset({"thinking", "reasoning", "reasoning_content"})
CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "tool-call"})
RESULTS = frozenset({"tool_call_response", "tool-result", "tool_response"})


def add_content(found: Said, content: Any) -> None:
    if content is None:
        return
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        found.text = text_of(content)
        return
    texts: list[str] = []
    told = 0
    for block in content:
        results = len(found.results)
        _block(found, block, texts)
        told = len(texts) if len(found.results) > results else told
    glue = "" if found.role == "assistant" else "\n"
    if found.results and found.role == "assistant":
        found.closing = glue.join(texts[told:])
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
