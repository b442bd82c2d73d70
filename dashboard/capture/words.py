"""Requests and replies of the three APIs, in the words of OpenTelemetry's GenAI conventions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from . import streams

Json = dict[str, Any]
SETTINGS = ("temperature", "top_p", "top_k", "max_tokens", "seed", "frequency_penalty",
            "presence_penalty")  # fmt: skip


@dataclass
class Asked:
    model: str = ""
    messages: list[Json] = field(default_factory=list)
    tools: list[Json] = field(default_factory=list)
    settings: Json = field(default_factory=dict)
    question: str = ""
    fresh: bool = True
    """It holds nothing that a model has said."""
    before: str = ""
    """The id of the reply that it goes on from (Responses)."""


@dataclass
class Said:
    id: str = ""
    model: str = ""
    parts: list[Json] = field(default_factory=list)
    finish: str = ""
    usage: dict[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "".join(part["content"] for part in self.parts if part["type"] == "text")


def asked(api: str, request: str) -> Asked:
    body = json.loads(request)
    found = Asked(str(body.get("model") or ""), before=str(body.get("previous_response_id") or ""))
    sent = body.get("input") if api == "responses" else body.get("messages")
    system = body.get("instructions") if api == "responses" else body.get("system")
    if system and api != "chat":
        found.messages.append({"role": "system", "parts": _parts(system)})
    for item in [{"role": "user", "content": sent}] if isinstance(sent, str) else sent or []:
        found.messages += _messages(item if isinstance(item, dict) else {"content": str(item)})
    users = [m for m in found.messages if m["role"] == "user"]
    found.question = _text(users[0]["parts"]) if users else ""
    found.fresh = not any(m["role"] in ("assistant", "tool") for m in found.messages)
    found.tools = [_tool(tool) for tool in body.get("tools") or [] if isinstance(tool, dict)]
    found.settings = {
        name: body[name] for name in SETTINGS if isinstance(body.get(name), int | float)
    }
    for name in ("max_completion_tokens", "max_output_tokens"):
        if isinstance(body.get(name), int):
            found.settings["max_tokens"] = body[name]
    stop = body.get("stop", body.get("stop_sequences"))
    if stop:
        found.settings["stop_sequences"] = [stop] if isinstance(stop, str) else list(stop)
    return found


def said(api: str, replies: list[Any], streamed: bool) -> Said:
    """Of a stream that broke off, what came; nothing at all of a call that failed."""
    told = [plain(reply) for reply in replies]
    pieces = [one for one in told if isinstance(one, dict)]
    if not pieces:
        return Said()
    body = streams.whole(api, pieces) if streamed else pieces[0]
    return {"chat": _chat, "responses": _response, "anthropic": _message}[api](body)


def _chat(body: Json) -> Said:
    found = Said(str(body.get("id") or ""), str(body.get("model") or ""))
    for choice in body.get("choices") or []:
        message = choice.get("message") or {}
        for one in _messages({**message, "role": "assistant"}):
            found.parts += one["parts"]
        found.finish = found.finish or str(choice.get("finish_reason") or "")
    usage = body.get("usage") or {}
    inside = usage.get("prompt_tokens_details") or {}
    output = usage.get("completion_tokens_details") or {}
    whole, said = usage.get("prompt_tokens"), usage.get("completion_tokens")
    thought = output.get("reasoning_tokens")
    found.usage = _usage(whole, said, inside.get("cached_tokens"), None, thought)
    return found


def _response(body: Json) -> Said:
    found = Said(str(body.get("id") or ""), str(body.get("model") or ""))
    for item in body.get("output") or []:
        for one in _messages(item):
            found.parts += one["parts"]
    reason = (body.get("incomplete_details") or {}).get("reason")
    found.finish = str(reason or body.get("status") or "")
    if any(part["type"] == "tool_call" for part in found.parts) and found.finish == "completed":
        found.finish = "tool_calls"
    usage = body.get("usage") or {}
    inside = usage.get("input_tokens_details") or {}
    output = usage.get("output_tokens_details") or {}
    whole, said = usage.get("input_tokens"), usage.get("output_tokens")
    thought = output.get("reasoning_tokens")
    found.usage = _usage(whole, said, inside.get("cached_tokens"), None, thought)
    return found


def _message(body: Json) -> Said:
    found = Said(str(body.get("id") or ""), str(body.get("model") or ""))
    found.parts = _parts(body.get("content"))
    found.finish = str(body.get("stop_reason") or "")
    usage = body.get("usage") or {}
    read, written = (usage.get(f"cache_{n}_input_tokens") for n in ("read", "creation"))
    whole = usage.get("input_tokens")
    # the conventions count cached tokens with the others, this API beside them
    if isinstance(whole, int):
        whole += (read or 0) + (written or 0)
    found.usage = _usage(whole, usage.get("output_tokens"), read, written, None)
    return found


def _usage(whole: Any, output: Any, read: Any, written: Any, thought: Any) -> dict[str, int]:
    named = {
        "input_tokens": whole, "output_tokens": output, "cache_read.input_tokens": read,
        "cache_creation.input_tokens": written, "reasoning.output_tokens": thought,
    }  # fmt: skip
    return {name: n for name, n in named.items() if isinstance(n, int)}


def _messages(item: Json) -> list[Json]:
    """Of a message, or of an item of Responses; results are messages of their own."""
    kind = item.get("type")
    role = str(item.get("role") or ("assistant" if kind else "user"))
    if role == "tool" and "tool_call_id" in item:
        return [{"role": "tool", "parts": [_result(item["tool_call_id"], item.get("content"))]}]
    if kind not in (None, "message"):
        parts = [_part(item)]
    else:
        parts = [
            {"type": "reasoning", "content": item[name]}
            for name in ("reasoning_content", "reasoning")
            if isinstance(item.get(name), str) and item[name]
        ][:1] + _parts(item.get("content") or item.get("refusal"))
        parts += [_call(call) for call in item.get("tool_calls") or []]
    results = [part for part in parts if part["type"] == "tool_call_response"]
    rest = [part for part in parts if part["type"] != "tool_call_response"]
    found = [{"role": "tool", "parts": results}] if results else []
    return found + ([{"role": role, "parts": rest}] if rest else [])


def _parts(content: Any) -> list[Json]:
    if content is None or content == "":
        return []
    if isinstance(content, list):
        return [_part(one) if isinstance(one, dict) else _words(str(one)) for one in content]
    return [_words(content if isinstance(content, str) else json.dumps(content))]


def _part(block: Json) -> Json:
    kind = str(block.get("type") or "text")
    if kind in ("function_call", "tool_use", "server_tool_use", "custom_tool_call"):
        return _call(block)
    if kind in ("tool_result", "function_call_output", "custom_tool_call_output"):
        named = block.get("tool_use_id") or block.get("call_id")
        return _result(named, block.get("content", block.get("output")))
    if kind in ("thinking", "reasoning"):
        told = block.get("thinking") or block.get("content") or block.get("summary")
        if told:
            return {"type": "reasoning", "content": _plain_text(told)}
    said = block.get("text", block.get("refusal"))
    if kind in ("text", "input_text", "output_text", "refusal") and isinstance(said, str):
        return _words(said)
    return {**block, "type": kind}


def _call(call: Json) -> Json:
    inner = call.get("function") or call.get("custom") or call
    written = inner.get("arguments", inner.get("input"))
    arguments = written
    if isinstance(written, str):
        try:
            arguments = json.loads(written)
        except ValueError:
            arguments = written
    named = call.get("call_id") or call.get("id") or ""
    return {"type": "tool_call", "id": named, "name": inner.get("name") or "",
            "arguments": {} if arguments is None else arguments}  # fmt: skip


def _result(named: Any, content: Any) -> Json:
    return {"type": "tool_call_response", "id": named, "response": _plain_text(content)}


def _plain_text(content: Any) -> str:
    if isinstance(content, list) and all(
        isinstance(one, dict) and isinstance(one.get("text"), str) for one in content
    ):
        return "\n".join(one["text"] for one in content)
    return content if isinstance(content, str) else "" if content is None else json.dumps(content)


def _words(text: str) -> Json:
    return {"type": "text", "content": text}


def _text(parts: list[Json]) -> str:
    return "\n".join(part["content"] for part in parts if part["type"] == "text")


def _tool(tool: Json) -> Json:
    told = tool.get("function") or tool
    named = told.get("name") or tool.get("type") or "unknown"
    schema = told.get("parameters") or told.get("input_schema") or {"type": "object"}
    about = {"name": named, "description": told.get("description") or "", "parameters": schema}
    return {"type": "function", **about}


def plain(value: Any) -> Any:
    """What JSON can hold of an object of an SDK or of the caller's."""
    if isinstance(value, dict):
        return value
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", warnings=False)
    if isinstance(value, list | tuple | set):
        return list(value)
    return str(value)
