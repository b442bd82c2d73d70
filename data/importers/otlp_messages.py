"""What was asked and said in a model call's span, whichever way its attributes spell it.

OpenInference flattens messages over numbered attributes; GenAI conventions hold them as JSON in an
attribute (new), flattened (`gen_ai.prompt.0.role`) or in events of the span or log records (old).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from agents.messages import Finish
from data.importers.hostile import Unreadable, parse, text_of, word
from data.importers.otlp_decode import Attributes, Raw

MOST_MESSAGES = 100_000
_INDEXED = re.compile(r"(\d{1,6})\.(.+)")
FINISHES: dict[str, Finish] = {
    "stop": "stop", "end_turn": "stop", "stop_sequence": "stop", "completed": "stop",
    "length": "length", "max_tokens": "length", "max_output_tokens": "length",
    "tool_calls": "tool_calls", "tool_call": "tool_calls", "tool_use": "tool_calls",
    "function_call": "tool_calls", "content_filter": "refusal", "refusal": "refusal",
    "error": "error",
}  # fmt: skip


@dataclass(slots=True)
class Said:
    """A message taken apart. Calls are (id, name, arguments), results (id, text)."""

    role: str = ""
    text: str = ""
    thinking: str = ""
    calls: list[tuple[str, str, Any]] = field(default_factory=list)
    results: list[tuple[str, str]] = field(default_factory=list)
    finish: str = ""


def loaded(value: Any) -> Any:
    """The value of a text of JSON; any other value as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "[", '"'):
        try:
            return parse(value)
        except Unreadable:
            return value
    return value


def unflattened(attributes: Attributes, prefix: str) -> dict[int, dict[str, Any]]:
    """`PREFIX.0.message.role` … as {0: {"message.role": …}}."""
    found: dict[int, dict[str, Any]] = {}
    begins = f"{prefix}."
    for key, value in attributes.items():
        if key.startswith(begins) and (place := _place(key, len(begins))):
            number, name = place
            if number in found:
                found[number][name] = value
            else:
                found[number] = {name: value}
    if len(found) < 2:
        return found
    return dict(sorted(found.items())[:MOST_MESSAGES])


@lru_cache(maxsize=20_000)
def _place(key: str, begins: int) -> tuple[int, str] | None:
    """Number and name of a key such as `0.message.role`, read from `begins` on: the spans of a
    trace repeat the same few names."""
    match = _INDEXED.match(key, begins)
    return (int(match[1]), sys.intern(match[2])) if match else None


# requests


def inputs_of(raw: Raw) -> list[Any]:
    """The messages of the request as an API has them; empty where the span holds none."""
    attributes = raw.attributes
    flat = unflattened(attributes, "llm.input_messages")
    if flat:
        return [openinference(one) for one in flat.values()]
    for name in ("gen_ai.input.messages", "ai.prompt.messages"):
        if name in attributes:
            return [*system_of(attributes), *_listed(loaded(attributes[name]))]
    flat = unflattened(attributes, "gen_ai.prompt")
    if flat:
        return [_traceloop(one) for one in flat.values()]
    told = [m for event, about in raw.events for m in _input_event(event, about)]
    if told:
        return told
    return [*system_of(attributes), *_loose_inputs(attributes)]


def system_of(attributes: Attributes) -> list[Any]:
    value = loaded(attributes.get("gen_ai.system_instructions"))
    if not value:
        return []
    if isinstance(value, str):
        return [{"role": "system", "content": value}]
    return [{"role": "system", "parts": value}]


def _loose_inputs(attributes: Attributes) -> list[Any]:
    for name in ("gen_ai.prompt", "llm.prompts", "input.value", "traceloop.entity.input"):
        value = loaded(attributes.get(name))
        if isinstance(value, dict) and isinstance(value.get("messages"), list):
            return _listed(value["messages"])
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            return value
        if value not in (None, ""):
            return [
                {"role": "user", "content": value if isinstance(value, str) else text_of(value)}
            ]
    prompts = unflattened(attributes, "llm.prompts")
    return [{"role": "user", "content": text_of(next(iter(p.values())))} for p in prompts.values()]


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value in (None, "") else [{"role": "user", "content": value}]


def openinference(flat: dict[str, Any]) -> dict[str, Any]:
    """One flattened message in the form of the chat API."""
    message: dict[str, Any] = {}
    calls: dict[int, dict[str, Any]] = {}
    contents: dict[int, dict[str, Any]] = {}
    for key, value in flat.items():
        kind, number, name = _of_message(key)
        if kind == "call":
            calls.setdefault(number, {})[name] = value
        elif kind == "content":
            contents.setdefault(number, {})[name] = value
        else:
            message[name] = value
    if contents:
        message["content"] = [part for _, part in sorted(contents.items())]
    if calls:
        message["tool_calls"] = [_chat_call(call) for _, call in sorted(calls.items())]
    return message


@lru_cache(maxsize=5_000)
def _of_message(key: str) -> tuple[str, int, str]:
    """Whether a flattened name tells of a call or a part of the content, of which, and what."""
    name = key.removeprefix("message.")
    if name.startswith("tool_calls.") and (place := _place(name, 11)):
        return "call", place[0], place[1].removeprefix("tool_call.")
    if name.startswith("contents.") and (place := _place(name, 9)):
        return "content", place[0], place[1].removeprefix("message_content.")
    return "", 0, name


def _chat_call(flat: dict[str, Any]) -> dict[str, Any]:
    function = {"name": flat.get("function.name", flat.get("name")),
                "arguments": flat.get("function.arguments", flat.get("arguments"))}  # fmt: skip
    return {"id": flat.get("id"), "type": "function", "function": function}


def _traceloop(flat: dict[str, Any]) -> dict[str, Any]:
    message = {k: v for k, v in flat.items() if not k.startswith("tool_calls.")}
    calls = unflattened({f"x.{k[11:]}": v for k, v in flat.items() if k.startswith("tool_calls.")},
                        "x")  # fmt: skip
    if calls:
        message["tool_calls"] = [_chat_call(call) for call in calls.values()]
    if "content" in message:
        content = loaded(message["content"])
        message["content"] = content if isinstance(content, list) else message["content"]
    return message


def _input_event(name: str, about: Attributes) -> list[Any]:
    if name == "gen_ai.content.prompt":
        return _listed(loaded(about.get("gen_ai.prompt")))
    if name == "gen_ai.client.inference.operation.details":
        return [*system_of(about), *_listed(loaded(about.get("gen_ai.input.messages")))]
    parts = name.split(".")
    if len(parts) == 3 and parts[0] == "gen_ai" and parts[2] == "message":
        message = {k: loaded(v) if k == "tool_calls" else v for k, v in about.items()
                   if not k.startswith(("gen_ai.", "event."))}  # fmt: skip
        message.setdefault("role", parts[1])
        if parts[1] == "tool" and "id" in message:
            message["tool_call_id"] = message.pop("id")
        return [message]
    return []


# replies


def output_of(raw: Raw) -> Said:
    """The reply, its choices taken together."""
    attributes = raw.attributes
    flat = unflattened(attributes, "llm.output_messages")
    messages: list[Any] = [openinference(one) for one in flat.values()]
    if not messages:
        messages = _listed(loaded(attributes.get("gen_ai.output.messages")))
    if not messages:
        messages = [_traceloop(m) for m in unflattened(attributes, "gen_ai.completion").values()]
    if not messages:
        messages = [m for event, about in raw.events for m in _output_event(event, about)]
    if not messages:
        messages = _loose_outputs(attributes)
    said = together(read_message(message) for message in messages)
    said.finish = said.finish or _finish_of(attributes)
    return said


def _finish_of(attributes: Attributes) -> str:
    value = loaded(attributes.get("gen_ai.response.finish_reasons"))
    value = value[0] if isinstance(value, list) and value else value
    for name in ("llm.response.finish_reason", "gen_ai.response.finish_reason",
                 "ai.response.finishReason", "llm.finish_reason"):  # fmt: skip
        value = value or attributes.get(name)
    return word(value)


def _output_event(name: str, about: Attributes) -> list[Any]:
    if name == "gen_ai.content.completion":
        return _listed(loaded(about.get("gen_ai.completion")))
    if name == "gen_ai.client.inference.operation.details":
        return _listed(loaded(about.get("gen_ai.output.messages")))
    if name == "gen_ai.choice":
        message = loaded(about.get("message"))
        if not isinstance(message, dict):
            message = {"content": message if message is not None else about.get("content")}
        calls = loaded(about.get("tool_calls"))
        extra = {"tool_calls": calls} if calls else {}
        return [{**message, **extra, "finish_reason": about.get("finish_reason")}]
    return []


def _loose_outputs(attributes: Attributes) -> list[Any]:
    if "ai.response.text" in attributes or "ai.response.toolCalls" in attributes:
        calls = loaded(attributes.get("ai.response.toolCalls"))
        return [{"content": attributes.get("ai.response.text"), "tool_calls": calls}]
    for name in ("gen_ai.completion", "output.value", "traceloop.entity.output"):
        value = loaded(attributes.get(name))
        if isinstance(value, dict) and isinstance(value.get("choices"), list):
            return [c.get("message", c) for c in value["choices"] if isinstance(c, dict)]
        if isinstance(value, dict) and isinstance(value.get("content"), list | str):
            return [value]
        if value not in (None, ""):
            return [{"content": value if isinstance(value, str) else text_of(value)}]
    return []


def together(messages: Iterable[Said]) -> Said:
    whole = Said()
    for one in messages:
        whole.role = whole.role or one.role
        whole.text = "\n".join(filter(None, (whole.text, one.text)))
        whole.thinking = "\n\n".join(filter(None, (whole.thinking, one.thinking)))
        whole.calls += one.calls
        whole.results += one.results
        whole.finish = whole.finish or one.finish
    return whole


def read_message(message: Any) -> Said:
    """A message of the chat API, of Anthropic's, or with the parts of the GenAI conventions."""
    if not isinstance(message, dict):
        return Said(text=text_of(message))
    role = word(message.get("role"))
    said = Said(role, finish=word(message.get("finish_reason")))
    content = message.get("content")
    parts = message.get("parts")
    texts: list[str] = []
    if isinstance(content, list) or isinstance(parts, list):
        for part in content if isinstance(content, list) else parts or ():
            _part(part, said, texts)
    elif content is not None:
        texts.append(text_of(content))
    said.text = "\n".join(filter(None, texts))
    for name in ("reasoning_content", "reasoning", "thinking"):
        if isinstance(message.get(name), str):
            said.thinking = said.thinking or message[name]
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            said.calls.append(_call(call))
    old = message.get("function_call")
    if isinstance(old, dict):
        said.calls.append(_call({"function": old}))
    if role in ("tool", "function") and not said.results:
        name = text_of(message.get("tool_call_id") or message.get("id"))
        said.results.append((name, said.text))
    return said


def _call(call: dict[str, Any]) -> tuple[str, str, Any]:
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    name = inner.get("name") or call.get("toolName") or ""
    arguments = inner.get("arguments", inner.get("input", call.get("args")))
    native = call.get("id") or call.get("toolCallId") or call.get("call_id")
    return text_of(native), text_of(name), arguments


def _part(part: Any, said: Said, texts: list[str]) -> None:
    if not isinstance(part, dict):
        texts.append(text_of(part))
        return
    kind = word(part.get("type"))
    if kind in ("tool_call", "tool_use", "function_call", "tool-call", "server_tool_use"):
        said.calls.append(_call(part))
    elif kind in ("tool_call_response", "tool_result", "tool-result", "function_call_output"):
        native = part.get("id") or part.get("tool_use_id") or part.get("call_id")
        names = ("response", "result", "content", "output")
        result = next((part[name] for name in names if part.get(name) is not None), None)
        said.results.append((text_of(native), plain_text(result)))
    elif kind in ("reasoning", "thinking"):
        thought = part.get("content") or part.get("thinking") or part.get("text")
        said.thinking = "\n\n".join(filter(None, (said.thinking, text_of(thought))))
    else:
        found = part.get("content") if "content" in part else part.get("text")
        texts.append(text_of(found) if found is not None else text_of(part) if not kind else "")


def plain_text(value: Any) -> str:
    """The text of a content that may be a list of parts."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(one, dict) and isinstance(one.get("text"), str) for one in value)
    ):
        return "\n".join(one["text"] for one in value)
    return text_of(value)
