"""What a model call was asked, whichever way the attributes of its span spell it.

OpenInference flattens messages over numbered attributes; GenAI conventions hold them as JSON in an
attribute (new), flattened (`gen_ai.prompt.0.role`) or in events of the span or log records (old).
"""

from __future__ import annotations

from typing import Any

from data.importers.hostile import text_of
from data.importers.otlp_flattened import openinference, traceloop
from data.importers.otlp_layout import flat_of
from data.importers.otlp_raw import Attributes, Raw
from data.importers.otlp_values import loaded


def inputs_of(raw: Raw) -> list[Any]:
    """The messages of the request as an API has them; empty where the span holds none."""
    attributes = raw.attributes
    flat = flat_of(raw, "llm.input_messages")
    if flat:
        return [openinference(one) for one in flat.values()]
    for name in ("gen_ai.input.messages", "ai.prompt.messages"):
        if name in attributes:
            return [*system_of(attributes), *listed(loaded(attributes[name]))]
    flat = flat_of(raw, "gen_ai.prompt")
    if flat:
        return [traceloop(one) for one in flat.values()]
    told = [m for event, about in raw.events for m in _input_event(event, about)]
    if told:
        return told
    return [*system_of(attributes), *_loose_inputs(raw)]


def system_of(attributes: Attributes) -> list[Any]:
    value = loaded(attributes.get("gen_ai.system_instructions"))
    if not value:
        return []
    if isinstance(value, str):
        return [{"role": "system", "content": value}]
    return [{"role": "system", "parts": value}]


def _loose_inputs(raw: Raw) -> list[Any]:
    attributes = raw.attributes
    for name in ("gen_ai.prompt", "llm.prompts", "input.value", "traceloop.entity.input"):
        value = loaded(attributes.get(name))
        if isinstance(value, dict) and isinstance(value.get("messages"), list):
            return listed(value["messages"])
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            return value
        if value not in (None, ""):
            return [
                {"role": "user", "content": value if isinstance(value, str) else text_of(value)}
            ]
    prompts = flat_of(raw, "llm.prompts")
    return [{"role": "user", "content": text_of(next(iter(p.values())))} for p in prompts.values()]


def listed(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value in (None, "") else [{"role": "user", "content": value}]


def _input_event(name: str, about: Attributes) -> list[Any]:
    if name == "gen_ai.content.prompt":
        return listed(loaded(about.get("gen_ai.prompt")))
    if name == "gen_ai.client.inference.operation.details":
        return [*system_of(about), *listed(loaded(about.get("gen_ai.input.messages")))]
    parts = name.split(".")
    if len(parts) == 3 and parts[0] == "gen_ai" and parts[2] == "message":
        message = {k: loaded(v) if k == "tool_calls" else v for k, v in about.items()
                   if not k.startswith(("gen_ai.", "event."))}  # fmt: skip
        message.setdefault("role", parts[1])
        if parts[1] == "tool" and "id" in message:
            message["tool_call_id"] = message.pop("id")
        return [message]
    return []
