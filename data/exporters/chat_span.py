"""A model call and a tool call as spans of the GenAI conventions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.events import Replied, Returned
from agents.messages import Link, as_json
from data.exporters.otlp_json import CLIENT, ERROR, Span
from data.exporters.spoken import Asked, Listener, Message, reply_parts
from data.importers.hostile import finite
from data.rows import RunRow

FINISHES = {"tool_calls": "tool_call", "refusal": "content_filter", "cancelled": "error"}
"""Where the conventions have another word."""
SETTINGS = {
    "temperature": "temperature", "top_p": "top_p", "top_k": "top_k", "seed": "seed",
    "max_tokens": "max_tokens", "max_completion_tokens": "max_tokens",
    "max_output_tokens": "max_tokens", "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty", "n": "choice.count",
}  # fmt: skip
PROVIDERS = {"anthropic": "anthropic", "responses": "openai"}


def chat_span(
    span: Span, event: Replied, links: Sequence[Link], listener: Listener, row: RunRow
) -> None:
    """What is unknown has no attribute."""
    asked = listener.asked(links)
    named = asked.settings.get("model")
    model = named if isinstance(named, str) and named else event.model
    system, messages = _system(event, asked)
    usage = event.usage
    finish = FINISHES.get(event.finish, event.finish)
    said = {"role": "assistant", "parts": reply_parts(event, asked), "finish_reason": finish}
    span.name = f"chat {model}".strip()
    span.kind = CLIENT
    span.attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _provider(event, row),
        "gen_ai.request.model": model or None,
        "gen_ai.response.model": event.model or None,
        "gen_ai.agent.name": None if event.actor == "agent" else event.actor,
        "gen_ai.response.finish_reasons": [finish],
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cache_read_input_tokens,
        "gen_ai.usage.cache_creation.input_tokens": usage.cache_creation_input_tokens,
        "gen_ai.usage.reasoning.output_tokens": usage.reasoning_output_tokens,
        "gen_ai.system_instructions": as_json(system) if system else None,
        "gen_ai.input.messages": _written(messages) if messages else None,
        "gen_ai.output.messages": as_json([finite(said)]) if said["parts"] else None,
        "gen_ai.tool.definitions": _definitions(asked) if asked.tools else None,
        **_settings(asked),
        "triptych.usage.source": "counted" if usage.source == "counted" else None,
        # what OpenInference calls it: the conventions have no name for a price
        "llm.cost.total": event.cost.usd,
        "triptych.cost.why": event.cost.why or None,
        "triptych.cost.as_of": event.cost.as_of or None,
        "triptych.forced": True if event.forced else None,
        "triptych.notes": list(event.notes) or None,
    }
    if event.first_token_at is not None:
        waited = event.first_token_at - event.started_at
        span.attributes["gen_ai.response.time_to_first_chunk"] = waited if waited >= 0 else None
    if event.finish in ("error", "cancelled"):
        fault = event.reading.fault
        span.status, span.message = ERROR, fault.text if fault else event.text or event.finish
        span.attributes["error.type"] = fault.kind if fault else event.finish


def tool_span(span: Span, event: Returned) -> None:
    call = event.call
    span.name = f"execute_tool {call.name}"
    span.attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": call.id or None,
        "gen_ai.tool.call.arguments":
            call.raw if call.fault else as_json(finite(dict(call.arguments))),
        "gen_ai.tool.call.result": event.output,
        "triptych.tool.outcome": event.outcome if event.outcome != "ok" else None,
        "triptych.step": call.step or None,
        "triptych.notes": list(event.notes) or None,
    }  # fmt: skip
    if event.outcome not in ("ok", "refused"):
        span.status, span.message = ERROR, event.output or event.outcome
        span.attributes["error.type"] = event.outcome


def _system(event: Replied, asked: Asked) -> tuple[list[dict[str, Any]], list[Message]]:
    """Apart where the API has it apart: elsewhere it is a message of the conversation."""
    if event.dialect != "anthropic":
        return [], asked.messages
    system = [part for m in asked.messages if m.role == "system" for part in m.parts]
    return system, [message for message in asked.messages if message.role != "system"]


def _written(messages: Sequence[Message]) -> str:
    return as_json([finite({"role": one.role, "parts": one.parts}) for one in messages])


def _definitions(asked: Asked) -> str:
    return as_json(
        [
            {"type": "function", "name": t.name, "description": t.description,
             "parameters": finite(t.parameters)}
            for t in asked.tools
        ]
    )  # fmt: skip


def _settings(asked: Asked) -> dict[str, Any]:
    found: dict[str, Any] = {
        f"gen_ai.request.{name}": asked.settings[key]
        for key, name in SETTINGS.items()
        if isinstance(asked.settings.get(key), int | float)
    }
    stop = asked.settings.get("stop", asked.settings.get("stop_sequences"))
    if isinstance(stop, list) and stop:
        found["gen_ai.request.stop_sequences"] = [str(one) for one in stop]
    return found


def _provider(event: Replied, row: RunRow) -> str | None:
    """As far as the name of the model or the form of its API tells it."""
    prefix = row.model.partition(":")[0] if ":" in row.model else ""
    if prefix in ("openai", "openai-responses", "anthropic"):
        return prefix.partition("-")[0]
    if prefix == "scripted" or row.model == "scripted":
        return "triptych.scripted"
    return PROVIDERS.get(event.dialect)
