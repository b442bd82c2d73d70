"""What a model call replied, whichever way the attributes of its span spell it."""

from __future__ import annotations

from typing import Any

from agents.messages import Finish
from data.importers.hostile import text_of, word
from data.importers.otlp_flattened import openinference, traceloop
from data.importers.otlp_inputs import listed
from data.importers.otlp_layout import flat_of
from data.importers.otlp_raw import Attributes, Raw
from data.importers.otlp_said import Said, read_message, together
from data.importers.otlp_values import loaded

FINISHES: dict[str, Finish] = {
    "stop": "stop", "end_turn": "stop", "stop_sequence": "stop", "completed": "stop",
    "length": "length", "max_tokens": "length", "max_output_tokens": "length",
    "tool_calls": "tool_calls", "tool_call": "tool_calls", "tool_use": "tool_calls",
    "function_call": "tool_calls", "content_filter": "refusal", "refusal": "refusal",
    "error": "error",
}  # fmt: skip


def output_of(raw: Raw) -> Said:
    """The reply, its choices taken together."""
    attributes = raw.attributes
    flat = flat_of(raw, "llm.output_messages")
    messages: list[Any] = [openinference(one) for one in flat.values()]
    if not messages:
        messages = listed(loaded(attributes.get("gen_ai.output.messages")))
    if not messages:
        messages = [traceloop(m) for m in flat_of(raw, "gen_ai.completion").values()]
    if not messages:
        messages = [m for event, about in raw.events for m in _output_event(event, about)]
    if not messages:
        messages = _loose_outputs(attributes)
    said = together([read_message(message) for message in messages])
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
        return listed(loaded(about.get("gen_ai.completion")))
    if name == "gen_ai.client.inference.operation.details":
        return listed(loaded(about.get("gen_ai.output.messages")))
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
