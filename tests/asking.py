"""Helpers to ask a real adapter over loopback HTTP, and to go on with the conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from protocol_server import ProtocolServer

from agents.messages import Answered, Message, Reply, Request, Said, Text, ToolSpec
from agents.models.anthropic_messages import AnthropicMessages
from agents.models.base import Hear, deaf
from agents.models.openai_chat import OpenAIChat
from agents.models.openai_responses import OpenAIResponses
from agents.models.provider import ProviderModel

KEY = "sk-test-0123456789abcdef"
APIS = ("chat", "responses", "anthropic")
QUESTION: tuple[Message, ...] = (
    Text("system", "Be brief.", "system"),
    Text("user", "What is the weather?", "question"),
)
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
WEATHER = ToolSpec("get_weather", "Weather of a city.", CITY)
TODAY = ToolSpec("today", "The date.", {"type": "object", "properties": {}})


def model_of(api: str, server: ProtocolServer, key: str = KEY) -> ProviderModel:
    if api == "anthropic":
        return AnthropicMessages("anthropic:test", key, server.url)
    if api == "responses":
        return OpenAIResponses("openai-responses:test", key, server.openai_url)
    return OpenAIChat("local:test" if api == "local" else "openai:test", key, server.openai_url)


def ask(model: ProviderModel, request: Request, hear: Hear = deaf) -> Reply:
    return asyncio.run(model.reply(request, hear))


def tools_of(case: Mapping[str, Any]) -> tuple[ToolSpec, ...]:
    return tuple(ToolSpec(name, "", schema) for name, schema in case.get("tools", {}).items())


def said(reply: Reply) -> Said:
    return Said(reply.text, reply.calls, reply.raw, reply.dialect)


def after(reply: Reply, request: Request, results: Sequence[str] = ()) -> Request:
    """The next request: the reply, and one result for each of its calls, in call order."""
    texts = results or [f"result of {call.name}" for call in reply.calls]
    answered = [
        Answered(call.id, call.name, text, bool(call.fault))
        for call, text in zip(reply.calls, texts, strict=True)
    ]
    return Request((*request.messages, said(reply), *answered), request.tools)
